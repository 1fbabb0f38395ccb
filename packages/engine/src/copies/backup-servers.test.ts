import { expect, test, vi } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import { forgetLeases } from '../tables/leases.ts'
import { CATALOGUE_SPACE } from '../tables/space-names.ts'
import { createSharedMemory } from '../testing/shared-memory.ts'

const orders = {
  TableName: 'Orders',
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' as const }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
}

const isCatalogue = (space: string) => space === CATALOGUE_SPACE

/**
 * Turns on recovery to a point in time, and stops in the middle: the history is recorded first, and then what needs it.
 * In between, nothing seems to.
 */
async function beginRecovery() {
  const memory = createSharedMemory()
  const view = memory.open()
  const a = await createDatabase({ storage: view.storage })
  await a.send('CreateTable', orders)
  const begun = view.holdCommit(isCatalogue)
  const enabling = a.send('UpdateContinuousBackups', {
    TableName: 'Orders',
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  const begin = await begun
  const needed = view.holdCommit(isCatalogue)
  begin()
  const need = await needed
  return { memory, view, a, enabling, need }
}

test('a table is restored from a backup that another server is asked to delete meanwhile', async () => {
  const memory = createSharedMemory()
  const view = memory.open()
  const a = await createDatabase({ storage: view.storage })
  const b = await createDatabase({ storage: memory.open().storage })
  try {
    await a.send('CreateTable', orders)
    await a.send('PutItem', { TableName: 'Orders', Item: { id: { S: 'one' } } })
    const { BackupDetails } = await a.send('CreateBackup', { TableName: 'Orders', BackupName: 'now' })
    const BackupArn = BackupDetails?.BackupArn ?? ''
    await a.settled()
    const held = view.holdCommit(isCatalogue)
    const restoring = a.send('RestoreTableFromBackup', { BackupArn, TargetTableName: 'Restored' })
    const release = await held
    // Either before the restored table is visible to other servers, or after that.
    const deleting = b.send('DeleteBackup', { BackupArn }).catch((error: Error) => error.name)
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
    release()
    await restoring
    await deleting
    await a.settled()
    const { Items } = await b.send('Scan', { TableName: 'Restored' })
    expect(Items).toEqual([{ id: { S: 'one' } }])
  } finally {
    await Promise.all([a.close(), b.close()])
  }
})

test('a table that is deleted while another server is about to end its history does not come back', async () => {
  const { memory, a, enabling, need } = await beginRecovery()
  const b = await createDatabase({ storage: memory.open().storage })
  try {
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
    const deleting = a.send('DeleteTable', { TableName: 'Orders' })
    need()
    await enabling
    await deleting
    await b.settled()
    expect((await a.send('ListTables', {})).TableNames).toEqual([])
  } finally {
    await Promise.all([a.close(), b.close()])
  }
})

test('a history that this server was about to end when another one took its place is left to that one', async () => {
  const { memory, view, enabling } = await beginRecovery()
  // What needs the history never will be recorded.
  view.kill()
  await forgetLeases(memory.open().storage)
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const other = memory.open()
  const ending = other.holdCommit(isCatalogue)
  const b = await createDatabase({ storage: other.storage })
  try {
    const end = await ending
    await forgetLeases(memory.open().storage)
    end()
    await b.settled()
    expect(warn).not.toHaveBeenCalled()
  } finally {
    warn.mockRestore()
    void enabling
    await b.close()
  }
})
