import { createDatabase } from '@monotable/engine'
import { expect, it } from 'vitest'
import { firstDraft, newIndex, type TableDraft } from './table-draft.ts'
import { findContradiction, tableRequests } from './table-requests.ts'

const S = 'S' as const
const draft: TableDraft = { ...firstDraft, name: 'Made' }

/** Creates the table of a draft and returns the engine's description of it. */
async function made(wanted: TableDraft) {
  const database = await createDatabase()
  for (const { operation, input } of tableRequests(wanted))
    await database.send(operation as never, input as never)
  const { Table } = await database.send('DescribeTable', { TableName: wanted.name })
  const ttl = await database.send('DescribeTimeToLive', { TableName: wanted.name })
  await database.close()
  return { Table, ttl }
}

it('starts with a typical table of a single-table design', async () => {
  const { Table } = await made(draft)
  expect(Table).toMatchObject({
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    GlobalSecondaryIndexes: [{ IndexName: 'GSI1', Projection: { ProjectionType: 'ALL' } }],
  })
})

it('declares each attribute once, with its type', () => {
  const global = {
    ...newIndex('global', []),
    pk: [{ name: 'day', type: S }],
    sk: [{ name: 'at', type: 'N' as const }],
  }
  const [{ input }] = tableRequests({ ...draft, sk: { name: 'at', type: 'N' }, indexes: [global] })
  expect(input).toMatchObject({
    AttributeDefinitions: [
      { AttributeName: 'PK', AttributeType: 'S' },
      { AttributeName: 'at', AttributeType: 'N' },
      { AttributeName: 'day', AttributeType: 'S' },
    ],
  })
})

it('reports an attribute that is given two types', () => {
  const global = { ...newIndex('global', []), sk: [{ name: 'PK', type: 'N' as const }] }
  expect(findContradiction({ ...draft, indexes: [global] })).toContain('PK is in several keys')
  expect(findContradiction(draft)).toBeUndefined()
})

it('makes indexes of all kinds, capacity and settings, and the requests that follow', async () => {
  const local = { ...newIndex('local', []), projection: 'KEYS_ONLY' as const }
  const global = {
    ...newIndex('global', [local]),
    name: 'byStatus',
    pk: [
      { name: 'tenant', type: S },
      { name: 'status', type: S },
    ],
    sk: [
      { name: 'day', type: S },
      { name: 'rank', type: 'N' as const },
      { name: '', type: S },
    ],
    projection: 'INCLUDE' as const,
    included: 'name, price ,',
    units: { read: '7', write: '' },
  }
  const { Table, ttl } = await made({
    ...draft,
    indexes: [local, global],
    billing: 'PROVISIONED',
    units: { read: '3', write: '2' },
    stream: 'NEW_IMAGE',
    ttl: 'expires',
    recovery: true,
    protection: true,
    tags: 'team=shop, a=b=c, bare',
  })
  expect(Table).toMatchObject({
    ProvisionedThroughput: { ReadCapacityUnits: 3, WriteCapacityUnits: 2 },
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    DeletionProtectionEnabled: true,
    LocalSecondaryIndexes: [
      {
        IndexName: 'LSI1',
        KeySchema: [{ AttributeName: 'PK' }, { AttributeName: 'LSI1SK', KeyType: 'RANGE' }],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byStatus',
        KeySchema: [
          { AttributeName: 'tenant', KeyType: 'HASH' },
          { AttributeName: 'status', KeyType: 'HASH' },
          { AttributeName: 'day', KeyType: 'RANGE' },
          { AttributeName: 'rank', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['name', 'price'] },
        ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 2 },
      },
    ],
  })
  expect(ttl).toMatchObject({
    TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' },
  })
})

it('makes a vector index, and the limits of on-demand throughput', async () => {
  const vectors = { ...newIndex('vector', []), pk: [{ name: 'category', type: S }] }
  const { Table } = await made({ ...draft, indexes: [vectors], most: { read: '100', write: '' } })
  expect(Table).toMatchObject({
    OnDemandThroughput: { MaxReadRequestUnits: 100 },
    VectorIndexes: [
      {
        IndexName: 'VECTORS1',
        Dimensions: 1024,
        DistanceFunction: 'COSINE',
        VectorAttribute: { AttributeName: 'embedding' },
        SearchSchema: [{ AttributeName: 'category', SearchSchemaElementType: 'HASH' }],
      },
    ],
  })
})

it('sets the KMS key, the policy, the warm throughput, and regions that follow one after the other', async () => {
  const policy = '{ "Version": "2012-10-17", "Statement": [] }'
  const wanted: TableDraft = {
    ...draft,
    indexes: [{ ...newIndex('global', []), warm: { read: '14000', write: '' } }],
    warm: { read: '15000', write: '5000' },
    isByKms: true,
    recovery: true,
    recoveryDays: '7',
    replicas: 'eu-west-1, us-west-2',
  }
  const [{ input }] = tableRequests({ ...wanted, policy, kmsKey: ' alias/mine ' })
  expect(input).toMatchObject({
    ResourcePolicy: '{"Version":"2012-10-17","Statement":[]}',
    SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'alias/mine' },
  })
  expect((await made(wanted)).Table).toMatchObject({
    WarmThroughput: { ReadUnitsPerSecond: 15_000, WriteUnitsPerSecond: 5_000 },
    GlobalSecondaryIndexes: [{ WarmThroughput: { ReadUnitsPerSecond: 14_000, WriteUnitsPerSecond: 4_000 } }],
    SSEDescription: { Status: 'ENABLED', SSEType: 'KMS' },
    Replicas: [{ RegionName: 'eu-west-1' }, { RegionName: 'us-west-2' }],
  })
})

it('regions with strong consistency are added at once, with a witness if there is one replica', async () => {
  const wanted = { ...draft, replicas: 'us-east-2', isStrong: true, witness: 'us-west-2' }
  expect((await made(wanted)).Table).toMatchObject({ MultiRegionConsistency: 'STRONG' })
})

it('gives an index an unused name', () => {
  const first = newIndex('global', [])
  const second = newIndex('global', [first])
  expect([first.name, second.name, newIndex('local', [first]).name]).toEqual(['GSI1', 'GSI2', 'LSI1'])
  expect(newIndex('global', [second]).name).toBe('GSI1')
  expect(newIndex('global', [second]).id).not.toBe(second.id)
})
