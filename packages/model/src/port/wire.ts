/*
 * The requests that the model sends and the answers that it reads, as far as it uses them: those of the AWS SDK's
 * low-level client, under AWS's own names.
 */

/** A value as it travels; binary is a `Uint8Array`. */
export type WireValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: Uint8Array }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly Uint8Array[] }
  | { readonly L: readonly WireValue[] }
  | { readonly M: WireItem }

/** Attributes by name. Names belong to users: use `getOwn` and `setOwn`. */
export type WireItem = { readonly [attribute: string]: WireValue }

/** A value under construction. */
export type Mutable<Input> = { -readonly [Name in keyof Input]: Input[Name] }

/** The names and values that expressions refer to. */
export interface ExpressionNames {
  readonly ExpressionAttributeNames?: { readonly [placeholder: string]: string }
  readonly ExpressionAttributeValues?: { readonly [placeholder: string]: WireValue }
}

interface Conditional extends ExpressionNames {
  readonly TableName: string
  readonly ConditionExpression?: string
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE'
}

export interface PutItemInput extends Conditional {
  readonly Item: WireItem
  readonly ReturnValues?: ReturnValues
}

export interface DeleteItemInput extends Conditional {
  readonly Key: WireItem
  readonly ReturnValues?: ReturnValues
}

export interface UpdateItemInput extends Conditional {
  readonly Key: WireItem
  readonly UpdateExpression?: string
  readonly ReturnValues?: ReturnValues
}

export interface ConditionCheckInput extends Conditional {
  readonly Key: WireItem
}

export type ReturnValues = 'NONE' | 'ALL_OLD' | 'ALL_NEW' | 'UPDATED_OLD' | 'UPDATED_NEW'

/** A request that may restrict the attributes of its answer. */
export interface Projected extends ExpressionNames {
  readonly ProjectionExpression?: string
}

export interface GetItemInput extends Projected {
  readonly TableName: string
  readonly Key: WireItem
  readonly ConsistentRead?: boolean
}

export interface ScanInput extends Projected {
  readonly TableName: string
  readonly IndexName?: string
  readonly FilterExpression?: string
  readonly Limit?: number
  readonly Select?: 'COUNT'
  readonly ConsistentRead?: boolean
  readonly ExclusiveStartKey?: WireItem
  readonly Segment?: number
  readonly TotalSegments?: number
}

export interface QueryInput extends Omit<ScanInput, 'Segment' | 'TotalSegments'> {
  readonly KeyConditionExpression: string
  readonly ScanIndexForward?: boolean
}

interface BatchGetKeys extends Projected {
  readonly Keys: readonly WireItem[]
  readonly ConsistentRead?: boolean
}

export interface BatchGetItemInput {
  readonly RequestItems: {
    readonly [table: string]: BatchGetKeys
  }
}

/** One member of a BatchWriteItem. */
export type WriteRequest =
  | { readonly PutRequest: { readonly Item: WireItem }; readonly DeleteRequest?: undefined }
  | { readonly DeleteRequest: { readonly Key: WireItem }; readonly PutRequest?: undefined }

export interface BatchWriteItemInput {
  readonly RequestItems: { readonly [table: string]: readonly WriteRequest[] }
}

/** One member of a TransactWriteItems. */
export type TransactWriteItem =
  | { readonly Put: Omit<PutItemInput, 'ReturnValues'> }
  | { readonly Update: Omit<UpdateItemInput, 'ReturnValues'> }
  | { readonly Delete: Omit<DeleteItemInput, 'ReturnValues'> }
  | { readonly ConditionCheck: ConditionCheckInput }

export interface TransactGetItemsInput {
  readonly TransactItems: readonly { readonly Get: Omit<GetItemInput, 'ConsistentRead'> }[]
}

export interface TransactWriteItemsInput {
  readonly TransactItems: readonly TransactWriteItem[]
  readonly ClientRequestToken?: string
}

/** The units that a request consumed on a table or on one of its indexes. */
export interface ConsumedCapacity {
  readonly TableName?: string
  readonly CapacityUnits?: number
  readonly ReadCapacityUnits?: number
  readonly WriteCapacityUnits?: number
  readonly Table?: ConsumedCapacity
  readonly GlobalSecondaryIndexes?: { readonly [index: string]: ConsumedCapacity }
  readonly LocalSecondaryIndexes?: { readonly [index: string]: ConsumedCapacity }
}

/** The operations that the model uses, with their inputs. */
export interface OperationInputs {
  readonly GetItem: GetItemInput
  readonly PutItem: PutItemInput
  readonly UpdateItem: UpdateItemInput
  readonly DeleteItem: DeleteItemInput
  readonly Query: QueryInput
  readonly Scan: ScanInput
  readonly BatchGetItem: BatchGetItemInput
  readonly BatchWriteItem: BatchWriteItemInput
  readonly TransactWriteItems: TransactWriteItemsInput
  readonly TransactGetItems: TransactGetItemsInput
}

interface Page {
  readonly Items?: readonly WireItem[]
  readonly Count?: number
  readonly ScannedCount?: number
  readonly LastEvaluatedKey?: WireItem
}

/** The operations that the model uses, with their outputs. */
export interface OperationOutputs {
  readonly GetItem: { readonly Item?: WireItem }
  readonly PutItem: { readonly Attributes?: WireItem }
  readonly UpdateItem: { readonly Attributes?: WireItem }
  readonly DeleteItem: { readonly Attributes?: WireItem }
  readonly Query: Page
  readonly Scan: Page
  readonly BatchGetItem: {
    readonly Responses?: { readonly [table: string]: readonly WireItem[] }
    readonly UnprocessedKeys?: BatchGetItemInput['RequestItems']
  }
  readonly BatchWriteItem: { readonly UnprocessedItems?: BatchWriteItemInput['RequestItems'] }
  readonly TransactWriteItems: object
  readonly TransactGetItems: { readonly Responses?: readonly { readonly Item?: WireItem }[] }
}

export type OperationName = keyof OperationInputs

/** The input of CreateTable, as far as a model determines it. */
export interface CreateTableInput {
  TableName: string
  BillingMode: 'PAY_PER_REQUEST' | 'PROVISIONED'
  ProvisionedThroughput?: Throughput
  AttributeDefinitions: { AttributeName: string; AttributeType: 'S' | 'N' | 'B' }[]
  KeySchema: KeySchemaElement[]
  GlobalSecondaryIndexes?: IndexInput[]
  LocalSecondaryIndexes?: IndexInput[]
}

export interface KeySchemaElement {
  AttributeName: string
  KeyType: 'HASH' | 'RANGE'
}

export interface IndexInput {
  IndexName: string
  KeySchema: KeySchemaElement[]
  Projection: { ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'; NonKeyAttributes?: string[] }
  ProvisionedThroughput?: Throughput
}

/** The read and write units per second of a table or an index. */
export interface Throughput {
  ReadCapacityUnits: number
  WriteCapacityUnits: number
}
