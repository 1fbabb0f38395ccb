import { createDatabase } from '@monotable/engine'
import { describe, expect, it } from 'vitest'
import type { Send } from '../create-table/until-settled.ts'
import { askBackups, type Backup } from './ask-backups.ts'
import { type BackupDraft, backupRequests, freeBackupName } from './backup-requests.ts'

const backup: Backup = {
  arn: 'arn:1',
  name: 'nightly',
  table: 'Shop',
  madeSeconds: 1,
  sizeBytes: 2,
  status: 'AVAILABLE',
  type: 'USER',
}
const draft: BackupDraft = {
  act: 'make',
  name: 'weekly',
  backup: 'arn:1',
  target: 'Shop-copy',
  moment: '',
  typed: '',
}
const of = { table: 'Shop', chosen: backup, recovery: { fromSeconds: 1, toSeconds: 2 } }

describe('backupRequests', () => {
  it.each<[Partial<BackupDraft>, string, object]>([
    [{ act: 'make' }, 'CreateBackup', { TableName: 'Shop', BackupName: 'weekly' }],
    [{ act: 'restore' }, 'RestoreTableFromBackup', { TargetTableName: 'Shop-copy', BackupArn: 'arn:1' }],
    [
      { act: 'recover' },
      'RestoreTableToPointInTime',
      { SourceTableName: 'Shop', TargetTableName: 'Shop-copy', UseLatestRestorableTime: true },
    ],
    [
      { act: 'recover', moment: '2026-01-31T10:00:05' },
      'RestoreTableToPointInTime',
      { SourceTableName: 'Shop', TargetTableName: 'Shop-copy', RestoreDateTime: 1_769_853_605 },
    ],
    [{ act: 'delete', typed: 'nightly' }, 'DeleteBackup', { BackupArn: 'arn:1' }],
  ])('%j is one %s', (changed, operation, input) => {
    expect(backupRequests({ ...draft, ...changed }, of)).toEqual([{ operation, input }])
  })

  it.each<[Partial<BackupDraft>, object]>([
    [{ act: 'make', name: '' }, {}],
    [{ act: 'make' }, { table: undefined }],
    [{ act: 'restore' }, { chosen: undefined }],
    [{ act: 'restore', target: '' }, {}],
    [{ act: 'recover', target: '' }, {}],
    [{ act: 'recover' }, { table: undefined }],
    [{ act: 'recover' }, { recovery: undefined }],
    [{ act: 'delete', typed: 'nightl' }, {}],
    [{ act: 'delete', typed: 'nightly' }, { chosen: undefined }],
  ])('%j of %j makes no request yet', (changed, other) => {
    expect(backupRequests({ ...draft, ...changed }, { ...of, ...other })).toEqual([])
  })
})

it('the name of a backup is the table and the day, with a number if that is taken', () => {
  const nowMs = Date.UTC(2026, 0, 31)
  expect(freeBackupName('Shop', [], nowMs)).toBe('Shop-2026-01-31')
  const taken = { ...backup, name: 'Shop-2026-01-31' }
  expect(freeBackupName('Shop', [taken], nowMs)).toBe('Shop-2026-01-31-2')
  expect(freeBackupName('x'.repeat(255), [], nowMs)).toHaveLength(251)
})

it('backups of all tables are read to the last page, including those of deleted tables', async () => {
  const db = await createDatabase()
  const create = (TableName: string) =>
    db.send('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
  await create('Kept')
  await create('Gone')
  for (const BackupName of ['first', 'second', 'third'])
    await db.send('CreateBackup', { TableName: 'Kept', BackupName })
  await db.send('CreateBackup', { TableName: 'Gone', BackupName: 'last' })
  await db.settled()
  await db.send('DeleteTable', { TableName: 'Gone' })
  const send: Send = (operation, input) => db.send(operation as never, { ...input, Limit: 2 } as never)
  const names = async (table?: string) => (await askBackups(send, table)).map(({ name }) => name).toSorted()
  expect(await names()).toEqual(['first', 'last', 'second', 'third'])
  expect(await names('Kept')).toEqual(['first', 'second', 'third'])
  await db.close()
})
