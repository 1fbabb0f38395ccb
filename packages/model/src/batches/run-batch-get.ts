import { keyId } from '../entities/key-id.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import { ModelError } from '../model-error.ts'
import type { BatchGetItemInput, OperationOutputs, WireItem } from '../port/wire.ts'
import { attemptLimit, backoffMs, isThrottled } from '../sending/backoff.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { groupBy } from '../util/group-by.ts'

/** BatchGetItem takes no more keys at once. */
const chunkSize = 100

/** An item to read. */
export interface BatchKey {
  readonly table: TableDefinition
  readonly key: WireItem
}

/**
 * Reads items by their keys, however many: each once, in the order of the keys, nothing where there is no item. Keys
 * that DynamoDB leaves undone are asked for again.
 */
export async function runBatchGet(
  context: ModelContext,
  keys: readonly BatchKey[],
  consistent = false,
): Promise<(WireItem | undefined)[]> {
  const ids = keys.map(({ table, key }) => keyId(table, key))
  const waiting = new Map(ids.map((id, at) => [id, keys[at] as BatchKey]))
  const found = new Map<string, WireItem>()
  for (let attempt = 0; waiting.size > 0; ) {
    const chunk = [...waiting].slice(0, chunkSize)
    const left = await readChunk(context, chunk, found, consistent)
    for (const [id] of chunk) if (!left.has(id)) waiting.delete(id)
    // Whoever gets something done does not have to wait longer and longer.
    attempt = left.size === 0 ? 0 : left.size < chunk.length ? 1 : attempt + 1
    if (attempt >= attemptLimit) throw incomplete(ids, waiting)
    if (left.size > 0) await context.sleep(backoffMs(attempt, context.random))
  }
  return ids.map((id) => found.get(id))
}

/** What is sent for some keys; of too many, for the first. */
export function batchGetInput(keys: readonly BatchKey[], consistent: boolean): BatchGetItemInput {
  const byTable = groupBy(keys.slice(0, chunkSize), ({ table }) => table.name)
  const RequestItems = Object.fromEntries(
    [...byTable].map(([name, members]) => {
      const Keys = members.map(({ key }) => key)
      return [name, { Keys, ...(consistent && { ConsistentRead: true }) }]
    }),
  )
  return { RequestItems }
}

/** Reads a chunk, keeps what is found, and gives the ids that were left undone. */
async function readChunk(
  { port }: ModelContext,
  chunk: readonly (readonly [string, BatchKey])[],
  found: Map<string, WireItem>,
  consistent: boolean,
): Promise<ReadonlySet<string>> {
  const input = batchGetInput(
    chunk.map(([, key]) => key),
    consistent,
  )
  const tables = new Map(chunk.map(([, { table }]) => [table.name, table]))
  let answer: OperationOutputs['BatchGetItem']
  try {
    answer = await port.send('BatchGetItem', input)
  } catch (error) {
    if (!isThrottled(error)) throw error
    return new Set(chunk.map(([id]) => id))
  }
  for (const [name, items] of Object.entries(answer.Responses ?? {})) {
    const table = tables.get(name) as TableDefinition
    for (const item of items) found.set(keyId(table, item), item)
  }
  const left = Object.entries(answer.UnprocessedKeys ?? {}).flatMap(([name, { Keys }]) => {
    return Keys.map((key) => keyId(tables.get(name) as TableDefinition, key))
  })
  return new Set(left)
}

function incomplete(
  ids: readonly string[],
  waiting: ReadonlyMap<string, BatchKey>,
): ModelError<'BATCH_INCOMPLETE'> {
  const failed = [...ids.keys()].filter((at) => waiting.has(ids[at] as string))
  const message = `${failed.length} of ${ids.length} items could not be read; DynamoDB kept leaving them undone`
  return new ModelError('BATCH_INCOMPLETE', message, { failed })
}
