import { keyId } from '../entities/key-id.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import type { BatchGetItemInput, WireItem } from '../port/wire.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { groupBy } from '../util/group-by.ts'
import { sendChunks } from './send-chunks.ts'

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
  const found = new Map<string, WireItem>()
  const ids = keys.map(({ table, key }) => keyId(table, key))
  const undone = 'items could not be read'
  const send = (chunk: readonly BatchKey[]) => readChunk(context, chunk, found, consistent)
  await sendChunks(context, { ids, members: keys, chunkSize, send, undone })
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
  chunk: readonly BatchKey[],
  found: Map<string, WireItem>,
  consistent: boolean,
): Promise<readonly string[]> {
  const tables = new Map(chunk.map(({ table }) => [table.name, table]))
  const idOf = (name: string, key: WireItem) => keyId(tables.get(name) as TableDefinition, key)
  const { Responses = {}, UnprocessedKeys = {} } = await port.send(
    'BatchGetItem',
    batchGetInput(chunk, consistent),
  )
  for (const [name, items] of Object.entries(Responses)) {
    for (const item of items) found.set(idOf(name, item), item)
  }
  return Object.entries(UnprocessedKeys).flatMap(([name, { Keys }]) => Keys.map((key) => idOf(name, key)))
}
