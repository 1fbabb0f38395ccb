import type { PatternCall } from '../shared/api.ts'
import type { WireItem } from '../shared/guess/wire-item.ts'
import { ApiError } from './api-error.ts'
import { RefusedError, sendParsed } from './connection.ts'
import { itemsOf, type PatternContext, runPattern, storedKeys } from './run-pattern.ts'

/** People read expectations; one that is too long to look through is not saved. */
const maxItems = 100

/** Calls a pattern, and saves the result as its expectation. */
export async function saveExpectation(
  context: PatternContext,
  call: PatternCall,
): Promise<{ readonly file: string }> {
  const { known, kept } = context
  const store = known.expectations
  if (store === undefined) {
    const message =
      'Expectations are saved beside a model file. Start the workbench with one: monotable workbench model.ts'
    throw new ApiError(409, 'NoModelFile', message)
  }
  const { exchanges, failure } = await runPattern(context, call)
  if (failure !== undefined) throw new RefusedError(failure)
  const keys = storedKeys(known, call.table, exchanges).map(({ key }) => key as WireItem)
  if (keys.length > maxItems) {
    throw new ApiError(
      409,
      'TooMany',
      `The call returned ${keys.length} items; an expectation holds at most ${maxItems}.`,
    )
  }
  const isWhole = exchanges.every(({ input }) => !('IndexName' in input))
  const items = isWhole ? exchanges.flatMap(itemsOf) : await readWhole(kept.connection, call.table, keys)
  const file = await store.save({ pattern: call.pattern, arguments: call.arguments, items, returns: keys })
  return { file }
}

/** Reads the whole items from the table, since an index may hold only parts of them. */
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
