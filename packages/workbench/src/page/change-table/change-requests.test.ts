import { createDatabase, type Database } from '@monotable/engine'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newIndex, type SettingsDraft } from '../create-table/table-draft.ts'
import type { TableAnswers } from '../frame/ask-table.ts'
import { applyChanges } from './apply-changes.ts'
import { changeRequests } from './change-requests.ts'
import { type ChangeDraft, currentTable, firstChange, keepChanges } from './current-table.ts'
import { whatGoes } from './what-goes.ts'

const region = 'us-east-1'
const TableName = 'Orders'
let database: Database

beforeEach(async () => {
  database = await createDatabase()
  await send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['PK', 'GSI1PK', 'GSI2PK'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: ['GSI1', 'GSI2'].map((IndexName) => ({
      IndexName,
      KeySchema: [{ AttributeName: `${IndexName}PK`, KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    })),
  })
})
afterEach(() => database.close())

const send = (operation: string, input: object) =>
  database.send(operation as never, input as never) as Promise<{ readonly [member: string]: unknown }>

/** Sends the page's requests about a table to the engine. */
async function ask(): Promise<TableAnswers> {
  const { Table } = (await send('DescribeTable', { TableName })) as { readonly Table: TableAnswers['table'] }
  const ResourceArn = Table['TableArn']
  const answer = async (operation: string, input: object) => ({
    output: await send(operation, input).catch(() => ({})),
    durationMs: 0,
  })
  return {
    table: Table,
    timeToLive: await answer('DescribeTimeToLive', { TableName }),
    recovery: await answer('DescribeContinuousBackups', { TableName }),
    tags: await answer('ListTagsOfResource', { ResourceArn }),
    policy: await answer('GetResourcePolicy', { ResourceArn }),
  }
}

/** Changes the table as a user would, and returns the requests that were sent. */
async function change(edit: (draft: ChangeDraft) => ChangeDraft) {
  const current = currentTable(await ask(), region)
  const calls = changeRequests(current, edit(firstChange(current)))
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve))
  await applyChanges({ send, table: TableName, calls, onStep: () => undefined, pause })
  return calls
}

const set = (changed: Partial<SettingsDraft>) =>
  change((draft) => ({ ...draft, settings: { ...draft.settings, ...changed } }))

const settings = async () => currentTable(await ask(), region).settings

it('sends nothing if nothing has changed', async () => {
  expect(await set({})).toEqual([])
})

it('makes every possible change by itself, and reads each setting back as it was typed', async () => {
  const policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::111122223333:root' },
        Action: 'dynamodb:GetItem',
        Resource: '*',
      },
    ],
  })
  const wanted = {
    most: { read: '100', write: '' },
    warm: { read: '13000', write: '5000' },
    stream: 'NEW_AND_OLD_IMAGES' as const,
    ttl: 'expires',
    recovery: true,
    recoveryDays: '7',
    protection: true,
    isInfrequent: true,
    isByKms: true,
    kmsKey: 'arn:aws:kms:us-east-1:000000000000:key/1234',
    tags: 'a\\=b=c=d, stage=test, team=shop',
    policy: JSON.stringify(JSON.parse(policy), null, 2),
    replicas: 'eu-west-1',
  }
  const calls = await set({ ...wanted, replicas: 'eu-west-1=alias/there' })
  expect(calls.map(({ operation }) => operation)).toEqual([
    ...Array(6).fill('UpdateTable'),
    'UpdateTimeToLive',
    'UpdateContinuousBackups',
    'TagResource',
    'PutResourcePolicy',
    'UpdateTable',
  ])
  expect(await settings()).toMatchObject(wanted)

  const back = { ttl: '', recovery: false, protection: false, isByKms: false, tags: 'team=web', policy: '' }
  const undone = await set({ ...back, most: { read: '', write: '' }, replicas: '' })
  expect(undone.map(({ operation }) => operation)).toContain('DeleteResourcePolicy')
  expect(await settings()).toMatchObject({ ...back, most: { read: '', write: '' }, replicas: '' })
})

it('another stream view type, and another time to live attribute, take two requests each', async () => {
  await set({ stream: 'KEYS_ONLY', ttl: 'one' })
  const calls = await set({ stream: 'NEW_IMAGE', ttl: 'two' })
  expect(calls.map(({ operation }) => operation)).toEqual([
    ...['UpdateTable', 'UpdateTable'],
    ...['UpdateTimeToLive', 'UpdateTimeToLive'],
  ])
  expect(await settings()).toMatchObject({ stream: 'NEW_IMAGE', ttl: 'two' })
})

