import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, Fields } from '../case.ts'
import { invalid, notNull, tableNotFound, violationText } from '../errors.ts'
import { attributeDefinitions, keySchema } from '../fixtures.ts'
import { absent, any, matching, oneOf, partial } from '../matchers.ts'
import { alternator, captured, documentation, dynalite, parity } from '../sources.ts'
import { S } from '../values.ts'

const pk = keySchema(['pk'])

const pkSk = keySchema(['pk'], ['sk'])

const onDemand = { BillingMode: 'PAY_PER_REQUEST' }

const table = {
  TableName: '«made»',
  AttributeDefinitions: attributeDefinitions({ pk: 'S' }),
  KeySchema: pk,
  ...onDemand,
}

const units = (read: number, write: number): Fields => ({
  ProvisionedThroughput: { ReadCapacityUnits: read, WriteCapacityUnits: write },
})

const described = (fields: Fields): unknown => partial({ Table: partial(fields) })

const describe = (fields: Fields): ReturnType<typeof step> =>
  step('DescribeTable', { TableName: '«made»' }, described(fields))

const all = { ProjectionType: 'ALL' }

const index = (name: string, schema: unknown, extra: Fields = {}): Fields => ({
  IndexName: name,
  KeySchema: schema,
  Projection: all,
  ...extra,
})

const uuid = matching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)

const zero = { NumberOfDecreasesToday: 0, ReadCapacityUnits: 0, WriteCapacityUnits: 0 }

