import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Change, Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { CATALOGUE_SPACE, REGISTER_SPACE } from '../tables/space-names.ts'
import { delegated } from '../testing/bulk-world.ts'
import { createMemoryObjects } from '../testing/memory-objects.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'

let storage: Storage
let clock: TestClock
let db: Database
let warnings: string[]

beforeEach(async () => {
  warnings = []
  vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(String(warning)))
  storage = delegated(createMemoryStorage())
  clock = createTestClock(Date.UTC(2026, 0, 1))
  db = await createDatabase({ storage, clock })
  await db.send('CreateTable', {
    TableName: 'Music',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await db.close()
})

/** Makes spaces with this prefix unreadable. */
function damage(prefix: string): void {
  const { range } = storage
  storage.range = (request) => {
    if (request.space.startsWith(prefix)) throw new TypeError('the page is damaged')
    return range(request)
  }
}

test('a backup that cannot be made is reported, and does not exist', async () => {
  damage('table-')
  await db.send('CreateBackup', { TableName: 'Music', BackupName: 'nightly' })
  await db.settled()
  expect((await db.send('ListBackups', {})).BackupSummaries).toEqual([])
  expect(warnings).toEqual(['The backup nightly of the table Music could not be made: the page is damaged'])
})

test('a backup that cannot be removed at once is reported only once', async () => {
  damage('table-')
  const { mutate } = storage
  storage.mutate = (keys, decide) =>
    mutate(keys, (values) => {
      const decision = decide(values)
      if (decision.changes.some(({ space, value }) => space === REGISTER_SPACE && value === undefined)) {
        storage.mutate = mutate
        throw new StorageError('FULL', 'for a while')
      }
      return decision
    })
  await db.send('CreateBackup', { TableName: 'Music', BackupName: 'nightly' })
  await db.settled()
  expect(storage.mutate).toBe(mutate)
  expect(warnings.length).toBe(1)
})

test('a backup that could be neither made nor removed is retried after a minute', async () => {
  const { range, mutate } = storage
  const broken = () => Promise.reject(new TypeError('the disk is gone'))
  const { BackupDetails } = await db.send('CreateBackup', { TableName: 'Music', BackupName: 'nightly' })
  Object.assign(storage, { range: broken, mutate: broken })
  await db.settled()
  Object.assign(storage, { range, mutate })
  const BackupArn = BackupDetails?.BackupArn ?? ''
  const status = async () =>
    (await db.send('DescribeBackup', { BackupArn })).BackupDescription?.BackupDetails?.BackupStatus
  expect(await status()).toBe('CREATING')
  await clock.advance(60_000)
  await db.settled()
  expect(await status()).toBe('AVAILABLE')
})

test('a table that cannot be restored is reported, and does not exist', async () => {
  const { BackupDetails } = await db.send('CreateBackup', { TableName: 'Music', BackupName: 'nightly' })
  await db.settled()
  damage('backup-')
  await db.send('RestoreTableFromBackup', {
    BackupArn: BackupDetails?.BackupArn ?? '',
    TargetTableName: 'Restored',
  })
  await db.settled()
  expect((await db.send('ListTables', {})).TableNames).toEqual(['Music'])
  expect(warnings).toEqual(['The table Restored could not be restored: the page is damaged'])
})

/** Makes certain commits fail until the store is mended. */
function refuse(isMeant: (change: Change) => boolean): { mend(): void } {
  const { mutate } = storage
  storage.mutate = (keys, decide) =>
    mutate(keys, (values) => {
      const decision = decide(values)
      if (decision.changes.some(isMeant)) throw new StorageError('FULL', 'for a while')
      return decision
    })
  return {
    mend: () => {
      storage.mutate = mutate
    },
  }
}

test('an import whose table cannot be created does not exist, and succeeds when requested again', async () => {
  const objects = createMemoryObjects()
  await objects.write('bucket', 'a', Buffer.from('{"Item":{"pk":{"S":"a"}}}'))
  await db.close()
  storage = delegated(createMemoryStorage())
  db = await createDatabase({ storage, objects })
  const ask = () =>
    db.send('ImportTable', {
      ClientToken: 'token',
      S3BucketSource: { S3Bucket: 'bucket' },
      InputFormat: 'DYNAMODB_JSON',
      TableCreationParameters: {
        TableName: 'Imported',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      },
    })
  const refused = refuse(({ space }) => space === CATALOGUE_SPACE)
  await expect(ask()).rejects.toMatchObject({ name: 'InternalServerError' })
  refused.mend()
  await ask()
  await db.settled()
  const { ImportSummaryList = [] } = await db.send('ListImports', {})
  expect(ImportSummaryList.map(({ ImportStatus }) => ImportStatus)).toEqual(['COMPLETED'])
  expect((await db.send('Scan', { TableName: 'Imported' })).Count).toBe(1)
})

test('a table that could not be deleted at first leaves only one backup', async () => {
  await db.send('UpdateContinuousBackups', {
    TableName: 'Music',
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  const backups = async () => (await db.send('ListBackups', { BackupType: 'ALL' })).BackupSummaries?.length
  const refused = refuse(({ space, value }) => space === CATALOGUE_SPACE && value === undefined)
  await expect(db.send('DeleteTable', { TableName: 'Music' })).rejects.toMatchObject({
    name: 'InternalServerError',
  })
  expect(await backups()).toBe(0)
  refused.mend()
  await db.send('DeleteTable', { TableName: 'Music' })
  expect(await backups()).toBe(1)
})

test('a backup that is deleted before it is complete is not reported', async () => {
  const { BackupDetails } = await db.send('CreateBackup', { TableName: 'Music', BackupName: 'nightly' })
  await db.send('DeleteBackup', { BackupArn: BackupDetails?.BackupArn ?? '' })
  await db.settled()
  expect(warnings).toEqual([])
})