it('switches from on demand to provisioned and back, with units of indexes', async () => {
  const calls = await change((draft) => ({
    ...draft,
    settings: { ...draft.settings, billing: 'PROVISIONED', units: { read: '3', write: '2' } },
    indexes: draft.indexes.map((index) =>
      index.name === 'GSI2' ? { ...index, units: { read: '9', write: '' } } : index,
    ),
  }))
  expect(calls).toHaveLength(1)
  const now = currentTable(await ask(), region)
  expect(now.settings).toMatchObject({ billing: 'PROVISIONED', units: { read: '3', write: '2' } })
  expect(now.indexes.map(({ units }) => units)).toEqual([
    { read: '3', write: '2' },
    { read: '9', write: '2' },
  ])
  await set({ billing: 'PAY_PER_REQUEST' })
  expect(await settings()).toMatchObject({ billing: 'PAY_PER_REQUEST' })
})

it('changes limits and warm throughput of one index without the others', async () => {
  const calls = await change((draft) => ({
    ...draft,
    indexes: draft.indexes.map((index) =>
      index.name === 'GSI1'
        ? { ...index, most: { read: '50', write: '' }, warm: { read: '20000', write: '4000' } }
        : index,
    ),
  }))
  expect(calls).toHaveLength(2)
  const [first, second] = currentTable(await ask(), region).indexes
  expect(first).toMatchObject({ most: { read: '50', write: '' }, warm: { read: '20000', write: '4000' } })
  expect(second).toMatchObject({ most: { read: '', write: '' }, warm: { read: '12000', write: '4000' } })
})

it('deletes and creates indexes one after the other', async () => {
  const calls = await change((draft) => ({
    ...draft,
    indexes: draft.indexes.map((index) => ({ ...index, isRemoved: true })),
    added: [newIndex('global', []), { ...newIndex('vector', []), pk: [{ name: 'category', type: 'S' }] }],
  }))
  expect(calls).toHaveLength(4)
  const { indexes } = currentTable(await ask(), region)
  expect(indexes.map(({ name, kind, summary }) => [name, kind, summary])).toEqual([
    ['GSI1', 'global', 'GSI1PK, GSI1SK'],
    ['VECTORS1', 'vector', 'embedding, 1024 dimensions'],
  ])
})

it('after a refused change no others are sent, and the remaining ones are computed from the table', async () => {
  const current = currentTable(await ask(), region)
  const first = firstChange(current)
  const draft: ChangeDraft = {
    ...first,
    indexes: first.indexes.map((index) => ({ ...index, isRemoved: index.name === 'GSI1' })),
    settings: { ...first.settings, warm: { read: '1', write: '1' }, protection: true },
  }
  const applied = applyChanges({
    send,
    table: TableName,
    calls: changeRequests(current, draft),
    onStep: () => undefined,
  })
  await expect(applied).rejects.toThrow('decreasing WarmThroughput is not supported')
  const now = currentTable(await ask(), region)
  expect(now.settings.protection).toBe(false)
  expect(changeRequests(now, keepChanges(now, draft)).map(({ input }) => input)).toEqual([
    { TableName, WarmThroughput: { ReadUnitsPerSecond: 1, WriteUnitsPerSecond: 1 } },
    { TableName, DeletionProtectionEnabled: true },
  ])
})

it('regions with strong consistency are added and removed together', async () => {
  const calls = await set({ replicas: 'us-east-2, us-west-2', isStrong: true })
  expect(calls).toHaveLength(1)
  expect(await settings()).toMatchObject({ isStrong: true })
  const current = currentTable(await ask(), region)
  const first = firstChange(current)
  const draft = { ...first, settings: { ...first.settings, replicas: '' } }
  expect(changeRequests(current, draft).map(({ input }) => input)).toEqual([
    {
      TableName,
      ReplicaUpdates: [{ Delete: { RegionName: 'us-east-2' } }, { Delete: { RegionName: 'us-west-2' } }],
    },
  ])
  expect(whatGoes(current, draft)).toEqual([
    'The table in us-east-2 will be deleted.',
    'The table in us-west-2 will be deleted.',
  ])
})

it('settings that may not be read are left unchanged and marked as unknown', async () => {
  const answers = await ask()
  const refused = { error: { name: 'AccessDeniedException', message: 'not you' }, durationMs: 0 }
  const current = currentTable({ ...answers, tags: refused, policy: refused }, region)
  expect([...current.unknown]).toEqual(['tags', 'policy'])
  expect(changeRequests(current, firstChange(current))).toEqual([])
})
