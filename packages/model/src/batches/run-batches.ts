import type { WireItem } from '../port/wire.ts'
import type { ModelContext } from '../sending/model-context.ts'
import type { WriteAction } from '../writes/write-action.ts'
import { type BatchKey, batchGetInput, getChunkSize, namesOf } from './batch-get-input.ts'
import { batchWriteInput, writeChunkSize } from './batch-write-input.ts'
import { sendChunks } from './send-chunks.ts'

/**
 * Reads any number of items by key: each once, returned in the order of the keys, `undefined` where there is no item.
 * Keys that DynamoDB leaves unprocessed are requested again.
 */
export async function runBatchGet(
  context: ModelContext,
  keys: readonly BatchKey[],
  consistent = false,
): Promise<(WireItem | undefined)[]> {
  const found = new Map<string, WireItem>()
  const names = namesOf(keys)
  const ids = await sendChunks(context, {
    members: keys,
    placeOf: (key) => key,
    chunkSize: getChunkSize,
    send: async (chunk, idOf) => {
      const input = batchGetInput(chunk, consistent, names)
      const { Responses = {}, UnprocessedKeys = {} } = await context.port.send('BatchGetItem', input)
      for (const [table, items] of Object.entries(Responses)) {
        for (const item of items) found.set(idOf(table, item), item)
      }
      return Object.entries(UnprocessedKeys).flatMap(([table, { Keys }]) =>
        Keys.map((key) => idOf(table, key)),
      )
    },
    undone: 'items could not be read',
  })
  return ids.map((id) => found.get(id))
}

/**
 * Does any number of writes in batches. Of several writes to one item, the last one counts. Writes that DynamoDB leaves
 * unprocessed are sent again; those left after all attempts are reported by position.
 */
export async function runBatchWrite(context: ModelContext, actions: readonly WriteAction[]): Promise<void> {
  await sendChunks(context, {
    members: actions,
    placeOf: ({ entity: { table }, key }) => ({ table, key }),
    chunkSize: writeChunkSize,
    send: async (chunk, idOf) => {
      const { UnprocessedItems = {} } = await context.port.send('BatchWriteItem', batchWriteInput(chunk))
      return Object.entries(UnprocessedItems).flatMap(([table, members]) =>
        members.map(({ PutRequest, DeleteRequest }) =>
          idOf(table, PutRequest?.Item ?? DeleteRequest?.Key ?? {}),
        ),
      )
    },
    undone: 'writes were not done',
  })
}
