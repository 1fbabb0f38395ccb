import type { DeleteItemInput } from '@monotable/protocol'
import { canonicalizeItem } from '@monotable/protocol'
import { tableKeyOf } from '../../tables/item-key.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { checkKey } from '../parameters/check-keys.ts'
import { readCondition } from '../parameters/read-condition.ts'
import { requireItemTable } from '../require-table-named.ts'
import { inWriteLayer } from '../wording-layer.ts'
import { noAttributes, oldAttributes, runWrite } from '../writes/run-write.ts'
import { checkReturnsOldOrNone } from './put-item.ts'

/** Deletes an item by its key. Deleting a missing item is not an error. */
export async function deleteItem(context: OperationContext, input: DeleteItemInput): Promise<WireAnswer> {
  const { key, condition } = inWriteLayer(input, () => readDelete(input))
  const table = requireItemTable(context, input.TableName)
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
