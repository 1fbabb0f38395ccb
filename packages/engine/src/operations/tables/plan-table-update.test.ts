import type { CreateTableInput, UpdateTableInput } from '@monotable/protocol'
import { expect, test } from 'vitest'
import type { TableDefinition } from '../../tables/table-definition.ts'
import { checkTableUpdate } from './check-table-update.ts'
import { planNewTable } from './plan-new-table.ts'
import { planTableUpdate } from './plan-table-update.ts'

const createdMs = Date.UTC(2026, 9, 8, 12)
const nowMs = createdMs + 60_000
const realm = { accountId: '123456789012', region: 'eu-west-1' }
const one = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 }
const two = { ReadCapacityUnits: 2, WriteCapacityUnits: 2 }
const projection = { ProjectionType: 'ALL' as const }

function make(input: Partial<CreateTableInput>): TableDefinition {
  let ids = 0
  const base: CreateTableInput = {
    TableName: 'Music',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'N' },
    ],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'lsi',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        Projection: projection,
      },
    ],
  }
  return planNewTable(
    { ...base, ...input },
    { realm, name: 'Music', nowMs: createdMs, newId: () => `id-${ids++}` },
  )
}

const byNumber = {
  IndexName: 'gsi',
  KeySchema: [{ AttributeName: 'sk', KeyType: 'HASH' as const }],
  Projection: projection,
}
const provisioned = make({
  ProvisionedThroughput: one,
  GlobalSecondaryIndexes: [{ ...byNumber, ProvisionedThroughput: one }],
})
const onDemand = make({ BillingMode: 'PAY_PER_REQUEST', GlobalSecondaryIndexes: [byNumber] })
const tables = { provisioned, onDemand }

function update(table: TableDefinition, change: Omit<UpdateTableInput, 'TableName'>) {
  const input = { TableName: 'Music', ...change }
  checkTableUpdate(input, realm)
  return planTableUpdate(table, input, { realm, nowMs, newId: () => 'new' })
}

function create(IndexName: string, attribute: string, more = {}) {
  return {
    Create: {
      IndexName,
      KeySchema: [{ AttributeName: attribute, KeyType: 'HASH' as const }],
      Projection: projection,
      ...more,
    },
  }
}

const invalid = 'One or more parameter values were invalid: '
const nothing =
  'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, ' +
  'SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, ' +
  'DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required'
const newAttribute = [{ AttributeName: 'a', AttributeType: 'S' as const }]
const oneAtATime =
  'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table'

