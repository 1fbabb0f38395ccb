import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createEndpointClient, EndpointError } from '../endpoint-client.ts'
import { describeStore, openStore } from '../place/store.ts'
import type { TablePlace } from '../place/table-place.ts'
import { readCredentials } from './read-credentials.ts'

/** Operations on the tables of one place. */
export interface TableConnection {
  /** Sends an operation, again when it is worth it, and gives the answer as JSON says it. */
  send(operation: string, input: object): Promise<unknown>
  /** What to call the place in messages. */
  readonly name: string
  close(): Promise<void>
}

const firstAttempts = 3
const maxAttempts = 10
const firstPauseMs = 50
const longestPauseMs = 5_000

const passingErrors = new Set([
  'InternalFailure',
  'InternalServerError',
  'LimitExceededException',
  'NetworkError',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ThrottlingException',
  'TransactionInProgressException',
])

/** Opens the place where a table is; with `create`, a store that is not there is made. */
export async function connect(
  { endpoint, store, region, profile }: TablePlace,
  { create = false } = {},
): Promise<TableConnection> {
  if (store !== undefined) {
    const db = await openStore(store, { region, create })
    const caller = { region, accountId: '000000000000' }
    return {
      name: describeStore(store),
      send: withRetries(async (operation, input) => {
        const text = await db.execute(operation, input, caller)
        return text === '' ? {} : JSON.parse(text)
      }),
      close: () => db.close(),
    }
  }
  const credentials = readCredentials(process.env, { profile, endpoint })
  const send = createEndpointClient({ endpoint, region, credentials })
  return { name: endpoint, send: withRetries(send), close: async () => {} }
}

type Send = TableConnection['send']

/** Sends again what may go better next time, with growing pauses that differ from client to client. */
export function withRetries(send: Send, pause: (ms: number) => Promise<unknown> = setTimeout): Send {
  // An endpoint that never answered is probably misspelt; one that did will come back.
  let attempts = firstAttempts
  return async (operation, input) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await send(operation, input)
        attempts = maxAttempts
        return answer
      } catch (error) {
        if (attempt >= attempts || !isPassing(error)) throw error
        await pause(pauseMs(attempt))
      }
    }
  }
}

/** How long to wait before an attempt is repeated. */
export function pauseMs(attempt: number): number {
  const full = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt)
  // Half of it is chance, so that clients that were refused together do not come back together.
  return full / 2 + randomInt(Math.ceil(full / 2))
}

/** Whether a failure is one of the moment, by its name: who it came through does not matter. */
export function isPassing(error: unknown): boolean {
  const { name } = error as Error
  return passingErrors.has(name) || /^HTTP 5\d\d$/.test(name) || isCutOff(error)
}

/** Whether the model could not reach an endpoint. */
export function isCutOff(error: unknown): boolean {
  const { name, code, cause } = error as Error & { readonly code?: unknown }
  return name === 'ModelError' && code === 'CLIENT' && cause !== undefined
}

/** A table as DescribeTable tells it, as far as copying needs it. */
export interface DescribedTable {
  readonly TableName: string
  readonly TableArn: string
  readonly TableId: string
  readonly TableStatus: string
  readonly ItemCount: number
  readonly KeySchema: readonly { readonly AttributeName: string; readonly KeyType: string }[]
  readonly AttributeDefinitions: readonly {
    readonly AttributeName: string
    readonly AttributeType: 'S' | 'N' | 'B'
  }[]
}

/** The attribute by which the items of a table expire; nothing when they do not, or where nobody tells. */
export async function findExpiry({ send }: TableConnection, TableName: string): Promise<string | undefined> {
  try {
    const { TimeToLiveDescription: expiry } = (await send('DescribeTimeToLive', { TableName })) as {
      TimeToLiveDescription?: { readonly TimeToLiveStatus?: string; readonly AttributeName?: string }
    }
    return expiry?.TimeToLiveStatus?.startsWith('ENABL') ? expiry.AttributeName : undefined
  } catch (error) {
    // Who may read a table need not be allowed to ask for it.
    if (error instanceof EndpointError && !isPassing(error)) return undefined
    throw error
  }
}

/** Describes a table; nothing when there is none. */
export async function describeTable(
  { send }: TableConnection,
  TableName: string,
): Promise<DescribedTable | undefined> {
  try {
    const { Table } = (await send('DescribeTable', { TableName })) as { Table: DescribedTable }
    return Table
  } catch (error) {
    if ((error as Error).name === 'ResourceNotFoundException') return undefined
    throw error
  }
}
