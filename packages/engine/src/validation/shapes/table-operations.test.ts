import {
  atLeast,
  atMost,
  broken,
  describeRefused,
  enumOf,
  missing,
  NAME,
  one,
  seenIn,
  several,
} from '../../testing/refused-requests.ts'

const { parity, quirks, verified, dynalite } = seenIn

const table = {
  TableName: 'abc',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
}

const positive = 'Member must have value greater than or equal to 1'

describeRefused('tables', [
  {
    title: 'three key elements are echoed as Java prints them',
    operation: 'CreateTable',
    request: {
      ...table,
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
        { AttributeName: 'extra', KeyType: 'RANGE' },
      ],
    },
    current: one(
      broken(
        "'[KeySchemaElement(attributeName=pk, keyType=HASH), KeySchemaElement(attributeName=sk, keyType=RANGE), KeySchemaElement(attributeName=extra, keyType=RANGE)]'",
        'keySchema',
        atMost(2),
      ),
    ),
    source: parity,
  },
  {
    title: 'an empty key',
    operation: 'CreateTable',
    request: { ...table, KeySchema: [] },
    current: one(broken("'[]'", 'keySchema', atLeast(1))),
    source: quirks,
  },
  {
    title: 'neither key nor definitions',
    operation: 'CreateTable',
    request: { TableName: 'abc' },
    current: several(missing('attributeDefinitions'), missing('keySchema')),
    source: quirks,
  },
  {
    title: 'an empty definition lacks the type first',
    operation: 'CreateTable',
    request: { ...table, AttributeDefinitions: [{}] },
    current: several(
      missing('attributeDefinitions.1.member.attributeType'),
      missing('attributeDefinitions.1.member.attributeName'),
    ),
    source: quirks,
  },
  {
    title: 'an empty key element lacks the name first',
    operation: 'CreateTable',
    request: { ...table, KeySchema: [{}] },
    current: several(missing('keySchema.1.member.attributeName'), missing('keySchema.1.member.keyType')),
    source: quirks,
  },
  {
    title: 'an unknown key type',
    operation: 'CreateTable',
    request: { ...table, KeySchema: [{ AttributeName: 'pk', KeyType: 'INVALID' }] },
    current: one(enumOf('INVALID', 'keySchema.1.member.keyType', 'HASH', 'RANGE')),
    source: parity,
  },
  {
    title: 'an unknown attribute type',
    operation: 'CreateTable',
    request: { ...table, AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'INVALID' }] },
    current: one(enumOf('INVALID', 'attributeDefinitions.1.member.attributeType', 'B', 'N', 'S')),
    source: parity,
  },
  {
    title: 'an unknown billing mode',
    operation: 'CreateTable',
    request: { ...table, BillingMode: '' },
    current: one(enumOf('', 'billingMode', 'PROVISIONED', 'PAY_PER_REQUEST')),
    source: quirks,
  },
  {
    title: 'capacity of zero: writes come first',
    operation: 'UpdateTable',
    request: { TableName: 'abc', ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0 } },
    current: several(
      broken("'0'", 'provisionedThroughput.writeCapacityUnits', positive),
      broken("'0'", 'provisionedThroughput.readCapacityUnits', positive),
    ),
    source: quirks,
  },
  {
    title: 'global indexes are judged before local ones',
    operation: 'CreateTable',
    request: {
      ...table,
      LocalSecondaryIndexes: [
        { IndexName: 'l1', KeySchema: table.KeySchema, Projection: { ProjectionType: 'ALL' } },
      ],
      GlobalSecondaryIndexes: [
        { IndexName: 'g1', KeySchema: table.KeySchema, Projection: { ProjectionType: 'ALL' } },
      ],
    },
    current: several(
      broken("'g1'", 'globalSecondaryIndexes.1.member.indexName', atLeast(3)),
      broken("'l1'", 'localSecondaryIndexes.1.member.indexName', atLeast(3)),
    ),
    source: parity,
  },
  {
    title: 'ten of the errors of nine empty indexes',
    operation: 'CreateTable',
    request: { ...table, GlobalSecondaryIndexes: Array(9).fill({}) },
    current: several(
      ...[1, 2, 3].flatMap((index) =>
        ['indexName', 'keySchema', 'projection'].map((member) =>
          missing(`globalSecondaryIndexes.${index}.member.${member}`),
        ),
      ),
      missing('globalSecondaryIndexes.4.member.indexName'),
    ),
    source: dynalite,
  },
  {
    title: 'an unknown key type in an index',
    operation: 'CreateTable',
    request: {
      ...table,
      GlobalSecondaryIndexes: [
        {
          IndexName: 'index',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'SORT' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    },
    current: one(
      enumOf('SORT', 'globalSecondaryIndexes.1.member.keySchema.2.member.keyType', 'HASH', 'RANGE'),
    ),
    source: verified,
  },
  {
    title: 'a stream without saying whether it is on, and with an unknown view',
    operation: 'CreateTable',
    request: { ...table, StreamSpecification: { StreamViewType: 'new_image' } },
    current: several(
      missing('streamSpecification.streamEnabled'),
      enumOf(
        'new_image',
        'streamSpecification.streamViewType',
        ...['OLD_IMAGE', 'KEYS_ONLY', 'NEW_AND_OLD_IMAGES', 'NEW_IMAGE'],
      ),
    ),
    source: quirks,
  },
  {
    title: 'an empty key for encryption',
    operation: 'CreateTable',
    request: { ...table, SSESpecification: { KMSMasterKeyId: '' } },
    current: one(broken("''", 'sSESpecification.kMSMasterKeyId', atLeast(1))),
    source: quirks,
  },
  {
    title: 'an empty index name in an update',
    operation: 'UpdateTable',
    request: { TableName: 'abc', GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: '' } }] },
    current: several(
      broken("''", 'globalSecondaryIndexUpdates.1.member.delete.indexName', atLeast(3)),
      broken("''", 'globalSecondaryIndexUpdates.1.member.delete.indexName', NAME),
    ),
    source: quirks,
  },
  {
    title: 'a name to start from: the pattern comes before the length',
    operation: 'ListTables',
    request: { ExclusiveStartTableName: '' },
    current: several(
      broken("''", 'exclusiveStartTableName', NAME),
      broken("''", 'exclusiveStartTableName', atLeast(3)),
    ),
    source: quirks,
  },
  {
    title: 'a limit over 100',
    operation: 'ListTables',
    request: { Limit: 200 },
    current: one(broken("'200'", 'limit', 'Member must have value less than or equal to 100')),
    source: dynalite,
  },
  {
    title: 'no resource',
    operation: 'TagResource',
    request: {},
    current: 'Invalid TableArn',
    source: dynalite,
  },
  {
    title: 'no tags',
    operation: 'TagResource',
    request: { ResourceArn: 'arn:aws:dynamodb:us-east-1:123456789012:table/abc' },
    current: one(missing('tags')),
    source: dynalite,
  },
])
