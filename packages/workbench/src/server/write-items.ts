import type { WireItem } from '../shared/guess/wire-item.ts'
import { type Connection, RefusedError, sendParsed } from './connection.ts'

const batchSize = 25
/** AWS leaves writes unprocessed if there are too many at once, and takes some seconds to create a table. */
const attempts = 12
const firstPauseMs = 100
const longestPauseMs = 5_000

/** The result of writing items. */
export interface WrittenItems {
  readonly written: number
  /** Why items were refused. */
  readonly refused: readonly string[]
}

/** Writes items into a table in batches. Items that are refused are reported; the others are still written. */
export async function writeItems(
  connection: Connection,
  table: string,
  items: readonly WireItem[],
): Promise<WrittenItems> {
  const refused: string[] = []
  for (let at = 0; at < items.length; at += batchSize) {
    const batch = items.slice(at, at + batchSize)
    try {
      await writeBatch(connection, table, batch)
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      refused.push(...(await writeEach(connection, table, { batch, at })))
    }
  }
  return { written: items.length - refused.length, refused }
}

async function writeBatch(connection: Connection, table: string, batch: readonly WireItem[]): Promise<void> {
  let left: unknown = { [table]: batch.map((Item) => ({ PutRequest: { Item } })) }
  for (let attempt = 1; ; attempt++) {
    const answer = await tryBatch(connection, left, attempt)
    if (answer === undefined) left = { ...(left as object) }
    else if (Object.keys(answer).length === 0) return
    else left = answer
    await pause(attempt)
  }
}

/** Sends a batch; returns what was left unprocessed, or `undefined` if all of it has to be sent again. */
async function tryBatch(
  connection: Connection,
  RequestItems: unknown,
  attempt: number,
): Promise<object | undefined> {
  try {
    const { UnprocessedItems = {} } = (await sendParsed(connection, 'BatchWriteItem', { RequestItems })) as {
      readonly UnprocessedItems?: object
    }
    if (attempt >= attempts && Object.keys(UnprocessedItems).length > 0) {
      throw new RefusedError({ name: 'Throttled', message: 'The database is throttling requests right now.' })
    }
    return UnprocessedItems
  } catch (error) {
    // A table that was just created may not be visible for a while.
    const passes = error instanceof RefusedError && error.name === 'ResourceNotFoundException'
    if (!passes || attempt >= attempts) throw error
    return undefined
  }
}

async function writeEach(
  connection: Connection,
  TableName: string,
  { batch, at }: { readonly batch: readonly WireItem[]; readonly at: number },
): Promise<string[]> {
  const refused: string[] = []
  for (const [number, Item] of batch.entries()) {
    try {
      await sendParsed(connection, 'PutItem', { TableName, Item })
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      refused.push(`item ${at + number + 1} was rejected: ${error.message}`)
    }
  }
  return refused
}

function pause(attempt: number): Promise<void> {
  const ms = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt)
  return new Promise((resolve) => setTimeout(resolve, ms))
}
