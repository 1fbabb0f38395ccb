import type { OperationInputs, OperationName } from '@monotable/protocol'
import { batchGetItem } from '../operations/batch-get-item.ts'
import { batchWriteItem } from '../operations/batch-write-item.ts'
import { createTable } from '../operations/create-table.ts'
import { deleteItem } from '../operations/delete-item.ts'
import { deleteTable } from '../operations/delete-table.ts'
import { describeEndpoints } from '../operations/describe-endpoints.ts'
import { describeLimits } from '../operations/describe-limits.ts'
import { describeTable } from '../operations/describe-table.ts'
import { getItem } from '../operations/get-item.ts'
import { listTables } from '../operations/list-tables.ts'
import { listTagsOfResource } from '../operations/list-tags-of-resource.ts'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { putItem } from '../operations/put-item.ts'
import { query } from '../operations/query.ts'
import { scan } from '../operations/scan.ts'
import { tagResource } from '../operations/tag-resource.ts'
import { transactGetItems } from '../operations/transact-get-items.ts'
import { transactWriteItems } from '../operations/transact-write-items.ts'
import { untagResource } from '../operations/untag-resource.ts'
import { updateItem } from '../operations/update-item.ts'
import { updateTable } from '../operations/update-table.ts'

/** What the database does, by the name of the operation. */
export const operationTable: {
  readonly [Name in OperationName]: (
    context: OperationContext,
    input: OperationInputs[Name],
  ) => Promise<WireAnswer>
} = {
  BatchGetItem: batchGetItem,
  BatchWriteItem: batchWriteItem,
  CreateTable: createTable,
  DeleteItem: deleteItem,
  DeleteTable: deleteTable,
  DescribeEndpoints: describeEndpoints,
  DescribeLimits: describeLimits,
  DescribeTable: describeTable,
  GetItem: getItem,
  ListTables: listTables,
  ListTagsOfResource: listTagsOfResource,
  PutItem: putItem,
  Query: query,
  Scan: scan,
  TagResource: tagResource,
  TransactGetItems: transactGetItems,
  TransactWriteItems: transactWriteItems,
  UntagResource: untagResource,
  UpdateItem: updateItem,
  UpdateTable: updateTable,
}

/** Whether the database has an operation of that name. */
export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operationTable, name)
}

/** Operations that AWS answers with no body at all. */
export const bodiless: ReadonlySet<string> = new Set<OperationName>(['TagResource', 'UntagResource'])
