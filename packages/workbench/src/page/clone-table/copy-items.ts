import type { AttributeMap } from '@monotable/protocol'
import type { Send } from '../create-table/until-settled.ts'
import { BATCH_ITEMS, BATCH_LETTERS, type WriteRows } from '../csv/import-csv.ts'

interface CopyOptions {
  /** Sends requests to the source table; throws its errors. */
  readonly read: Send
  readonly table: string
  /** Writes into the copy, and returns the items that were refused. */
  readonly write: WriteRows<undefined>
  readonly signal: AbortSignal
  readonly onProgress: (copied: number) => void
}

/** The result of copying. */
export interface Copied {
  readonly copied: number
  readonly refused: number
  /** Why the first of them was refused. */
  readonly reason?: string | undefined
}

const BATCHES_AT_ONCE = 4

/**
 * Reads a table page by page, and writes each page before reading the next. If stopped, the items copied so far stay.
 */
export async function copyItems({ read, table, write, signal, onProgress }: CopyOptions): Promise<Copied> {
  let [copied, refused] = [0, 0]
  let reason: string | undefined
  let start: unknown
  do {
    const output = await read('Scan', {
      TableName: table,
      ConsistentRead: true,
      ...(start === undefined ? {} : { ExclusiveStartKey: start }),
    })
    const left = batches((output['Items'] ?? []) as AttributeMap[])
    const writeOn = async () => {
      for (let batch = left.shift(); batch !== undefined && !signal.aborted; batch = left.shift()) {
        const failures = await write(batch.map((item) => ({ row: undefined, item })))
        copied += batch.length - failures.length
        refused += failures.length
        reason ??= failures[0]?.reason
        onProgress(copied)
      }
    }
    await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, writeOn))
    start = output['LastEvaluatedKey']
  } while (start !== undefined && !signal.aborted)
  return { copied, refused, reason }
}

/** Splits items into batches within the limits of one request, in number and in size. */
function batches(items: readonly AttributeMap[]): AttributeMap[][] {
  const made: AttributeMap[][] = []
  let letters = BATCH_LETTERS
  for (const item of items) {
    const length = JSON.stringify(item).length
    const last = made.at(-1)
    if (last === undefined || last.length === BATCH_ITEMS || letters + length > BATCH_LETTERS) {
      made.push([item])
      letters = length
    } else {
      last.push(item)
      letters += length
    }
  }
  return made
}
