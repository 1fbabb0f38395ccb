import { refused } from '../build-case.ts'
import type { ConformanceCase, Fields, OperationName } from '../case.ts'
import { unserializable } from '../errors.ts'
import { alternator, dynalite } from '../sources.ts'
import { S } from '../values.ts'

const notExpected = 'Start of structure or map found where not expected'

/** The errors for JSON of a wrong kind, by the kind of member: [bad value, message]. */
const kinds: { readonly [kind: string]: readonly [unknown, string][] } = {
  String: [
    [true, 'TRUE_VALUE cannot be converted to String'],
    [false, 'FALSE_VALUE cannot be converted to String'],
    [23, 'NUMBER_VALUE cannot be converted to String'],
    [34.56, 'DECIMAL_VALUE cannot be converted to String'],
    [[], 'Unrecognized collection type class java.lang.String'],
    [{}, notExpected],
  ],
  Boolean: [
    [23, 'NUMBER_VALUE cannot be converted to Boolean'],
    [34.56, 'DECIMAL_VALUE cannot be converted to Boolean'],
    ['hello', 'Unexpected token received from parser'],
    [[], 'Unrecognized collection type class java.lang.Boolean'],
    [{}, notExpected],
  ],
  Integer: [
    ['1', 'STRING_VALUE cannot be converted to Integer'],
    [true, 'TRUE_VALUE cannot be converted to Integer'],
    [false, 'FALSE_VALUE cannot be converted to Integer'],
    [[], 'Unrecognized collection type class java.lang.Integer'],
    [{}, notExpected],
  ],
  Long: [
    ['1', 'STRING_VALUE cannot be converted to Long'],
    [true, 'TRUE_VALUE cannot be converted to Long'],
    [[], 'Unrecognized collection type class java.lang.Long'],
    [{}, notExpected],
  ],
  Blob: [
    [true, 'only base-64-encoded strings are convertible to bytes'],
    [23, 'only base-64-encoded strings are convertible to bytes'],
    [[], 'Unrecognized collection type class java.nio.ByteBuffer'],
    [{}, notExpected],
    ['abcde', 'Base64 encoded length is expected a multiple of 4 bytes but found: 5'],
    ['=+/=', 'Invalid last non-pad Base64 character dectected'],
    ['+/+=', 'Invalid last non-pad Base64 character dectected'],
  ],
  List: [
    ['x', 'Unexpected field type'],
    [23, 'Unexpected field type'],
    [true, 'Unexpected field type'],
    [{}, notExpected],
  ],
  'Map<AttributeValue>': [
    ['x', 'Unexpected field type'],
    [23, 'Unexpected field type'],
    [
      [],
      'Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>',
    ],
  ],
  'Map<String>': [
    [true, 'Unexpected field type'],
    [[], 'Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>'],
  ],
  'value AttributeValue': [
    ['x', 'Unexpected value type in payload'],
    [23, 'Unexpected value type in payload'],
    [false, 'Unexpected value type in payload'],
    [[], 'Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue'],
  ],
  'value AttributeDefinition': [
    ['x', 'Unexpected value type in payload'],
    [[], 'Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeDefinition'],
  ],
  'field ProvisionedThroughput': [
    ['x', 'Unexpected field type'],
    [[], 'Unrecognized collection type class com.amazonaws.dynamodb.v20120810.ProvisionedThroughput'],
  ],
  'field PutRequest': [
    [23, 'Unexpected field type'],
    [[], 'Unrecognized collection type class com.amazonaws.dynamodb.v20120810.PutRequest'],
  ],
  'value WriteRequest': [
    ['x', 'Unexpected value type in payload'],
    [[], 'Unrecognized collection type class com.amazonaws.dynamodb.v20120810.WriteRequest'],
  ],
  'value KeysAndAttributes': [
    ['x', 'Unexpected value type in payload'],
    [[], 'Unrecognized collection type class com.amazonaws.dynamodb.v20120810.KeysAndAttributes'],
  ],
  'Map<List<WriteRequest>>': [
    ['x', 'Unexpected field type'],
    [
      [],
      'Unrecognized collection type java.util.Map<java.lang.String, java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>>',
    ],
  ],
  'Map<KeysAndAttributes>': [
    ['x', 'Unexpected field type'],
    [
      [],
      'Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.KeysAndAttributes>',
    ],
  ],
  'value ExpectedAttributeValue': [
    ['x', 'Unexpected value type in payload'],
    [[], 'Unrecognized collection type class com.amazonaws.dynamodb.v20120810.ExpectedAttributeValue'],
  ],
  'value Condition': [
    ['x', 'Unexpected value type in payload'],
    [[], 'Unrecognized collection type class com.amazonaws.dynamodb.v20120810.Condition'],
  ],
  'value AttributeValueUpdate': [
    ['x', 'Unexpected value type in payload'],
    [[], 'Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValueUpdate'],
  ],
}

