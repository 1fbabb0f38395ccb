import type { CreateTableInput, KeySchemaElement } from '@monotable/protocol'
import { expect, test } from 'vitest'
import { describeNewTable, describeTable } from '../../tables/describe-table.ts'
import { planNewTable } from './plan-new-table.ts'

const nowMs = Date.UTC(2026, 9, 8, 12)
const realm = { accountId: '123456789012', region: 'eu-west-1' }

function plan(input: Partial<CreateTableInput>) {
  let ids = 0
  return planNewTable(
    {
      TableName: 'Music',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      ...input,
    },
    { realm, name: 'Music', nowMs, newId: () => `id-${ids++}` },
  )
}

function define(...names: string[]) {
  return names.map((name) => ({ AttributeName: name, AttributeType: 'S' as const }))
}

function schema(...names: string[]): KeySchemaElement[] {
  return names.map((name) => {
    const [AttributeName = '', type] = name.split(':')
    return { AttributeName, KeyType: type === 'R' ? 'RANGE' : 'HASH' }
  })
}

function index(IndexName: string, KeySchema: KeySchemaElement[], more = {}) {
  return { IndexName, KeySchema, Projection: { ProjectionType: 'ALL' as const }, ...more }
}

const invalid = 'One or more parameter values were invalid: '
const provisioned = { ReadCapacityUnits: 5, WriteCapacityUnits: 6 }
const sorted = { AttributeDefinitions: define('pk', 'sk'), KeySchema: schema('pk', 'sk:R') }

