import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FolderStore } from '@monotable/storage-files'
import { createEndpointClient, EndpointError } from '../endpoint-client.ts'
import { silentMs, tellSilence, tellWaiting } from '../messages/tell-silence.ts'
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
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ThrottlingException',
  'TransactionInProgressException',
])

/** Opens the place where a table is; with `create`, a store that is not there is made, in a folder of that kind. */
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
  return { name: endpoint, send: withRetries(tellSilence(endpoint, send)), close: async () => {} }
}

type Send = TableConnection['send']

/** How it is waited between attempts, and who is told. */
export interface Waiting {
  readonly pause?: (ms: number) => Promise<unknown>
  readonly now?: () => number
  /** Is told, once until there is an answer again, why nothing has come for some seconds. */
  readonly tell?: (reason: string) => void
}

/** Sends again what may go better next time, with growing pauses that differ from client to client. */
export function withRetries(
  send: Send,
  { pause = setTimeout, now = () => performance.now(), tell = tellWaiting }: Waiting = {},
): Send {
  // An endpoint that never answered is probably misspelt; one that did will come back.
  let attempts = firstAttempts
  let hasTold = false
  return async (operation, input) => {
    const startMs = now()
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await send(operation, input)
        attempts = maxAttempts
        hasTold = false
        return answer
      } catch (error) {
        if (attempt >= attempts || !isPassing(error)) throw error
        // Throttling is what a table does that is written to as fast as it goes; silence is not.
        if (!hasTold && isSilence(error) && now() - startMs >= silentMs) {
          hasTold = true
          tell((error as Error).message)
        }
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
  return passingErrors.has((error as Error).name) || isSilence(error)
}

/** Whether nothing came that is an answer of DynamoDB's. */
function isSilence(error: unknown): boolean {
  return /^(?:NetworkError|HTTP 5\d\d)$/.test((error as Error).name) || isCutOff(error)
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
