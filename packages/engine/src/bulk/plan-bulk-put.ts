import { type JsonRecord, readImportedItem } from '../copies/import-source.ts'
import { checkKeyPaths } from '../operations/parameters/check-key-paths.ts'
import { type ConditionParameters, readCondition } from '../operations/parameters/read-condition.ts'
import { inLayer } from '../operations/wording-layer.ts'
import type { ItemWrite } from '../operations/writes/decide-write.ts'
import { tableKeyOf } from '../tables/item-key.ts'
import type { StoredItem } from '../tables/stored-item.ts'
import type { Table } from '../tables/table.ts'
import { compileReader } from '../validation/compile-reader.ts'
import { map, struct, text } from '../validation/shape.ts'

/** What may accompany the item of a line: a condition, as in PutItem. */
const readBeside = compileReader(
  struct('BulkPutRecord', {
    ConditionExpression: text(),
    ExpressionAttributeNames: map(text()),
    ExpressionAttributeValues: map({ kind: 'attributeValue' }),
  }),
  'field',
)

/** One item to be put. */
export interface BulkPut {
  readonly write: ItemWrite
  readonly stored: StoredItem
}

/** Plans the put of a line's item, checked as PutItem checks it; throws if it is invalid. */
export function planBulkPut(table: Table, { Item: raw, ...beside }: JsonRecord): BulkPut {
  const stored = readImportedItem(table, raw)
  const condition = inLayer('older', () => readCondition(conditionOf(beside))())
  if (condition !== undefined) checkKeyPaths(table, condition.paths)
  const { item } = stored
  const write: ItemWrite = {
    table,
    key: tableKeyOf(table, item),
    condition,
    next: () => stored,
    returnsItemOnFailure: false,
    origin: 'bulk',
  }
  return { write, stored }
}

// Only these members: bulk operations ignore `Expected` and other parameters of PutItem.
function conditionOf(beside: object): ConditionParameters {
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = readBeside(
    withoutNulls(beside),
  ) as ConditionParameters
  return { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues }
}

/** Removes null members: as in a request, they count as absent. */
function withoutNulls(beside: object): object {
  return Object.fromEntries(Object.entries(beside).filter(([, value]) => value !== null))
}
