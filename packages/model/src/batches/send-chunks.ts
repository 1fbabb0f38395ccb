import { keyId } from '../entities/key-id.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import { ModelError } from '../model-error.ts'
import { failureName } from '../port/service-failure.ts'
import type { WireItem } from '../port/wire.ts'
import { attemptLimit, backoffMs, isThrottled } from '../sending/backoff.ts'
import type { ModelContext } from '../sending/model-context.ts'

/** Identifies an item by the name of its table, and its key. */
export type ItemIds = (table: string, item: WireItem) => string

/** The members of a batch, and how to send some of them. */
export interface ChunkedBatch<Member> {
  readonly members: readonly Member[]
  readonly placeOf: (member: Member) => { readonly table: TableDefinition; readonly key: WireItem }
  readonly chunkSize: number
  /** Sends some members, and returns the ids of those left unprocessed. */
  readonly send: (chunk: readonly Member[], idOf: ItemIds) => Promise<readonly string[]>
  /** The error text for members that were not processed. */
  readonly undone: string
}

/**
 * Sends members chunk by chunk, and those left unprocessed again; what is left after all attempts is reported by
 * position. Of several members for one item, the last counts. Returns the id of each member.
 */
export async function sendChunks<Member>(
  { sleep, random }: ModelContext,
  { members, placeOf, chunkSize, send, undone }: ChunkedBatch<Member>,
): Promise<readonly string[]> {
  const places = members.map(placeOf)
  const tables = new Map(places.map(({ table }) => [table.name, table]))
  const idOf: ItemIds = (table, item) => keyId(tables.get(table) as TableDefinition, item)
  const ids = places.map(({ table, key }) => keyId(table, key))
  const waiting = new Map(ids.map((id, at) => [id, members[at] as Member]))
  for (let attempt = 0; waiting.size > 0; ) {
    const chunk: [string, Member][] = []
    // Takes only the first ones: copying all waiting members for every chunk would be quadratic.
    for (const one of waiting) if (chunk.push(one) === chunkSize) break
    const undoneOf = (error: unknown) => {
      // A throttled chunk counts as left unprocessed as a whole.
      if (!isThrottled(failureName(error))) throw error
      return chunk.map(([id]) => id)
    }
    const left = new Set(
      await send(
        chunk.map(([, member]) => member),
        idOf,
      ).catch(undoneOf),
    )
    for (const [id] of chunk) if (!left.has(id)) waiting.delete(id)
    // Progress resets the backoff.
    attempt = left.size === 0 ? 0 : left.size < chunk.length ? 1 : attempt + 1
    if (attempt >= attemptLimit) {
      const failed = [...ids.keys()].filter((at) => waiting.has(ids[at] as string))
      const message = `${failed.length} of ${ids.length} ${undone} in ${attemptLimit} attempts`
      throw new ModelError('BATCH_INCOMPLETE', message, { failed })
    }
    if (left.size > 0) await sleep(backoffMs(attempt, random))
  }
  return ids
}
