import { definitionError } from '../model-error.ts'
import type { BatchWriteItemInput, WriteRequest } from '../port/wire.ts'
import { groupBy } from '../util/group-by.ts'
import type { WriteAction } from '../writes/write-action.ts'

/** The maximum number of members in a BatchWriteItem. */
export const writeChunkSize = 25

/** Returns the request for some writes, or for the first of too many. */
export function batchWriteInput(actions: readonly WriteAction[]): BatchWriteItemInput {
  const byTable = groupBy(actions.slice(0, writeChunkSize), ({ entity }) => entity.table.name)
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