const refusals: { because: string; input: Partial<CreateTableInput>; message: string }[] = [
  {
    because: 'units on demand',
    input: { ProvisionedThroughput: provisioned },
    message: `${invalid}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST`,
  },
  {
    because: 'no billing mode and no units',
    input: { BillingMode: undefined },
    message: `${invalid}ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED`,
  },
  {
    because: 'absurd units',
    input: {
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: { ReadCapacityUnits: 1_000_000_000_001, WriteCapacityUnits: 1 },
    },
    message: 'Given value 1000000000001 for ReadCapacityUnits is out of bounds',
  },
  {
    because: 'units above the quota',
    input: {
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: { ReadCapacityUnits: 40_001, WriteCapacityUnits: 1 },
    },
    message:
      'The requested ReadCapacityUnits, 40001, is above the per table maximum for the account in eu-west-1. ' +
      'Per table maximum: 40000. Refer to the Amazon DynamoDB Developer Guide for current limits and how to ' +
      'request higher limits.',
  },
  {
    because: 'an attribute defined twice',
    input: { AttributeDefinitions: define('pk', 'pk') },
    message: 'Attribute Name is duplicated: pk',
  },
  {
    because: 'more key elements than definitions',
    input: { KeySchema: schema('pk', 'pk:R') },
    message: 'Invalid KeySchema: Some index key attribute have no definition',
  },
  {
    because: 'a key that is not defined',
    input: { AttributeDefinitions: define('other') },
    message: `${invalid}Some index key attributes are not defined in AttributeDefinitions. Keys: [pk], AttributeDefinitions: [other]`,
  },
  {
    because: 'the same name twice in the key',
    input: { AttributeDefinitions: define('pk', 'sk'), KeySchema: schema('pk', 'pk:R') },
    message: 'Both the Hash Key and the Range Key element in the KeySchema have the same name',
  },
  {
    because: 'a range element first',
    input: { ...sorted, KeySchema: schema('sk:R', 'pk') },
    message: 'Invalid KeySchema: The first KeySchemaElement is not a HASH key type',
  },
  {
    because: 'two hash elements',
    input: { ...sorted, KeySchema: schema('pk', 'sk') },
    message: 'Invalid KeySchema: The second KeySchemaElement is not a RANGE key type',
  },
  {
    because: 'a definition without use, and no indexes',
    input: { AttributeDefinitions: define('pk', 'sk') },
    message: `${invalid}Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions`,
  },
  {
    because: 'definitions without use, whatever else is wrong with the index',
    input: {
      AttributeDefinitions: define('pk', 'sk', 'a', 'b', 'c'),
      KeySchema: schema('pk', 'sk:R'),
      GlobalSecondaryIndexes: [index('byA', schema('a'), { Projection: {} })],
    },
    message: `${invalid}Some AttributeDefinitions are not used. AttributeDefinitions: [sk, a, b, pk, c], keys used: [a, sk, pk]`,
  },
  {
    because: 'an empty list of local indexes',
    input: { LocalSecondaryIndexes: [] },
    message: `${invalid}List of LocalSecondaryIndexes is empty`,
  },
  {
    because: 'a local index without a sort key in the table',
    input: {
      AttributeDefinitions: define('pk', 'sk'),
      LocalSecondaryIndexes: [index('lsi', schema('pk', 'sk:R'))],
    },
    message: `${invalid}Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex`,
  },
  {
    because: 'a local index without a range key',
    input: { ...sorted, LocalSecondaryIndexes: [index('lsi', schema('pk'))] },
    message: `${invalid}Index KeySchema does not have a range key for index: lsi`,
  },
  {
    because: 'a local index with another hash key',
    input: { ...sorted, LocalSecondaryIndexes: [index('lsi', schema('sk', 'pk:R'))] },
    message: `${invalid}Index KeySchema does not have the same leading hash key as table KeySchema for index: lsi. index hash key: sk, table hash key: pk`,
  },
  {
    because: 'six local indexes',
    input: {
      ...sorted,
      LocalSecondaryIndexes: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => index(name, schema('pk', 'sk:R'))),
    },
    message: `${invalid}Number of LocalSecondaryIndexes exceeds per-table limit of 5`,
  },
  {
    because: 'a name used by a local and a global index',
    input: {
      ...sorted,
      LocalSecondaryIndexes: [index('same', schema('pk', 'sk:R'))],
      GlobalSecondaryIndexes: [index('same', schema('sk'))],
    },
    message: `${invalid}Duplicate index name: same`,
  },
  {
    because: '21 global indexes',
    input: { GlobalSecondaryIndexes: Array.from({ length: 21 }, (_, i) => index(`gsi${i}`, schema('pk'))) },
    message: `${invalid}GlobalSecondaryIndex count exceeds the per-table limit of 20`,
  },
  {
    because: 'an empty list of global indexes',
    input: { GlobalSecondaryIndexes: [] },
    message: `${invalid}List of GlobalSecondaryIndexes is empty`,
  },
  {
    because: 'five hash attributes in an index',
    input: {
      AttributeDefinitions: define('pk', 'a', 'b', 'c', 'd', 'e'),
      GlobalSecondaryIndexes: [index('gsi', schema('a', 'b', 'c', 'd', 'e'))],
    },
    message: `${invalid}The KeySchema exceeds the maximum allowed number of HASH key attributes`,
  },
  {
    because: 'a hash attribute behind a range attribute',
    input: {
      AttributeDefinitions: define('pk', 'a', 'b', 'c'),
      GlobalSecondaryIndexes: [index('gsi', schema('a', 'b:R', 'c'))],
    },
    message: `${invalid}All HASH key attributes must precede RANGE key attributes in the KeySchema`,
  },
  {
    because: 'an attribute twice in a key of several',
    input: {
      AttributeDefinitions: define('pk', 'a'),
      GlobalSecondaryIndexes: [index('gsi', schema('a', 'a', 'pk:R'))],
    },
    message: 'The KeySchema contains multiple key attributes with the same name',
  },
  {
    because: 'no projection type',
    input: { GlobalSecondaryIndexes: [index('gsi', schema('pk'), { Projection: {} })] },
    message: `${invalid}Unknown ProjectionType: null`,
  },
  {
    because: 'projected names where none belong',
    input: {
      GlobalSecondaryIndexes: [
        index('gsi', schema('pk'), { Projection: { ProjectionType: 'KEYS_ONLY', NonKeyAttributes: ['a'] } }),
      ],
    },
    message: `${invalid}ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified`,
  },
  {
    because: 'projected names that are missing',
    input: {
      GlobalSecondaryIndexes: [index('gsi', schema('pk'), { Projection: { ProjectionType: 'INCLUDE' } })],
    },
    message: `${invalid}ProjectionType is INCLUDE, but NonKeyAttributes is not specified`,
  },
  {
    because: 'a projected name that is there twice',
    input: {
      GlobalSecondaryIndexes: [
        index('gsi', schema('pk'), {
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['a', 'b', 'a'] },
        }),
      ],
    },
    message: `${invalid}Duplicate element in NonKeyAttributes: a`,
  },
  {
    because: 'units of an index on demand',
    input: { GlobalSecondaryIndexes: [index('gsi', schema('pk'), { ProvisionedThroughput: provisioned })] },
    message: `${invalid}ProvisionedThroughput should not be specified for index: gsi when BillingMode is PAY_PER_REQUEST`,
  },
  {
    because: 'no units of a provisioned index',
    input: {
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: provisioned,
      GlobalSecondaryIndexes: [index('gsi', schema('pk'))],
    },
    message: `${invalid}ProvisionedThroughput is not specified for index: gsi`,
  },
  {
    because: 'on-demand limits of a provisioned table',
    input: {
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: provisioned,
      OnDemandThroughput: { MaxWriteRequestUnits: 1 },
    },
    message: `${invalid}MaxWriteRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is PROVISIONED.`,
  },
  {
    because: 'on-demand limits out of range',
    input: { OnDemandThroughput: { MaxReadRequestUnits: -1 } },
    message: `${invalid}Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of valid range`,
  },
  {
    because: 'warm throughput below what a table begins with',
    input: { WarmThroughput: { ReadUnitsPerSecond: 1 } },
    message: `${invalid}Requested ReadUnitsPerSecond for WarmThroughput for table is lower than initial throughput for OnDemand. See: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html#on-demand-capacity-mode-initial`,
  },
  {
    because: 'a stream without a view',
    input: { StreamSpecification: { StreamEnabled: true } },
    message: `${invalid}Table is being created with a stream enabled, UpdateViewType is required`,
  },
  {
    because: 'a view without a stream',
    input: { StreamSpecification: { StreamEnabled: false, StreamViewType: 'KEYS_ONLY' } },
    message: `${invalid}Table is being created with a stream disabled, UpdateViewType should not be specified`,
  },
  {
    because: 'a kind of encryption without encryption',
    input: { SSESpecification: { Enabled: false, SSEType: 'KMS' } },
    message: `${invalid}SSEType can not be specified if Enabled is false`,
  },
  {
    because: 'a bad tag',
    input: { Tags: [{ Key: '#!%', Value: '' }] },
    message: 'The Tag Key provided is invalid, Key: #!%',
  },
  {
    because: 'a tag of AWS itself',
    input: { Tags: [{ Key: 'aws:cloudformation', Value: '' }] },
    message: 'Tag Key cannot be prefixed with aws:, Key: aws:cloudformation',
  },
  {
    because: 'a policy without a statement',
    input: { ResourcePolicy: '{"Version":"2012-10-17"}' },
    message:
      'One or more parameter values were invalid: Invalid policy document: Missing required field Statement',
  },
]

