import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { REGISTER_SPACE } from '../tables/space-names.ts'
import { delegated } from '../testing/bulk-world.ts'

let storage: Storage
let db: Database
let warnings: string[]

beforeEach(async () => {
  warnings = []
  vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(String(warning)))
  storage = delegated(createMemoryStorage())
  db = await createDatabase({ storage })
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

/** Nothing can be read any more of spaces whose names begin so. */
function damage(prefix: string): void {
  const { range } = storage
  storage.range = (request) => {
    if (request.space.startsWith(prefix)) throw new TypeError('the page is damaged')
    return range(request)
  }
}

test('a backup that cannot be made is told of, and is none', async () => {
  damage('table-')
  await db.send('CreateBackup', { TableName: 'Music', BackupName: 'nightly' })
  await db.settled()
  expect((await db.send('ListBackups', {})).BackupSummaries).toEqual([])
  expect(warnings).toEqual(['The backup nightly of the table Music could not be made: the page is damaged'])
})

test('a backup that cannot be taken back at once is told of once', async () => {
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

test('a table that cannot be restored is told of, and is none', async () => {
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

test('a backup that is deleted before it is made is no news', async () => {
  const { BackupDetails } = await db.send('CreateBackup', { TableName: 'Music', BackupName: 'nightly' })
  await db.send('DeleteBackup', { BackupArn: BackupDetails?.BackupArn ?? '' })
  await db.settled()
  expect(warnings).toEqual([])
})
