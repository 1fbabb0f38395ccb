import type { BatchGetItemInput, BatchGetItemOutput } from './batch-get-item.ts'
import type { BatchWriteItemInput, BatchWriteItemOutput } from './batch-write-item.ts'
import type { CreateTableInput, CreateTableOutput } from './create-table.ts'
import type { DeleteItemInput, DeleteItemOutput } from './delete-item.ts'
import type { DeleteTableInput, DeleteTableOutput } from './delete-table.ts'
import type { DescribeEndpointsInput, DescribeEndpointsOutput } from './describe-endpoints.ts'
import type { DescribeLimitsInput, DescribeLimitsOutput } from './describe-limits.ts'
import type { DescribeTableInput, DescribeTableOutput } from './describe-table.ts'
import type { GetItemInput, GetItemOutput } from './get-item.ts'
import type { ListTablesInput, ListTablesOutput } from './list-tables.ts'
import type { ListTagsOfResourceInput, ListTagsOfResourceOutput } from './list-tags-of-resource.ts'
import type { PutItemInput, PutItemOutput } from './put-item.ts'
import type { QueryInput, QueryOutput } from './query.ts'
import type { ScanInput, ScanOutput } from './scan.ts'
import type { TagResourceInput, TagResourceOutput } from './tag-resource.ts'
import type { TransactGetItemsInput, TransactGetItemsOutput } from './transact-get-items.ts'
import type { TransactWriteItemsInput, TransactWriteItemsOutput } from './transact-write-items.ts'
import type { UntagResourceInput, UntagResourceOutput } from './untag-resource.ts'
import type { UpdateItemInput, UpdateItemOutput } from './update-item.ts'
import type { UpdateTableInput, UpdateTableOutput } from './update-table.ts'

/** What goes into each operation. */
export interface OperationInputs {
  readonly BatchGetItem: BatchGetItemInput
  readonly BatchWriteItem: BatchWriteItemInput
  readonly CreateTable: CreateTableInput
  readonly DeleteItem: DeleteItemInput
  readonly DeleteTable: DeleteTableInput
  readonly DescribeEndpoints: DescribeEndpointsInput
  readonly DescribeLimits: DescribeLimitsInput
  readonly DescribeTable: DescribeTableInput
  readonly GetItem: GetItemInput
  readonly ListTables: ListTablesInput
  readonly ListTagsOfResource: ListTagsOfResourceInput
  readonly PutItem: PutItemInput
  readonly Query: QueryInput
  readonly Scan: ScanInput
  readonly TagResource: TagResourceInput
  readonly TransactGetItems: TransactGetItemsInput
  readonly TransactWriteItems: TransactWriteItemsInput
  readonly UntagResource: UntagResourceInput
  readonly UpdateItem: UpdateItemInput
  readonly UpdateTable: UpdateTableInput
}

/** What comes out of each operation. */
export interface OperationOutputs {
  readonly BatchGetItem: BatchGetItemOutput
  readonly BatchWriteItem: BatchWriteItemOutput
  readonly CreateTable: CreateTableOutput
  readonly DeleteItem: DeleteItemOutput
  readonly DeleteTable: DeleteTableOutput
  readonly DescribeEndpoints: DescribeEndpointsOutput
  readonly DescribeLimits: DescribeLimitsOutput
  readonly DescribeTable: DescribeTableOutput
  readonly GetItem: GetItemOutput
  readonly ListTables: ListTablesOutput
  readonly ListTagsOfResource: ListTagsOfResourceOutput
  readonly PutItem: PutItemOutput
  readonly Query: QueryOutput
  readonly Scan: ScanOutput
  readonly TagResource: TagResourceOutput
  readonly TransactGetItems: TransactGetItemsOutput
  readonly TransactWriteItems: TransactWriteItemsOutput
  readonly UntagResource: UntagResourceOutput
  readonly UpdateItem: UpdateItemOutput
  readonly UpdateTable: UpdateTableOutput
}

/** The operations that the database has. */
export type OperationName = keyof OperationInputs