const refusals: {
  because: string
  table?: keyof typeof tables
  change: Omit<UpdateTableInput, 'TableName'>
  message: string
}[] = [
  { because: 'no change', change: {}, message: nothing },
  { because: 'definitions alone', change: { AttributeDefinitions: newAttribute }, message: nothing },
  {
    because: 'an empty list of index changes alone',
    change: { GlobalSecondaryIndexUpdates: [] },
    message: nothing,
  },
  { because: 'an empty object', change: { OnDemandThroughput: {} }, message: nothing },
  {
    because: 'an empty list of index changes with another change',
    change: { GlobalSecondaryIndexUpdates: [], DeletionProtectionEnabled: true },
    message: `${invalid}List of GlobalSecondaryIndexUpdates is empty`,
  },
  {
    because: 'encryption with anything else, named before the others',
    change: { SSESpecification: { Enabled: true }, TableClass: 'STANDARD', DeletionProtectionEnabled: true },
    message: `${invalid}Server-Side Encryption modification must be the only operation in the request`,
  },
  {
    because: 'a table class with anything else',
    change: { TableClass: 'STANDARD', DeletionProtectionEnabled: true },
    message: `${invalid}TableClass modification must be the only operation in the request`,
  },
  {
    because: 'protection with anything else',
    change: { DeletionProtectionEnabled: true, BillingMode: 'PAY_PER_REQUEST' },
    message: `${invalid}DeletionProtection modification must be the only operation in the request`,
  },
  {
    because: 'on-demand limits with warm throughput',
    table: 'onDemand',
    change: {
      OnDemandThroughput: { MaxReadRequestUnits: 1 },
      WarmThroughput: { ReadUnitsPerSecond: 13_000 },
    },
    message: `${invalid}OnDemandThroughput can only be combined with BillingMode in an UpdateTable request`,
  },
  {
    because: 'warm throughput with a new index',
    change: {
      WarmThroughput: { ReadUnitsPerSecond: 2 },
      GlobalSecondaryIndexUpdates: [create('new', 'a')],
    },
    message: `${invalid}Create global secondary index cannot be specified when updating WarmThroughput`,
  },
  {
    because: 'units with a stream',
    change: {
      ProvisionedThroughput: two,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    },
    message: `${invalid}You cannot modify stream status while updating table IOPS`,
  },
  {
    because: 'units with an index that goes',
    change: { ProvisionedThroughput: two, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'gsi' } }] },
    message: `${invalid}You cannot create or delete index while updating table IOPS`,
  },
  {
    because: 'a stream with an index that goes',
    change: {
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'gsi' } }],
    },
    message: `${invalid}You cannot create or delete index while changing stream status`,
  },
  {
    because: 'a provisioned mode without units',
    change: { BillingMode: 'PROVISIONED' },
    message: `${invalid}ProvisionedThroughput must be specified when BillingMode is PROVISIONED`,
  },
  {
    because: 'an on-demand mode with units',
    change: { BillingMode: 'PAY_PER_REQUEST', ProvisionedThroughput: two },
    message: `${invalid}ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST`,
  },
  {
    because: 'units of a table on demand',
    table: 'onDemand',
    change: { ProvisionedThroughput: two },
    message: `${invalid}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST`,
  },
  {
    because: 'the units that it has',
    change: { ProvisionedThroughput: one },
    message:
      'The provisioned throughput for the table will not change. The requested value equals the current value. ' +
      'Current ReadCapacityUnits provisioned for the table: 1. Requested ReadCapacityUnits: 1. ' +
      'Current WriteCapacityUnits provisioned for the table: 1. Requested WriteCapacityUnits: 1. ' +
      'Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.',
  },
  {
    because: 'a switch to provisioned without units of its index',
    table: 'onDemand',
    change: { BillingMode: 'PROVISIONED', ProvisionedThroughput: one },
    message: `${invalid}ProvisionedThroughput must be specified for index: gsi`,
  },
  {
    because: 'on-demand limits of a provisioned table',
    change: { OnDemandThroughput: { MaxReadRequestUnits: 0 } },
    message: `${invalid}MaxReadRequestUnits for OnDemandThroughput cannot be specified when the table BillingMode is PROVISIONED`,
  },
  {
    because: 'an on-demand limit of nothing',
    table: 'onDemand',
    change: { OnDemandThroughput: { MaxWriteRequestUnits: 0 } },
    message: `${invalid}Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of valid range`,
  },
  {
    because: 'less warm throughput',
    table: 'onDemand',
    change: { WarmThroughput: { ReadUnitsPerSecond: 1 } },
    message: `${invalid}Requested ReadUnitsPerSecond for WarmThroughput for table is lower than current WarmThroughput, decreasing WarmThroughput is not supported`,
  },
  {
    because: 'a stream that is not there',
    change: { StreamSpecification: { StreamEnabled: false } },
    message: 'Table has no stream to disable: TableName: Music',
  },
  {
    because: 'no encryption where there is none',
    change: { SSESpecification: { Enabled: false } },
    message: `${invalid}Table is already encrypted by default`,
  },
  {
    because: 'an index change without an action',
    change: { GlobalSecondaryIndexUpdates: [{}] },
    message: `${invalid}One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null`,
  },
  {
    because: 'an index change with two actions',
    change: { GlobalSecondaryIndexUpdates: [{ ...create('new', 'a'), Delete: { IndexName: 'gsi' } }] },
    message: `${invalid}Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object`,
  },
  {
    because: 'two changes of one index',
    change: {
      GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'gsi' } }, create('gsi', 'a')],
      AttributeDefinitions: newAttribute,
    },
    message: `${invalid}Only one global secondary index update per index is allowed simultaneously. Index: gsi`,
  },
  {
    because: 'a new index without definitions',
    change: { GlobalSecondaryIndexUpdates: [create('new', 'sk', { ProvisionedThroughput: one })] },
    message: `${invalid}AttributeDefinitions is not specified for index: new`,
  },
  {
    because: 'a new index whose key the request does not define',
    change: {
      AttributeDefinitions: newAttribute,
      GlobalSecondaryIndexUpdates: [create('new', 'sk', { ProvisionedThroughput: one })],
    },
    message: `${invalid}Some index key attributes are not defined in AttributeDefinitions. Keys: [sk], AttributeDefinitions: [a]`,
  },
  {
    because: 'a new index that gives an attribute another type',
    change: {
      AttributeDefinitions: [{ AttributeName: 'sk', AttributeType: 'B' }],
      GlobalSecondaryIndexUpdates: [create('new', 'sk', { ProvisionedThroughput: one })],
    },
    message: `${invalid}Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. Existing schema: Schema:[SchemaElement: key{pk:S:HASH}, SchemaElement: key{sk:N:RANGE}] New schema: Schema:[SchemaElement: key{sk:B:HASH}]`,
  },
  {
    because: 'two new indexes',
    change: {
      AttributeDefinitions: newAttribute,
      GlobalSecondaryIndexUpdates: [create('new1', 'a'), create('new2', 'a')],
    },
    message: oneAtATime,
  },
  {
    because: 'the name of a local index',
    change: { AttributeDefinitions: newAttribute, GlobalSecondaryIndexUpdates: [create('lsi', 'a')] },
    message: 'Attempting to create an index which already exists',
  },
  {
    because: 'a new index without units',
    change: { AttributeDefinitions: newAttribute, GlobalSecondaryIndexUpdates: [create('new', 'a')] },
    message: `${invalid}Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: new`,
  },
  {
    because: 'a local index that should go',
    change: { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'lsi' } }] },
    message: 'Cannot delete an index that is not a GlobalSecondaryIndex: lsi',
  },
  {
    because: 'an index that is not there',
    change: { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'none' } }] },
    message: 'Requested resource not found: Index none for table Music',
  },
  {
    because: 'absurd units of an index, even of one that is not there',
    change: {
      GlobalSecondaryIndexUpdates: [
        {
          Update: {
            IndexName: 'none',
            ProvisionedThroughput: { ...one, ReadCapacityUnits: 1_000_000_000_001 },
          },
        },
      ],
    },
    message:
      'This operation cannot be performed with given input values. ' +
      'Please contact DynamoDB service team for more info: Action Blocked: IndexUpdate',
  },
  {
    because: 'units of an index on demand',
    table: 'onDemand',
    change: { GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'gsi', ProvisionedThroughput: one } }] },
    message: `${invalid}The only Updates for index: gsi when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput`,
  },
]

