import type { OperationName } from '@monotable/protocol'
import {
  batchGetWording,
  batchWriteWording,
  type CurrentWording,
  putWording,
  queryWording,
  readWording,
  transactWording,
  updateWording,
} from './current-wording.ts'
import type { StructShape } from './shape.ts'
import { batchGetItem, batchWriteItem } from './shapes/batch-operations.ts'
import { deleteItem, getItem, putItem, query, scan, updateItem } from './shapes/item-operations.ts'
import * as table from './shapes/table-operations.ts'
import { transactGetItems, transactWriteItems } from './shapes/transaction-operations.ts'

/** What an operation's request must look like, and how it words what does not. */
export interface OperationShape {
  readonly input: StructShape
  /** How AWS words it today, where that has changed. */
  readonly wording?: CurrentWording
  /** A member whose absence is reported before anything else, in a sentence of its own. */
  readonly first?: { readonly member: string; readonly missing: string }
  /** The classic wording has a sentence for one empty member. */
  readonly empty?: { readonly member: string; readonly classic: string }
}

const tableNameFirst = {
  member: 'TableName',
  missing: "The parameter 'TableName' is required but was not present in the request",
}

const arnFirst = { member: 'ResourceArn', missing: 'Invalid TableArn' }

function emptyRequestItems(operation: string) {
  return {
    member: 'RequestItems',
    classic: `The requestItems parameter is required for ${operation}`,
  }
}

/** The requests of all operations. */
export const operationShapes: { readonly [Name in OperationName]: OperationShape } = {
  BatchGetItem: {
    input: batchGetItem,
    wording: batchGetWording,
    empty: emptyRequestItems('BatchGetItem'),
  },
  BatchWriteItem: {
    input: batchWriteItem,
    wording: batchWriteWording,
    empty: emptyRequestItems('BatchWriteItem'),
  },
  CreateTable: { input: table.createTable, first: tableNameFirst },
  DeleteItem: { input: deleteItem, wording: putWording },
  DeleteTable: { input: table.deleteTable, first: tableNameFirst },
  DescribeEndpoints: { input: table.describeEndpoints },
  DescribeLimits: { input: table.describeLimits },
  DescribeTable: { input: table.describeTable, first: tableNameFirst },
  GetItem: { input: getItem, wording: readWording },
  ListTables: { input: table.listTables },
  ListTagsOfResource: { input: table.listTagsOfResource, first: arnFirst },
  PutItem: { input: putItem, wording: putWording },
  Query: { input: query, wording: queryWording },
  Scan: { input: scan },
  TagResource: { input: table.tagResource, first: arnFirst },
  TransactGetItems: { input: transactGetItems, wording: transactWording },
  TransactWriteItems: { input: transactWriteItems, wording: transactWording },
  UntagResource: { input: table.untagResource, first: arnFirst },
  UpdateItem: { input: updateItem, wording: updateWording },
  UpdateTable: { input: table.updateTable, first: tableNameFirst },
}