/** [operation, member, its kind, the input with the bad value in place] */
const members: readonly [OperationName, string, string, (bad: unknown) => Fields][] = [
  ['PutItem', 'TableName', 'String', (bad) => ({ TableName: bad })],
  ['PutItem', 'Item', 'Map<AttributeValue>', (bad) => ({ Item: bad })],
  ['PutItem', 'Item.v', 'value AttributeValue', (bad) => ({ Item: { v: bad } })],
  ['PutItem', 'Item.v.S', 'String', (bad) => ({ Item: { v: { S: bad } } })],
  ['PutItem', 'Item.v.N', 'String', (bad) => ({ Item: { v: { N: bad } } })],
  ['PutItem', 'Item.v.B', 'Blob', (bad) => ({ Item: { v: { B: bad } } })],
  ['PutItem', 'Item.v.BOOL', 'Boolean', (bad) => ({ Item: { v: { BOOL: bad } } })],
  ['PutItem', 'Item.v.NULL', 'Boolean', (bad) => ({ Item: { v: { NULL: bad } } })],
  ['PutItem', 'Item.v.SS', 'List', (bad) => ({ Item: { v: { SS: bad } } })],
  ['PutItem', 'Item.v.NS', 'List', (bad) => ({ Item: { v: { NS: bad } } })],
  ['PutItem', 'Item.v.BS', 'List', (bad) => ({ Item: { v: { BS: bad } } })],
  ['PutItem', 'Item.v.L', 'List', (bad) => ({ Item: { v: { L: bad } } })],
  ['PutItem', 'Item.v.L[0]', 'value AttributeValue', (bad) => ({ Item: { v: { L: [bad] } } })],
  ['PutItem', 'Item.v.M', 'Map<AttributeValue>', (bad) => ({ Item: { v: { M: bad } } })],
  ['PutItem', 'Item.v.M.x', 'value AttributeValue', (bad) => ({ Item: { v: { M: { x: bad } } } })],
  ['PutItem', 'ExpressionAttributeNames', 'Map<String>', (bad) => ({ ExpressionAttributeNames: bad })],
  [
    'PutItem',
    'ExpressionAttributeNames.#a',
    'String',
    (bad) => ({ ExpressionAttributeNames: { '#a': bad } }),
  ],
  ['PutItem', 'Expected.v', 'value ExpectedAttributeValue', (bad) => ({ Expected: { v: bad } })],
  ['PutItem', 'Expected.v.Exists', 'Boolean', (bad) => ({ Expected: { v: { Exists: bad } } })],
  ['PutItem', 'ConditionExpression', 'String', (bad) => ({ ConditionExpression: bad })],
  [
    'UpdateItem',
    'AttributeUpdates.v',
    'value AttributeValueUpdate',
    (bad) => ({ AttributeUpdates: { v: bad } }),
  ],
  ['UpdateItem', 'UpdateExpression', 'String', (bad) => ({ UpdateExpression: bad })],
  ['DeleteItem', 'ReturnValues', 'String', (bad) => ({ ReturnValues: bad })],
  ['GetItem', 'Key', 'Map<AttributeValue>', (bad) => ({ Key: bad })],
  ['GetItem', 'ConsistentRead', 'Boolean', (bad) => ({ ConsistentRead: bad })],
  ['GetItem', 'AttributesToGet', 'List', (bad) => ({ AttributesToGet: bad })],
  ['GetItem', 'AttributesToGet[0]', 'String', (bad) => ({ AttributesToGet: [bad] })],
  ['Query', 'Limit', 'Integer', (bad) => ({ Limit: bad })],
  ['Query', 'ScanIndexForward', 'Boolean', (bad) => ({ ScanIndexForward: bad })],
  ['Query', 'KeyConditions.pk', 'value Condition', (bad) => ({ KeyConditions: { pk: bad } })],
  ['Query', 'ExclusiveStartKey', 'Map<AttributeValue>', (bad) => ({ ExclusiveStartKey: bad })],
  ['Scan', 'Segment', 'Integer', (bad) => ({ Segment: bad })],
  ['Scan', 'FilterExpression', 'String', (bad) => ({ FilterExpression: bad })],
  ['BatchGetItem', 'RequestItems', 'Map<KeysAndAttributes>', (bad) => ({ RequestItems: bad })],
  ['BatchGetItem', 'RequestItems.a', 'value KeysAndAttributes', (bad) => ({ RequestItems: { a: bad } })],
  ['BatchGetItem', 'RequestItems.a.Keys', 'List', (bad) => ({ RequestItems: { a: { Keys: bad } } })],
  ['BatchWriteItem', 'RequestItems', 'Map<List<WriteRequest>>', (bad) => ({ RequestItems: bad })],
  ['BatchWriteItem', 'RequestItems.a[0]', 'value WriteRequest', (bad) => ({ RequestItems: { a: [bad] } })],
  [
    'BatchWriteItem',
    'RequestItems.a[0].PutRequest',
    'field PutRequest',
    (bad) => ({ RequestItems: { a: [{ PutRequest: bad }] } }),
  ],
  ['CreateTable', 'AttributeDefinitions', 'List', (bad) => ({ AttributeDefinitions: bad })],
  [
    'CreateTable',
    'AttributeDefinitions[0]',
    'value AttributeDefinition',
    (bad) => ({ AttributeDefinitions: [bad] }),
  ],
  [
    'CreateTable',
    'ProvisionedThroughput',
    'field ProvisionedThroughput',
    (bad) => ({ ProvisionedThroughput: bad }),
  ],
  [
    'CreateTable',
    'ReadCapacityUnits',
    'Long',
    (bad) => ({ ProvisionedThroughput: { ReadCapacityUnits: bad } }),
  ],
  ['ListTables', 'Limit', 'Integer', (bad) => ({ Limit: bad })],
  ['TransactWriteItems', 'TransactItems', 'List', (bad) => ({ TransactItems: bad })],
  ['TransactWriteItems', 'ClientRequestToken', 'String', (bad) => ({ ClientRequestToken: bad })],
  ['TagResource', 'ResourceArn', 'String', (bad) => ({ ResourceArn: bad })],
]

