import type { PatternCall } from '../shared/api.ts'
import type { WireItem } from '../shared/guess/wire-item.ts'
import { ApiError } from './api-error.ts'
import { RefusedError, sendParsed } from './connection.ts'
import { itemsOf, type PatternContext, runPattern, storedKeys } from './run-pattern.ts'

/** An expectation is read by people: what they could not look through is not kept. */
const maxItems = 100

/** Calls a pattern, and keeps what it gave as what it is expected to give. */
export async function saveExpectation(
  context: PatternContext,
  call: PatternCall,
): Promise<{ readonly file: string }> {
  const { known, kept } = context
  const store = known.expectations
  if (store === undefined) {
    const message =
      'Expectations are kept beside a model file. Start the workbench with one: monotable workbench model.ts'
    throw new ApiError(409, 'NoModelFile', message)
  }
  const { exchanges, failure } = await runPattern(context, call)
  if (failure !== undefined) throw new RefusedError(failure)
  const keys = storedKeys(known, call.table, exchanges).map(({ key }) => key as WireItem)
  if (keys.length > maxItems) {
    throw new ApiError(
      409,
      'TooMany',
      `It gave ${keys.length} items; an expectation holds at most ${maxItems}.`,
    )
  }
  const isWhole = exchanges.every(({ input }) => !('IndexName' in input))
  const items = isWhole ? exchanges.flatMap(itemsOf) : await readWhole(kept.connection, call.table, keys)
  const file = await store.save({ pattern: call.pattern, arguments: call.arguments, items, returns: keys })
  return { file }
}

/** An index may hold only a part of its items. */
async function readWhole(
  connection: PatternContext['kept']['connection'],
  TableName: string,
  keys: readonly WireItem[],
): Promise<WireItem[]> {
  const items: WireItem[] = []
  for (const Key of keys) {
    const { Item } = (await sendParsed(connection, 'GetItem', { TableName, Key })) as { Item?: WireItem }
    if (Item !== undefined) items.push(Item)
  }
  return items
}
