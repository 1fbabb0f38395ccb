import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FolderStore } from '@monotable/storage-files'
import { createEndpointClient, EndpointError } from '../endpoint-client.ts'
import { printWaiting, reportSilence, silentMs } from '../messages/report-silence.ts'
import { describeStore, openStore } from '../place/store.ts'
import type { TablePlace } from '../place/table-place.ts'
import { readCredentials } from './read-credentials.ts'

/** A connection to the tables of one place. */
export interface TableConnection {
  /** Sends an operation, with retries where they help, and returns the parsed JSON answer. */
  send(operation: string, input: object): Promise<unknown>
  /** The name of the place for messages. */
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
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ThrottlingException',
  'TransactionInProgressException',
])

/** Opens the place of a table; with `create`, a missing store is created, in a folder with the given kind of store. */
export async function connect(
  { endpoint, store, region, profile }: TablePlace,
  { create = false, kind }: { readonly create?: boolean; readonly kind?: FolderStore | undefined } = {},
): Promise<TableConnection> {
  if (store !== undefined) {
    const db = await openStore(store, { region, create, ...(kind && { store: kind }) })
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
  return { name: endpoint, send: withRetries(reportSilence(endpoint, send)), close: async () => {} }
}

type Send = TableConnection['send']

/** How retries wait, and who is told. */
export interface Waiting {
  readonly pause?: (ms: number) => Promise<unknown>
  readonly now?: () => number
  /**
   * Called with the reason when nothing has been answered for some seconds; then not again until there is an answer.
   */
  readonly report?: (reason: string) => void
}

/** Makes a sender that retries temporary failures, with growing, randomized pauses. */
export function withRetries(
  send: Send,
  { pause = setTimeout, now = () => performance.now(), report = printWaiting }: Waiting = {},
): Send {
  // An endpoint that never answered is probably misspelt; one that did will come back.
  let attempts = firstAttempts
  let hasReported = false
  return async (operation, input) => {
    const startMs = now()
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await send(operation, input)
        attempts = maxAttempts
        hasReported = false
        return answer
      } catch (error) {
        if (attempt >= attempts || !isPassing(error)) throw error
        // Throttling is normal for a table that is written to as fast as possible; silence is not.
        if (!hasReported && isSilence(error) && now() - startMs >= silentMs) {
          hasReported = true
          report((error as Error).message)
        }
        await pause(pauseMs(attempt))
      }
    }
  }
}

/** Returns how long to wait before an attempt is repeated. */
export function pauseMs(attempt: number): number {
  const full = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt)
  // Half of it is random, so that clients that were rejected together do not retry together.
  return full / 2 + randomInt(Math.ceil(full / 2))
}

/** Whether a failure is temporary, judged by the name of the error alone, whichever client it came through. */
export function isPassing(error: unknown): boolean {
  return passingErrors.has((error as Error).name) || isSilence(error)
}

/** Whether no answer came, or none of DynamoDB's. */
function isSilence(error: unknown): boolean {
  return /^(?:NetworkError|HTTP 5\d\d)$/.test((error as Error).name) || isCutOff(error)
}

/** Whether the model could not reach an endpoint. */
export function isCutOff(error: unknown): boolean {
  const { name, code, cause } = error as Error & { readonly code?: unknown }
  return name === 'ModelError' && code === 'CLIENT' && cause !== undefined
}

/** A table as DescribeTable returns it, with the parts that copying needs. */
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

/**
 * Returns the attribute that expires a table's items; `undefined` if they do not expire, or the endpoint does not say.
 */
export async function findExpiry({ send }: TableConnection, TableName: string): Promise<string | undefined> {
  try {
    const { TimeToLiveDescription: expiry } = (await send('DescribeTimeToLive', { TableName })) as {
      TimeToLiveDescription?: { readonly TimeToLiveStatus?: string; readonly AttributeName?: string }
    }
    return expiry?.TimeToLiveStatus?.startsWith('ENABL') ? expiry.AttributeName : undefined
  } catch (error) {
    // Permission to read a table does not include permission to ask for this.
    if (error instanceof EndpointError && !isPassing(error)) return undefined
    throw error
  }
}

/** Describes a table; `undefined` if it does not exist. */
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
