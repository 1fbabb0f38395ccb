import { definitionError } from '../model-error.ts'
import type { BatchWriteItemInput, WriteRequest } from '../port/wire.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { groupBy } from '../util/group-by.ts'
import type { WriteAction } from '../writes/write-action.ts'
import { sendChunks } from './send-chunks.ts'

/** The maximum number of members in a BatchWriteItem. */
const chunkSize = 25

/**
 * Does any number of writes in batches. Of several writes to one item, the last one counts. Writes that DynamoDB leaves
 * unprocessed are sent again; those left after all attempts are reported by position.
 */
export async function runBatchWrite(context: ModelContext, actions: readonly WriteAction[]): Promise<void> {
  await sendChunks(context, {
    members: actions,
    placeOf: ({ entity: { table }, key }) => ({ table, key }),
    chunkSize,
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

/** Returns the request for some writes, or for the first of too many. */
export function batchWriteInput(actions: readonly WriteAction[]): BatchWriteItemInput {
  const byTable = groupBy(actions.slice(0, chunkSize), ({ entity }) => entity.table.name)
  const RequestItems = Object.fromEntries(
    [...byTable].map(([name, members]) => [name, members.map(compileMember)]),
  )
  return { RequestItems }
}

function compileMember(action: WriteAction): WriteRequest {
  return action.kind === 'put'
    ? { PutRequest: { Item: action.item } }
    : { DeleteRequest: { Key: action.key } }
}

/** Returns a write, if a batch can hold it: a batch has no conditions, and each member is a single action. */
export function requireBatchable(action: WriteAction | undefined, subject: string): WriteAction {
  if ((action?.kind === 'put' || action?.kind === 'delete') && action.condition === undefined) return action
  const message = `${subject}: a batch takes only put and remove, without conditions or other items`
  throw definitionError(message, subject)
}