/** Over the whole corpus each member is tested once with every wrong kind: scalars everywhere, the rest in turn. */
const cases = members.flatMap(([operation, member, kind, input]) =>
  (kinds[kind] ?? []).map(([bad, message]) =>
    refused(
      { name: `${operation} refuses ${JSON.stringify(bad)} for ${member}`, source: dynalite, operation },
      input(bad),
      unserializable(message),
    ),
  ),
)

const others: readonly ConformanceCase[] = [
  refused(
    {
      name: 'a JSON number as a DynamoDB number is reported before a missing table name',
      source: alternator,
      operation: 'PutItem',
    },
    { Item: { pk: S('k'), n: { N: 123 } } },
    unserializable('NUMBER_VALUE cannot be converted to String'),
  ),
  refused(
    {
      name: 'a number for a name placeholder in a transaction is refused',
      source: alternator,
      operation: 'TransactWriteItems',
    },
    {
      TransactItems: [
        {
          Put: {
            TableName: '«hash»',
            Item: { pk: S('k') },
            ConditionExpression: '#xyz = #xyz',
            ExpressionAttributeNames: { '#xyz': 7 },
          },
        },
      ],
    },
    unserializable('NUMBER_VALUE cannot be converted to String'),
  ),
]

export const serialization: readonly ConformanceCase[] = [...cases, ...others]