test.each(refusals)('a change is refused for $because', ({ table = 'provisioned', change, message }) => {
  expect(() => update(tables[table], change)).toThrow(expect.objectContaining({ message }))
})

test('the answer to a change of units shows the old ones with the current time', () => {
  const { next, shown, overlay } = update(provisioned, { ProvisionedThroughput: two })
  expect(next).toMatchObject({
    throughput: { read: 2, write: 2, lastIncreaseMs: nowMs },
    warmThroughput: { read: 2, write: 2 },
  })
  expect(shown).toMatchObject({ throughput: { read: 1, write: 1, lastIncreaseMs: nowMs } })
  expect(overlay).toEqual({ TableStatus: 'UPDATING' })
})

test('a switch to on-demand is visible at once and drops the units of the table and its indexes', () => {
  const { next, overlay } = update(provisioned, { BillingMode: 'PAY_PER_REQUEST' })
  expect(next).toMatchObject({
    billingMode: 'PAY_PER_REQUEST',
    payPerRequestSinceMs: nowMs,
    throughput: { read: 0, write: 0 },
    warmThroughput: { read: 12_000, write: 4_000 },
  })
  expect(next.indexes.find(({ name }) => name === 'gsi')?.throughput).toMatchObject({
    read: 0,
    write: 0,
    decreasesToday: 1,
  })
  expect(overlay).toEqual({
    TableStatus: 'UPDATING',
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    TableThroughputModeSummary: { TableThroughputMode: 'PAY_PER_REQUEST' },
  })
})

