import type { Database } from '@monotable/engine'
import type { SeededRandom } from '../seeded-random.ts'
import { type Json, type Outcome, wireCall } from '../wire-call.ts'

/** Several concurrent clients of one database. */
export interface ClientPool {
  readonly db: Database
  readonly random: SeededRandom
  readonly clients: number
  /** The number of operations of each client. */
  readonly rounds: number
}

/** Runs all clients concurrently, each with a random source of its own. */
export async function runClients(
  pool: ClientPool,
  round: (client: {
    readonly id: number
    readonly random: SeededRandom
    readonly round: number
  }) => Promise<void>,
): Promise<void> {
  const clients = Array.from({ length: pool.clients }, (_, id) => ({ id, random: pool.random.fork() }))
  await Promise.all(
    clients.map(async (client) => {
      for (let count = 0; count < pool.rounds; count++) await round({ ...client, round: count })
    }),
  )
}

/** Errors that a client may get when the store fails and others write at the same time. */
const expectedErrors = new Set([
  'InternalServerError',
  'ConditionalCheckFailedException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
])

/** Sends a request; throws any error that is not expected. */
export async function tryCall(db: Database, operation: string, input: Json): Promise<Outcome> {
  const outcome = await wireCall(db, operation, input)
  if (outcome.error === undefined || expectedErrors.has(outcome.error)) return outcome
  throw new Error(`${operation} answered ${outcome.error}: ${outcome.message} to ${JSON.stringify(input)}`)
}

/** Repeats a request until its outcome is known; only for requests that can be repeated safely. */
export async function persist(db: Database, operation: string, input: Json): Promise<Outcome> {
  for (;;) {
    const outcome = await tryCall(db, operation, input)
    if (outcome.error !== 'InternalServerError') return outcome
  }
}

/** Reads all items of a table or an index, repeating each page that fails. */
export async function scanAll(
  db: Database,
  table: string,
  index?: string,
): Promise<{ [name: string]: Json }[]> {
  const items: { [name: string]: Json }[] = []
  let start: unknown
  do {
    const input = {
      TableName: table,
      ...(index && { IndexName: index }),
      ...(start ? { ExclusiveStartKey: start } : {}),
    }
    const { answer } = await persist(db, 'Scan', input)
    items.push(...((answer?.['Items'] ?? []) as { [name: string]: Json }[]))
    start = answer?.['LastEvaluatedKey']
  } while (start !== undefined)
  return items
}

/** A table with the string keys `pk` and `sk`, a local and a global index. */
export function clientTable(name: string): Json {
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', 'gp', 'ls'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'local',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'ls', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'global',
        KeySchema: [
          { AttributeName: 'gp', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  }
}

/** The key of a client's item. */
export function keyOf(pk: string, sk = '-'): { pk: { S: string }; sk: { S: string } } {
  return { pk: { S: pk }, sk: { S: sk } }
}
