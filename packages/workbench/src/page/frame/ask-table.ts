import type { SendAnswer } from '../../shared/api.ts'
import { api, sendOrThrow } from '../api-client.ts'

export type Members = { readonly [member: string]: unknown }

/** The answers that describe a table; each may be an error. */
export interface TableAnswers {
  readonly table: Members
  readonly timeToLive?: SendAnswer | undefined
  readonly recovery?: SendAnswer | undefined
  readonly backups?: SendAnswer | undefined
  readonly tags?: SendAnswer | undefined
  readonly policy?: SendAnswer | undefined
}

/**
 * Requests the complete setup of a table in parallel. Answers that are refused, by a policy or by a server that does
 * not know the operation, are left out.
 */
export async function askTable(connection: string, TableName: string): Promise<TableAnswers> {
  const { Table } = (await sendOrThrow(connection, 'DescribeTable', { TableName })) as {
    readonly Table: Members
  }
  const ask = (operation: string, input: object): Promise<SendAnswer | undefined> =>
    api.sendQuietly(connection, operation, input).catch(() => undefined)
  const ResourceArn = Table['TableArn']
  const [timeToLive, recovery, backups, tags, policy] = await Promise.all([
    ask('DescribeTimeToLive', { TableName }),
    ask('DescribeContinuousBackups', { TableName }),
    ask('ListBackups', { TableName }),
    ask('ListTagsOfResource', { ResourceArn }),
    ask('GetResourcePolicy', { ResourceArn }),
  ])
  return { table: Table, timeToLive, recovery, backups, tags, policy: noPolicy(policy) }
}

/** Treats the error that there is no policy as an answer. */
function noPolicy(answer: SendAnswer | undefined): SendAnswer | undefined {
  if (answer?.error?.name !== 'PolicyNotFoundException') return answer
  return { output: {}, durationMs: answer.durationMs }
}

export function members(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

export function listOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