test.each(refusals)('a table is refused for $because', ({ input, message }) => {
  expect(() => plan(input)).toThrow(expect.objectContaining({ message }))
})

test('the answer of CreateTable has less than DescribeTable returns afterwards', () => {
  const definition = plan({})
  const described = describeTable(definition, { sizes: new Map(), nowMs })
  expect(described).toEqual({
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST', LastUpdateToPayPerRequestDateTime: nowMs / 1000 },
    CreationDateTime: nowMs / 1000,
    DeletionProtectionEnabled: false,
    ItemCount: 0,
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    ProvisionedThroughput: { NumberOfDecreasesToday: 0, ReadCapacityUnits: 0, WriteCapacityUnits: 0 },
    TableArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/Music',
    TableId: 'id-0',
    TableName: 'Music',
    TableSizeBytes: 0,
    TableStatus: 'ACTIVE',
    TableThroughputModeSummary: {
      TableThroughputMode: 'PAY_PER_REQUEST',
      LastUpdateToPayPerRequestDateTime: nowMs / 1000,
    },
    WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4_000, Status: 'ACTIVE' },
  })
  const { WarmThroughput: _, ...rest } = described
  expect(describeNewTable(definition, { nowMs, asksForWarmth: false })).toEqual({
    ...rest,
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    TableThroughputModeSummary: { TableThroughputMode: 'PAY_PER_REQUEST' },
    TableStatus: 'CREATING',
  })
})