const shapes: readonly ConformanceCase[] = [
  {
    name: 'CreateTable on demand answers with the whole description',
    source: parity,
    steps: [
      step('CreateTable', table, {
        TableDescription: {
          AttributeDefinitions: attributeDefinitions({ pk: 'S' }),
          BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
          CreationDateTime: any,
          DeletionProtectionEnabled: false,
          ItemCount: 0,
          KeySchema: pk,
          ProvisionedThroughput: zero,
          TableArn: '«made:arn»',
          TableId: uuid,
          TableName: '«made»',
          TableSizeBytes: 0,
          TableStatus: 'CREATING',
          TableThroughputModeSummary: { TableThroughputMode: 'PAY_PER_REQUEST' },
        },
      }),
    ],
  },
  {
    name: 'CreateTable provisioned answers without a BillingModeSummary',
    source: parity,
    steps: [
      step(
        'CreateTable',
        { ...table, BillingMode: undefined, ...units(3, 4) },
        {
          TableDescription: {
            AttributeDefinitions: attributeDefinitions({ pk: 'S' }),
            CreationDateTime: any,
            DeletionProtectionEnabled: false,
            ItemCount: 0,
            KeySchema: pk,
            ProvisionedThroughput: { NumberOfDecreasesToday: 0, ReadCapacityUnits: 3, WriteCapacityUnits: 4 },
            TableArn: '«made:arn»',
            TableId: uuid,
            TableName: '«made»',
            TableSizeBytes: 0,
            TableStatus: 'CREATING',
          },
        },
      ),
      describe({
        TableStatus: 'ACTIVE',
        BillingModeSummary: absent,
        ProvisionedThroughput: partial({ ReadCapacityUnits: 3, WriteCapacityUnits: 4 }),
        WarmThroughput: { ReadUnitsPerSecond: 3, WriteUnitsPerSecond: 4, Status: 'ACTIVE' },
      }),
    ],
  },
  {
    name: 'DescribeTable of an on-demand table shows when it became one',
    source: parity,
    steps: [
      step('CreateTable', table),
      describe({
        BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST', LastUpdateToPayPerRequestDateTime: any },
        ProvisionedThroughput: zero,
        WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4_000, Status: 'ACTIVE' },
      }),
    ],
  },
  {
    name: 'DescribeTable shows no settings that were not requested',
    source: alternator,
    steps: [
      step('CreateTable', table),
      describe({
        SSEDescription: absent,
        StreamSpecification: absent,
        LatestStreamArn: absent,
        RestoreSummary: absent,
        TableClassSummary: absent,
        OnDemandThroughput: absent,
        GlobalSecondaryIndexes: absent,
        LocalSecondaryIndexes: absent,
        Replicas: absent,
      }),
    ],
  },
  {
    name: 'AttributeDefinitions come back sorted by name',
    source: parity,
    steps: [
      step(
        'CreateTable',
        { ...table, KeySchema: pkSk, AttributeDefinitions: attributeDefinitions({ sk: 'N', pk: 'S' }) },
        partial({
          TableDescription: partial({ AttributeDefinitions: attributeDefinitions({ pk: 'S', sk: 'N' }) }),
        }),
      ),
    ],
  },
  {
    name: 'a global index is described with its own state',
    source: parity,
    steps: [
      step(
        'CreateTable',
        {
          ...table,
          AttributeDefinitions: attributeDefinitions({ pk: 'S', a: 'S' }),
          GlobalSecondaryIndexes: [
            index('byA', keySchema(['a']), {
              Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['z', 'b'] },
            }),
          ],
        },
        partial({
          TableDescription: partial({
            GlobalSecondaryIndexes: [
              partial({
                IndexName: 'byA',
                KeySchema: keySchema(['a']),
                Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['b', 'z'] },
                IndexStatus: 'CREATING',
                ProvisionedThroughput: zero,
                IndexSizeBytes: 0,
                ItemCount: 0,
                IndexArn: '«made:arn»/index/byA',
              }),
            ],
          }),
        }),
      ),
      describe({
        GlobalSecondaryIndexes: [
          partial({ IndexStatus: 'ACTIVE', Backfilling: absent, WarmThroughput: any }),
        ],
      }),
    ],
  },
  {
    name: 'a local index is described without throughput or status',
    source: parity,
    steps: [
      step(
        'CreateTable',
        {
          ...table,
          KeySchema: pkSk,
          AttributeDefinitions: attributeDefinitions({ pk: 'S', sk: 'S', a: 'N' }),
          LocalSecondaryIndexes: [index('local', keySchema(['pk'], ['a']))],
        },
        partial({
          TableDescription: partial({
            LocalSecondaryIndexes: [
              {
                IndexName: 'local',
                KeySchema: keySchema(['pk'], ['a']),
                Projection: all,
                IndexSizeBytes: 0,
                ItemCount: 0,
                IndexArn: '«made:arn»/index/local',
              },
            ],
          }),
        }),
      ),
    ],
  },
  {
    name: 'settings of a new table come back',
    source: parity,
    steps: [
      step('CreateTable', {
        ...table,
        DeletionProtectionEnabled: true,
        TableClass: 'STANDARD_INFREQUENT_ACCESS',
        OnDemandThroughput: { MaxReadRequestUnits: 10, MaxWriteRequestUnits: 5 },
      }),
      describe({
        DeletionProtectionEnabled: true,
        TableClassSummary: partial({ TableClass: 'STANDARD_INFREQUENT_ACCESS' }),
        OnDemandThroughput: { MaxReadRequestUnits: 10, MaxWriteRequestUnits: 5 },
      }),
      step('UpdateTable', { TableName: '«made»', DeletionProtectionEnabled: false }),
    ],
  },
  {
    name: 'a new table keeps its setting for settings replication',
    source: documentation('Tutorials: Creating multi-account global tables'),
    steps: [
      step('CreateTable', { ...table, GlobalTableSettingsReplicationMode: 'ENABLED' }),
      describe({ GlobalTableSettingsReplicationMode: 'ENABLED', GlobalTableVersion: absent }),
    ],
  },
  {
    name: 'a table that exists cannot be created again',
    source: parity,
    steps: [
      step('CreateTable', table),
      refusal('CreateTable', table, {
        name: 'ResourceInUseException',
        message: matching(/^Table already exists: «made»/),
      }),
    ],
  },
  {
    name: 'a local index may repeat the table key, and a global one too',
    source: parity,
    steps: [
      step('CreateTable', {
        ...table,
        KeySchema: pkSk,
        AttributeDefinitions: attributeDefinitions({ pk: 'S', sk: 'S' }),
        LocalSecondaryIndexes: [index('local', pkSk)],
        GlobalSecondaryIndexes: [index('global', pkSk), index('«made»', pk)],
      }),
    ],
  },
  {
    name: 'tags given at creation are kept, and an empty list is fine',
    source: documentation('Tagging'),
    steps: [
      step('CreateTable', { ...table, Tags: [{ Key: 'k', Value: 'v' }] }),
      step('ListTagsOfResource', { ResourceArn: '«made:arn»' }, { Tags: [{ Key: 'k', Value: 'v' }] }),
      step('CreateTable', { ...table, TableName: '«made2»', Tags: [] }),
    ],
  },
  {
    name: 'names of 3 and 255 characters, dots and hyphens are fine for indexes',
    source: alternator,
    steps: [
      step('CreateTable', {
        ...table,
        AttributeDefinitions: attributeDefinitions({ pk: 'S', a: 'S' }),
        GlobalSecondaryIndexes: ['abc', 'n'.repeat(255), '.a-b_c.'].map((name) =>
          index(name, keySchema(['a'])),
        ),
      }),
    ],
  },
  {
    name: 'DescribeTable counts items and bytes of a table that was filled',
    source: documentation('DescribeTable'),
    steps: [
      step('CreateTable', table),
      step('PutItem', { TableName: '«made»', Item: { pk: S('a') } }, {}),
      describe({ ItemCount: any, TableSizeBytes: any, CreationDateTime: any, TableId: uuid }),
    ],
  },
  {
    name: 'DescribeTable takes an ARN',
    source: documentation('DescribeTable'),
    steps: [
      step('CreateTable', table),
      step('DescribeTable', { TableName: '«made:arn»' }, described({ TableName: '«made»' })),
    ],
  },
  refused(
    {
      name: 'DescribeTable refuses the ARN of a table in another region',
      source: captured,
      operation: 'DescribeTable',
    },
    { TableName: '«hash:arn2»' },
    invalid("1 validation error detected: Invalid AWS region in '«hash:arn2»'"),
  ),
  refused(
    { name: 'DescribeTable tells of an unknown table', source: parity, operation: 'DescribeTable' },
    { TableName: '«absent»' },
    tableNotFound('«absent»'),
  ),
  refused(
    { name: 'DescribeTable needs a name', source: dynalite, operation: 'DescribeTable' },
    {},
    invalid(
      oneOf(
        "The parameter 'TableName' is required but was not present in the request",
        `1 validation error detected: ${violationText(null, 'tableName', notNull)}`,
      ),
    ),
  ),
]

export const createTable: readonly ConformanceCase[] = [...shapes]
