import type { AttributeMap } from '@monotable/protocol'
import type { Send } from '../create-table/until-settled.ts'
import { BATCH_ITEMS, BATCH_LETTERS, type WriteRows } from '../csv/import-csv.ts'

interface CopyOptions {
  /** Asks the table that is copied; throws what it is refused with. */
  readonly read: Send
  readonly table: string
  /** Writes into the copy, and tells what it did not take. */
  readonly write: WriteRows<undefined>
  readonly signal: AbortSignal
  readonly onProgress: (copied: number) => void
}

/** What came of copying. */
export interface Copied {
  readonly copied: number
  readonly refused: number
  /** Why the first of those was refused. */
  readonly reason?: string | undefined
}

const BATCHES_AT_ONCE = 4

/** Reads a table page by page, and writes each page before it reads the next. Where it is stopped, what is copied stays. */
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

/** Items in as many as one request takes, and not larger than is good for one. */
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