test('a switch to provisioned drops on-demand limits and keeps warm throughput', () => {
  const limited = update(onDemand, { OnDemandThroughput: { MaxReadRequestUnits: 5 } }).next
  const { next } = update(limited, {
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: two,
    GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'gsi', ProvisionedThroughput: two } }],
  })
  expect(next).toMatchObject({ billingMode: 'PROVISIONED', throughput: { read: 2, write: 2 } })
  expect(next).not.toHaveProperty('onDemandLimits')
  expect(next.warmThroughput).toEqual({ read: 12_000, write: 4_000 })
  expect(next.indexes.find(({ name }) => name === 'gsi')?.throughput).toMatchObject({ read: 2, write: 2 })
})

test('on-demand limits are merged one by one, and -1 removes one but is echoed', () => {
  const both = update(onDemand, {
    OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: 6 },
  }).next
  const { next, overlay } = update(both, { OnDemandThroughput: { MaxReadRequestUnits: -1 } })
  expect(next.onDemandLimits).toEqual({ write: 6 })
  expect(overlay.OnDemandThroughput).toEqual({ MaxReadRequestUnits: -1, MaxWriteRequestUnits: 6 })
  const none = update(next, { OnDemandThroughput: { MaxWriteRequestUnits: -1 } }).next
  expect(none).not.toHaveProperty('onDemandLimits')
})

test('a new index brings its attributes, and its deletion removes those that no other key uses', () => {
  const { next, indexOverlays } = update(onDemand, {
    AttributeDefinitions: [...newAttribute, { AttributeName: 'unused', AttributeType: 'B' }],
    GlobalSecondaryIndexUpdates: [create('new', 'a')],
  })
  expect(next.attributes.map(({ name }) => name)).toEqual(['a', 'pk', 'sk'])
  expect(next.indexes.at(-1)).toMatchObject({ name: 'new', status: 'CREATING', space: 'index-new' })
  expect(indexOverlays.get('new')).toEqual({ Backfilling: false })
  expect(() => update(next, { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'gsi' } }] })).toThrow(
    oneAtATime,
  )
  const removed = update(next, { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'new' } }] })
  expect(removed.next).toEqual(onDemand)
  expect(removed.shown.indexes.at(-1)).toMatchObject({ name: 'new', status: 'DELETING' })
})

test('a 21st global index exceeds the limit of the account, not of the request', () => {
  const full: TableDefinition = {
    ...onDemand,
    indexes: Array.from({ length: 20 }, (_, i) => ({
      ...(onDemand.indexes.find(({ kind }) => kind === 'global') ?? onDemand.indexes[0]),
      name: `gsi${i}`,
    })) as TableDefinition['indexes'],
  }
  expect(() =>
    update(full, { AttributeDefinitions: newAttribute, GlobalSecondaryIndexUpdates: [create('new', 'a')] }),
  ).toThrow('Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of 20')
})

test('a stream that is turned off leaves its label, and is a new stream when turned on again', () => {
  const on = update(onDemand, {
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  }).next
  expect(on.stream).toMatchObject({ viewType: 'NEW_IMAGE', label: '2026-10-08T12:01:00.000' })
  expect(() =>
    update(on, { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } }),
  ).toThrow('Table already has an enabled stream: TableName: Music')
  const off = update(on, { StreamSpecification: { StreamEnabled: false } }).next
  expect(off).not.toHaveProperty('stream')
  expect(off.latestStreamLabel).toBe('2026-10-08T12:01:00.000')
})

test('encryption is reported as in progress with the old key, and the identical key is refused', () => {
  const { next, overlay } = update(onDemand, { SSESpecification: { Enabled: true } })
  expect(overlay).toEqual({ SSEDescription: { Status: 'UPDATING' } })
  const keyArn = next.encryption?.keyArn ?? ''
  expect(() => update(next, { SSESpecification: { SSEType: 'KMS', KMSMasterKeyId: keyArn } })).toThrow(
    'Table is already encrypted with given KMSMasterKeyId',
  )
  expect(update(next, { SSESpecification: { Enabled: false } }).next).not.toHaveProperty('encryption')
})

test('the class STANDARD is no change for a table that never had another', () => {
  expect(update(onDemand, { TableClass: 'STANDARD' }).next).toEqual(onDemand)
  const { next, shown } = update(onDemand, { TableClass: 'STANDARD_INFREQUENT_ACCESS' })
  expect(next).toMatchObject({ tableClass: 'STANDARD_INFREQUENT_ACCESS', tableClassUpdatedMs: nowMs })
  expect(shown).toEqual(onDemand)
})
