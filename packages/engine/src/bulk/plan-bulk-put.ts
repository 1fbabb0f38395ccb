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

/** What may stand beside the item of a line: a condition, as PutItem takes it. */
const readBeside = compileReader(
  struct('BulkPutRecord', {
    ConditionExpression: text(),
    ExpressionAttributeNames: map(text()),
    ExpressionAttributeValues: map({ kind: 'attributeValue' }),
  }),
  'field',
)

/** One item that is to be put. */
export interface BulkPut {
  readonly write: ItemWrite
  readonly stored: StoredItem
}

/** Plans to put the item of a line, checked as PutItem checks it; what is wrong with it is thrown. */
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

// Only these members: `Expected` and whatever else PutItem takes is nothing to a bulk operation.
function conditionOf(beside: object): ConditionParameters {
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = readBeside(
    withoutNulls(beside),
  ) as ConditionParameters
  return { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues }
}

/** As in a request, a member that is null is one that is not there. */
function withoutNulls(beside: object): object {
  return Object.fromEntries(Object.entries(beside).filter(([, value]) => value !== null))
}
