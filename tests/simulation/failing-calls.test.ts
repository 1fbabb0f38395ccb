import { isDeepStrictEqual } from 'node:util'
import {
  createDatabase,
  createMemoryStorage,
  createTestClock,
  type Database,
  type ObjectFolder,
  type Storage,
  StorageError,
  type TestClock,
} from '@monotable/engine'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Json, wireAnswer } from './wire-call.ts'

beforeEach(() => void vi.spyOn(process, 'emitWarning').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const pk = { AttributeName: 'pk', KeyType: 'HASH' }
const keys = {
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [pk],
  BillingMode: 'PAY_PER_REQUEST',
}
const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' }

const objects: ObjectFolder = {
  list: async () => [{ key: 'one', sizeBytes: 33 }],
  read: async function* () {
    yield Buffer.from('{"Item":{"pk":{"S":"imported"}}}\n')
  },
  write: async () => {},
}

/** A store of which one call fails, before it does anything; others count. */
class FailingStore {
  readonly storage: Storage
  /** Counts down while it is above 0. */
  callsLeft = 0

  constructor() {
    const memory = createMemoryStorage()
    const call = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (this.callsLeft > 0 && --this.callsLeft === 0) throw new StorageError('FULL', 'just now')
      return work()
    }
    this.storage = {
      createSpace: (space) => call(() => memory.createSpace(space)),
      dropSpace: (space) => call(() => memory.dropSpace(space)),
      listSpaces: () => call(() => memory.listSpaces()),
      read: (places) => call(() => memory.read(places)),
      range: (request) => call(() => memory.range(request)),
      mutate: (places, decide) => call(() => memory.mutate(places, decide)),
      size: (space, partition) => call(() => memory.size(space, partition)),
      clear: () => memory.clear(),
      snapshot: () => memory.snapshot(),
      restore: (snapshot) => memory.restore(snapshot),
      close: async () => {},
    }
  }
}

interface World {
  readonly db: Database
  readonly clock: TestClock
  readonly store: FailingStore
  readonly backup: string
}

/** A table that streams and can be recovered, and its backup; a table that does neither. */
async function openWorld(): Promise<World> {
  const store = new FailingStore()
  const clock = createTestClock(1_790_000_000_000)
  const db = await createDatabase({
    storage: store.storage,
    clock,
    objects,
  })
  await wireAnswer(db, 'CreateTable', { TableName: 'Rich', ...keys, StreamSpecification })
  await wireAnswer(db, 'CreateTable', { TableName: 'Plain', ...keys })
  for (const TableName of ['Rich', 'Plain']) {
    await wireAnswer(db, 'PutItem', { TableName, Item: { pk: { S: 'one' } } })
  }
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
  await wireAnswer(db, 'UpdateContinuousBackups', { TableName: 'Rich', PointInTimeRecoverySpecification })
  const made = await wireAnswer(db, 'CreateBackup', { TableName: 'Rich', BackupName: 'first' })
  await db.settled()
  await clock.advance(1_000)
  return { db, clock, store, backup: (made['BackupDetails'] as { BackupArn: string }).BackupArn }
}

/** All that can be seen when what looks after the store has done so, but for what is new each time: ids and times. */
async function seen({ db, clock }: World): Promise<unknown> {
  await clock.advance(6 * 60_000)
  await db.settled()
  const told: unknown[] = []
  for (const region of ['us-east-1', 'eu-west-1']) {
    const ask = async (operation: string, input: Json = {}) =>
      JSON.parse(await db.execute(operation, input, { region, accountId: '000000000000' })) as Json
    const { TableNames } = await ask('ListTables')
    for (const TableName of TableNames as string[]) {
      for (const operation of ['DescribeTable', 'Scan', 'DescribeTimeToLive', 'DescribeContinuousBackups']) {
        told.push(await ask(operation, { TableName }))
      }
    }
    told.push(await ask('ListStreams'), await ask('ListImports'), await ask('ListExports'))
    told.push(await ask('ListBackups', { BackupType: 'ALL' }))
    for (const { StreamArn } of ((await ask('ListStreams')) as { Streams: { StreamArn: string }[] })
      .Streams) {
      const { StreamDescription } = await ask('DescribeStream', { StreamArn })
      told.push((StreamDescription as { StreamStatus: string }).StreamStatus)
    }
  }
  const text = JSON.stringify(told)
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '(id)')
    .replaceAll(/\d{14}-[\da-f]{8}/g, '(copy)')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}/g, '(label)')
    .replaceAll(/179\d{7}(\.\d+)?/g, '0')
  return JSON.parse(text)
}

type Request = readonly [operation: string, input: Json | ((world: World) => Json)]
const changed = (TableName: string, change: Json): Request => ['UpdateTable', { TableName, ...change }]
const requests: readonly Request[] = [
  ['CreateTable', { TableName: 'New', ...keys, StreamSpecification }],
  ['DeleteTable', { TableName: 'Rich' }],
  changed('Plain', { StreamSpecification }),
  changed('Rich', { StreamSpecification: { StreamEnabled: false } }),
  changed('Plain', { ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }] }),
  changed('Plain', {
    AttributeDefinitions: keys.AttributeDefinitions,
    GlobalSecondaryIndexUpdates: [
      { Create: { IndexName: 'byKey', KeySchema: [pk], Projection: { ProjectionType: 'ALL' } } },
    ],
  }),
  [
    'UpdateTimeToLive',
    { TableName: 'Plain', TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' } },
  ],
  [
    'UpdateContinuousBackups',
    { TableName: 'Plain', PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
  ],
  ['CreateBackup', { TableName: 'Plain', BackupName: 'second' }],
  ['DeleteBackup', ({ backup }) => ({ BackupArn: backup })],
  ['RestoreTableFromBackup', ({ backup }) => ({ BackupArn: backup, TargetTableName: 'New' })],
  [
    'ImportTable',
    {
      ClientToken: 'token',
      S3BucketSource: { S3Bucket: 'bucket' },
      InputFormat: 'DYNAMODB_JSON',
      TableCreationParameters: { TableName: 'New', ...keys },
    },
  ],
]

it.each(requests)(
  '%s (%#) is done or not when a call of the store fails, and can be asked for again',
  async (...request) => {
    const [operation, input] = request
    const send = (world: World) => {
      return wireAnswer(world.db, operation, typeof input === 'function' ? input(world) : input)
    }
    const done = await openWorld()
    const before = await seen(done)
    await send(done)
    const after = await seen(done)
    for (let call = 1, isOver = false; !isOver; call++) {
      const world = await openWorld()
      world.store.callsLeft = call
      const isRefused = await send(world).then(
        () => false,
        () => true,
      )
      isOver = world.store.callsLeft > 0
      world.store.callsLeft = 0
      const found = await seen(world)
      if (isRefused && isDeepStrictEqual(found, before)) {
        await send(world)
        expect(await seen(world), `call ${call}, and again`).toEqual(after)
      } else expect(found, `call ${call}`).toEqual(after)
    }
  },
)
