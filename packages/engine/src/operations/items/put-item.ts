import type { AttributeMap, AttributeMapInput, PutItemInput } from '@monotable/protocol'
import { canonicalizeItem, ITEM_MAX_BYTES, validationError, writeItem } from '@monotable/protocol'
import { tableKeyOf } from '../../tables/item-key.ts'
import { StoredItem } from '../../tables/stored-item.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { checkIndexKeys, checkItemKey } from '../parameters/check-keys.ts'
import { readCondition } from '../parameters/read-condition.ts'
import { requireItemTable } from '../require-table-named.ts'
import { inWriteLayer } from '../wording-layer.ts'
import { noAttributes, oldAttributes, runWrite } from '../writes/run-write.ts'

/** Writes a whole item, replacing the one with the same key. */
export async function putItem(context: OperationContext, input: PutItemInput): Promise<WireAnswer> {
  const { stored, item, condition } = inWriteLayer(input, () => readPut(input))
  const table = requireItemTable(context, input.TableName)
  checkItemKey(table, item)
  checkIndexKeys(table, item, 'put')
  if (condition !== undefined) checkKeyPaths(table, condition.paths)
  return await runWrite(context, {
    write: {
      table,
      key: tableKeyOf(table, item),
      condition,
      next: () => stored,
      returnsItemOnFailure: input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
      keyItem: wantsKey(context, input) ? stored.item : undefined,
    },
    input,
    attributes: input.ReturnValues === 'ALL_OLD' ? oldAttributes : noAttributes,
  })
}

// The order of the checks is observable: values, ReturnValues, size, then the condition.
function readPut(input: PutItemInput) {
  const condition = readCondition(input)
  const { stored, item } = readItem(input.Item)
  checkReturnsOldOrNone(input.ReturnValues)
  checkItemSize(stored.sizeBytes)
  return { stored, item, condition: condition() }
}

/** Returns the item to store, and its attributes for immediate checks: the caller may change them later. */
export function readItem(raw: AttributeMapInput): { stored: StoredItem; item: AttributeMap } {
  const written = writeItem(raw)
  // An item that can be written unchanged is canonical as it is, and most are not needed as objects again.
  if (written !== undefined) return { stored: StoredItem.fromRecord(written), item: raw as AttributeMap }
  const { item, sizeBytes } = canonicalizeItem(raw)
  return { stored: StoredItem.fromItem(item, sizeBytes), item }
}

/** Returns whether the key of a put item is needed again, for tracking keys or for the size of its collection. */
export function wantsKey(
  { meter }: OperationContext,
  input: Pick<PutItemInput, 'ReturnItemCollectionMetrics'>,
): boolean {
  return meter.watches || input.ReturnItemCollectionMetrics === 'SIZE'
}

/** Checks ReturnValues: PutItem and DeleteItem can return only the old item. */
export function checkReturnsOldOrNone(returnValues: string | undefined): void {
  if (returnValues === undefined || returnValues === 'ALL_OLD' || returnValues === 'NONE') return
  throw validationError('ReturnValues can only be ALL_OLD or NONE')
}

/** Enforces the limit of 400 KB on an item that is given whole. */
export function checkItemSize(sizeBytes: number): void {
  if (sizeBytes > ITEM_MAX_BYTES) throw validationError('Item size has exceeded the maximum allowed size')
}
