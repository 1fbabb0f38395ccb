import type { DeleteItemInput } from '@monotable/protocol'
import { canonicalizeItem } from '@monotable/protocol'
import { tableKeyOf } from '../tables/item-key.ts'
import { checkKeyPaths } from './check-key-paths.ts'
import { checkKey } from './check-keys.ts'
import type { OperationContext, WireAnswer } from './operation-context.ts'
import { checkReturnsOldOrNone } from './put-item.ts'
import { readCondition } from './read-condition.ts'
import { requireTableNamed } from './require-table-named.ts'
import { noAttributes, oldAttributes, runWrite } from './run-write.ts'
import { inWriteLayer } from './wording-layer.ts'

/** Removes an item by its key. Removing nothing is no error. */
export async function deleteItem(context: OperationContext, input: DeleteItemInput): Promise<WireAnswer> {
  const { key, condition } = inWriteLayer(input, () => readDelete(input))
  const table = requireTableNamed(context, input.TableName)
  checkKey(table, key)
  if (condition !== undefined) checkKeyPaths(table, condition.paths)
  return await runWrite(context, {
    write: {
      table,
      key: tableKeyOf(table, key),
      condition,
      next: () => undefined,
      returnsItemOnFailure: input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
      keyItem: key,
    },
    input,
    attributes: input.ReturnValues === 'ALL_OLD' ? oldAttributes : noAttributes,
  })
}

function readDelete(input: DeleteItemInput) {
  const condition = readCondition(input)
  const { item: key } = canonicalizeItem(input.Key)
  checkReturnsOldOrNone(input.ReturnValues)
  return { key, condition: condition() }
}
