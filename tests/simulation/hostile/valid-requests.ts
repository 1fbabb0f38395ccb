import type { Json } from '../wire-call.ts'
import { target, targetKey } from './open-target.ts'

const names = { '#a': 'a', '#b': 'b' }
const values = { ':v': { S: 'v' }, ':n': { N: '1' } }
const item = {
  ...targetKey,
  gp: { S: 'g' },
  b: { B: 'AQ==' },
  m: { M: { x: { L: [{ N: '1' }, { NULL: true }, { BOOL: true }] } } },
  ns: { NS: ['1', '2'] },
  bs: { BS: ['AQ==', 'Ag=='] },
  ss: { SS: ['a', 'b'] },
}
const condition = {
  ConditionExpression: 'attribute_exists(#a) OR #b <> :v OR size(#a) > :n',
  ExpressionAttributeNames: names,
  ExpressionAttributeValues: values,
}
const options = { ReturnConsumedCapacity: 'INDEXES', ReturnItemCollectionMetrics: 'SIZE' }
const arn = `arn:aws:dynamodb:us-east-1:000000000000:table/${target}`
const keySchema = [
  { AttributeName: 'k', KeyType: 'HASH' },
  { AttributeName: 'r', KeyType: 'RANGE' },
]

/** A valid request for every operation, and several for operations that have different forms. */
export const validRequests: readonly (readonly [operation: string, input: Json])[] = [
  ['PutItem', { TableName: target, Item: item, ...condition, ...options, ReturnValues: 'ALL_OLD' }],
  [
    'PutItem',
    {
      TableName: target,
      Item: item,
      Expected: { a: { Exists: false }, b: { ComparisonOperator: 'NULL' } },
      ConditionalOperator: 'OR',
    },
  ],
  [
    'GetItem',
    {
      TableName: target,
      Key: targetKey,
      ProjectionExpression: '#a, m.x[0]',
      ExpressionAttributeNames: { '#a': 'a' },
      ConsistentRead: true,
    },
  ],
  ['GetItem', { TableName: arn, Key: targetKey, AttributesToGet: ['a', 'b'] }],
  [
    'DeleteItem',
    { TableName: target, Key: targetKey, ...condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
  ],
  [
    'UpdateItem',
    {
      TableName: target,
      Key: targetKey,
      UpdateExpression: 'SET #a = if_not_exists(#a, :n) + :n, m.y = :v REMOVE z, l[0] ADD c :n',
      ConditionExpression: 'NOT #b = :v',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
      ReturnValues: 'UPDATED_NEW',
    },
  ],
  [
    'UpdateItem',
    {
      TableName: target,
      Key: targetKey,
      AttributeUpdates: { a: { Action: 'ADD', Value: { N: '1' } }, b: { Action: 'DELETE' } },
    },
  ],
  [
    'Query',
    {
      TableName: target,
      IndexName: 'local',
      KeyConditionExpression: 'pk = :v AND gp BETWEEN :v AND :w',
      FilterExpression: 'contains(#a, :v) AND #b IN (:v, :w)',
      ProjectionExpression: 'pk, sk',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':v': { S: 'p' }, ':w': { S: 'q' } },
      Limit: 3,
      ScanIndexForward: false,
      ExclusiveStartKey: { ...targetKey, gp: { S: 'pp' } },
    },
  ],
  [
    'Query',
    {
      TableName: target,
      KeyConditions: {
        pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'p' }] },
        sk: { ComparisonOperator: 'BEGINS_WITH', AttributeValueList: [{ S: 's' }] },
      },
      QueryFilter: { a: { ComparisonOperator: 'NOT_CONTAINS', AttributeValueList: [{ S: 'x' }] } },
      ConditionalOperator: 'AND',
      Select: 'COUNT',
    },
  ],
  [
    'Scan',
    {
      TableName: target,
      IndexName: 'global',
      FilterExpression: '#a = :v',
      ExpressionAttributeNames: { '#a': 'a' },
      ExpressionAttributeValues: { ':v': { S: 'v' } },
      Segment: 0,
      TotalSegments: 2,
      Limit: 5,
    },
  ],
  [
    'Scan',
    {
      TableName: target,
      ScanFilter: { a: { ComparisonOperator: 'IN', AttributeValueList: [{ S: 'x' }, { S: 'y' }] } },
      AttributesToGet: ['pk'],
      ExclusiveStartKey: targetKey,
    },
  ],
  [
    'BatchGetItem',
    {
      RequestItems: {
        [target]: {
          Keys: [targetKey, { pk: { S: 'q' }, sk: { S: 's' } }],
          ProjectionExpression: '#a',
          ExpressionAttributeNames: { '#a': 'a' },
          ConsistentRead: true,
        },
      },
    },
  ],
  [
    'BatchWriteItem',
    {
      RequestItems: {
        [target]: [
          { PutRequest: { Item: item } },
          { DeleteRequest: { Key: { pk: { S: 'q' }, sk: { S: 's' } } } },
        ],
      },
      ...options,
    },
  ],
  [
    'TransactGetItems',
    {
      TransactItems: [
        {
          Get: {
            TableName: target,
            Key: targetKey,
            ProjectionExpression: '#a',
            ExpressionAttributeNames: { '#a': 'a' },
          },
        },
      ],
      ReturnConsumedCapacity: 'TOTAL',
    },
  ],
  [
    'TransactWriteItems',
    {
      ClientRequestToken: 'token',
      TransactItems: [
        { Put: { TableName: target, Item: item } },
        {
          Update: {
            TableName: target,
            Key: { pk: { S: 'u' }, sk: { S: 's' } },
            UpdateExpression: 'ADD #a :n',
            ExpressionAttributeNames: { '#a': 'a' },
            ExpressionAttributeValues: { ':n': { N: '1' } },
          },
        },
        { Delete: { TableName: target, Key: { pk: { S: 'd' }, sk: { S: 's' } } } },
        {
          ConditionCheck: {
            TableName: target,
            Key: { pk: { S: 'c' }, sk: { S: 's' } },
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
      ...options,
    },
  ],
  [
    'CreateTable',
    {
      TableName: 'Another',
      AttributeDefinitions: ['k', 'r', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keySchema,
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
      LocalSecondaryIndexes: [
        {
          IndexName: 'local',
          KeySchema: [keySchema[0], { AttributeName: 'g', KeyType: 'RANGE' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'global',
          KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['x'] },
          ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      SSESpecification: { Enabled: true, SSEType: 'KMS' },
      Tags: [{ Key: 'k', Value: 'v' }],
      TableClass: 'STANDARD',
      DeletionProtectionEnabled: false,
    },
  ],
  [
    'UpdateTable',
    {
      TableName: 'Another',
      AttributeDefinitions: [{ AttributeName: 'h', AttributeType: 'N' }],
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'new',
            KeySchema: [{ AttributeName: 'h', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
    },
  ],
  [
    'UpdateTable',
    {
      TableName: 'Another',
      GlobalSecondaryIndexUpdates: [
        {
          Update: {
            IndexName: 'global',
            ProvisionedThroughput: { ReadCapacityUnits: 2, WriteCapacityUnits: 2 },
          },
        },
      ],
    },
  ],
  ['DeleteTable', { TableName: 'Another' }],
  ['DescribeTable', { TableName: target }],
  ['DescribeLimits', {}],
  ['DescribeEndpoints', {}],
  ['ListTables', { Limit: 2, ExclusiveStartTableName: 'Aaa' }],
  ['TagResource', { ResourceArn: arn, Tags: [{ Key: 'k', Value: 'v' }] }],
  ['UntagResource', { ResourceArn: arn, TagKeys: ['k'] }],
  ['ListTagsOfResource', { ResourceArn: arn, NextToken: 'x' }],
]