test('definitions and projected names are returned sorted, indexes and their keys in the given order', () => {
  const definition = plan({
    AttributeDefinitions: define('z', 'a', 'pk'),
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: provisioned,
    GlobalSecondaryIndexes: [
      index('second', schema('z', 'a:R'), {
        ProvisionedThroughput: provisioned,
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['zz', 'aa'] },
      }),
      index('first', schema('z', 'a'), { ProvisionedThroughput: provisioned }),
    ],
  })
  const described = describeTable(definition, { sizes: new Map(), nowMs })
  expect(described.AttributeDefinitions).toEqual(define('a', 'pk', 'z'))
  expect(described.BillingModeSummary).toBeUndefined()
  expect(described.GlobalSecondaryIndexes).toMatchObject([
    {
      IndexName: 'second',
      IndexStatus: 'ACTIVE',
      KeySchema: schema('z', 'a:R'),
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['aa', 'zz'] },
      ProvisionedThroughput: { NumberOfDecreasesToday: 0, ...provisioned },
      IndexArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/Music/index/second',
      WarmThroughput: { ReadUnitsPerSecond: 5, WriteUnitsPerSecond: 6, Status: 'ACTIVE' },
    },
    { IndexName: 'first', KeySchema: schema('z', 'a') },
  ])
})

test('all settings of a table are stored and returned', () => {
  const definition = plan({
    OnDemandThroughput: { MaxReadRequestUnits: 100 },
    WarmThroughput: { ReadUnitsPerSecond: 12_001 },
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    SSESpecification: { Enabled: true },
    TableClass: 'STANDARD_INFREQUENT_ACCESS',
    DeletionProtectionEnabled: true,
    GlobalTableSettingsReplicationMode: 'DISABLED',
    Tags: [{ Key: 'team', Value: 'ä ö' }],
  })
  expect(definition.tags).toEqual([{ Key: 'team', Value: 'ä ö' }])
  expect(describeNewTable(definition, { nowMs, asksForWarmth: true })).toMatchObject({
    OnDemandThroughput: { MaxReadRequestUnits: 100 },
    WarmThroughput: { ReadUnitsPerSecond: 12_001, WriteUnitsPerSecond: 4_000, Status: 'UPDATING' },
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    LatestStreamLabel: '2026-10-08T12:00:00.000',
    LatestStreamArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/Music/stream/2026-10-08T12:00:00.000',
    SSEDescription: {
      Status: 'ENABLED',
      SSEType: 'KMS',
      KMSMasterKeyArn: expect.stringMatching(/^arn:aws:kms:eu-west-1:123456789012:key\/[0-9a-f-]{36}$/),
    },
    TableClassSummary: { TableClass: 'STANDARD_INFREQUENT_ACCESS' },
    DeletionProtectionEnabled: true,
    GlobalTableSettingsReplicationMode: 'DISABLED',
  })
})

// AWS's text in UpdateTable; in CreateTable it was not seen.
test('a mode of replication that only replicas have is refused', () => {
  expect(() => plan({ GlobalTableSettingsReplicationMode: 'ENABLED_WITH_OVERRIDES' })).toThrow(
    "Value 'ENABLED_WITH_OVERRIDES' at 'GlobalTableSettingsReplicationMode' failed to satisfy constraint: " +
      'Only ENABLED and DISABLED settings replication are supported for a Regional Table.',
  )
})
