import { keyId } from '../entities/key-id.ts'
import { ModelError } from '../model-error.ts'
import type { BatchWriteItemInput, OperationOutputs, WriteRequest } from '../port/wire.ts'
import { attemptLimit, backoffMs, isThrottled } from '../sending/backoff.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { groupBy } from '../util/group-by.ts'
import type { WriteAction } from '../writes/write-action.ts'

/** BatchWriteItem takes no more members at once. */
const chunkSize = 25

/**
 * Does writes, however many, in batches. Of several writes of one item the last counts. Writes that DynamoDB leaves
 * undone are sent again; what is left after all attempts is reported by place.
 */
export async function runBatchWrite(context: ModelContext, actions: readonly WriteAction[]): Promise<void> {
  const ids = actions.map((action) => keyId(action.entity.table, action.key))
  const waiting = new Map(ids.map((id, at) => [id, requireBatchable(actions[at] as WriteAction)]))
  for (let attempt = 0; waiting.size > 0; ) {
    const chunk = [...waiting].slice(0, chunkSize)
    const left = await writeChunk(context, chunk)
    for (const [id] of chunk) if (!left.has(id)) waiting.delete(id)
    attempt = left.size === 0 ? 0 : left.size < chunk.length ? 1 : attempt + 1
    if (attempt >= attemptLimit) throw incomplete(ids, waiting)
    if (left.size > 0) await context.sleep(backoffMs(attempt, context.random))
  }
}

/** What is sent for some writes; of too many, for the first. */
export function batchWriteInput(actions: readonly WriteAction[]): BatchWriteItemInput {
  const byTable = groupBy(actions.slice(0, chunkSize), ({ entity }) => entity.table.name)
  const RequestItems = Object.fromEntries(
    [...byTable].map(([name, members]) => [name, members.map(compileMember)]),
  )
  return { RequestItems }
}

async function writeChunk(
  { port }: ModelContext,
  chunk: readonly (readonly [string, WriteAction])[],
): Promise<ReadonlySet<string>> {
  const tables = new Map(chunk.map(([, { entity }]) => [entity.table.name, entity.table]))
  const input = batchWriteInput(chunk.map(([, action]) => action))
  let answer: OperationOutputs['BatchWriteItem']
  try {
    answer = await port.send('BatchWriteItem', input)
  } catch (error) {
    if (!isThrottled(error)) throw error
    return new Set(chunk.map(([id]) => id))
  }
  const left = Object.entries(answer.UnprocessedItems ?? {}).flatMap(([name, members]) => {
    const table = tables.get(name)
    return members.map((member) => {
      const written = 'PutRequest' in member && member.PutRequest ? member.PutRequest.Item : undefined
      const removed = 'DeleteRequest' in member && member.DeleteRequest ? member.DeleteRequest.Key : undefined
      return table === undefined ? '' : keyId(table, written ?? removed ?? {})
    })
  })
  return new Set(left)
}

function compileMember(action: WriteAction): WriteRequest {
  return action.kind === 'put'
    ? { PutRequest: { Item: action.item } }
    : { DeleteRequest: { Key: action.key } }
}

/** A batch has no conditions: what needs one has to be sent on its own, or in a transaction. */
function requireBatchable(action: WriteAction): WriteAction {
  if ((action.kind === 'put' || action.kind === 'delete') && action.condition === undefined) return action
  const subject = action.entity.name
  const message = `A batch takes put and remove without conditions; ${subject} is to be written in another way`
  throw new ModelError('DEFINITION', message, { subject })
}

function incomplete(
  ids: readonly string[],
  waiting: ReadonlyMap<string, unknown>,
): ModelError<'BATCH_INCOMPLETE'> {
  const failed = [...ids.keys()].filter((at) => waiting.has(ids[at] as string))
  const message = `${failed.length} of ${ids.length} writes were not done; DynamoDB kept leaving them undone`
  return new ModelError('BATCH_INCOMPLETE', message, { failed })
}
