import { beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { BulkWorld, bulkLine, delegated, worldTable } from '../testing/bulk-world.ts'
import { onFullDisk } from '../testing/full-disk.ts'

let world: BulkWorld

beforeEach(async () => {
  world = await BulkWorld.open()
})

/** A store in which about every fourth commit fails, half of them after taking effect. */
function failingStorage(inner: Storage) {
  let left = Number.POSITIVE_INFINITY
  let failed = 0
  const storage: Storage = {
    ...delegated(inner),
    mutate: async (keys, decide) => {
      if (--left > 0 || failed >= 5) return inner.mutate(keys, decide)
      left = 4
      failed++
      if (failed % 2 === 0) await inner.mutate(keys, decide)
      throw new StorageError('UNAVAILABLE', 'the store has failed')
    },
  }
  return {
    storage,
    failAfter: (count: number) => {
      left = count
    },
    failures: () => failed,
  }
}

describe('while it runs', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => bulkLine(`k${i}`)).join('')

  test('it writes no faster than it may', async () => {
    world.upload('a.json', many(5000))
    const begun = await world.begin({ MaxWriteRequestUnits: 1024 })
    await world.pass(2_000)
    const { ProcessedItemCount: early = 0 } = await world.describe(begun)
    expect(early).toBeGreaterThan(1900)
    expect(early).toBeLessThanOrEqual(2048 + 100)
    await world.pass(3_000)
    await world.db.settled()
    expect(await world.describe(begun)).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      ProcessedItemCount: 5000,
    })
  })

  test('it continues at the same speed when the clock is set back', async () => {
    let backMs = 0
    const { clock, storage, objects } = world
    await world.db.close()
    const setBack = { now: () => clock.now() - backMs, after: clock.after }
    world.db = await createDatabase({ clock: setBack, storage, objects })
    world.upload('a.json', many(2_000))
    const begun = await world.begin({ MaxWriteRequestUnits: 1024 })
    await world.pass(500)
    backMs = 3_600_000
    await world.pass(2_500)
    expect(await world.describe(begun)).toMatchObject({ BulkOperationStatus: 'COMPLETED' })
  })

  describe('an operation that reads an endless file without items', () => {
    async function* endless() {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        yield Buffer.alloc(100_000, '\n')
      }
    }

    beforeEach(async () => {
      world.upload('a.json', '')
      await world.reopen({ objects: { ...world.objects, read: endless } })
    })

    test('can be cancelled', async () => {
      const begun = await world.begin()
      await world.db.send('CancelBulkOperation', { BulkOperationArn: begun.BulkOperationArn ?? '' })
      await world.db.settled()
      expect(await world.describe(begun)).toMatchObject({
        BulkOperationStatus: 'CANCELLED',
        ProcessedItemCount: 0,
      })
    })

    test('is interrupted when the database is closed, and continues when it is reopened', async () => {
      const begun = await world.begin()
      world.upload('a.json', bulkLine('a'))
      await world.reopen({ objects: world.objects })
      await world.db.settled()
      expect(await world.describe(begun)).toMatchObject({
        BulkOperationStatus: 'COMPLETED',
        ProcessedItemCount: 1,
      })
    })
  })

  test('it can be cancelled, and what it has put stays', async () => {
    world.upload('a.json', `${JSON.stringify({ Item: {} })}\n${many(5000)}`)
    const begun = await world.begin({ MaxWriteRequestUnits: 1024 })
    await world.pass(1_000)
    const BulkOperationArn = begun.BulkOperationArn ?? ''
    const answer = { BulkOperationArn, BulkOperationStatus: 'CANCELLING' }
    expect(await world.db.send('CancelBulkOperation', { BulkOperationArn })).toEqual(answer)
    expect(await world.db.send('CancelBulkOperation', { BulkOperationArn })).toEqual(answer)
    expect(await world.describe(begun)).toMatchObject({ BulkOperationStatus: 'CANCELLING' })
    await world.pass(1_000)
    await world.db.settled()
    const ended = await world.describe(begun)
    expect(ended).toMatchObject({
      BulkOperationStatus: 'CANCELLED',
      FailureCode: 'CANCELLED',
      FailedItemCount: 1,
      EndTime: expect.any(Number),
    })
    expect(await world.stored()).toHaveLength((ended.ProcessedItemCount ?? 0) - 1)
    expect(world.reports('error')).toHaveLength(1)
    await expect(world.db.send('CancelBulkOperation', { BulkOperationArn })).rejects.toMatchObject({
      name: 'ValidationException',
    })
  })

  test('the table can be used and changed', async () => {
    world.upload('a.json', many(3000))
    const begun = await world.begin({ MaxWriteRequestUnits: 1024 })
    await world.pass(1_000)
    await world.db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'mine' }, genre: { S: 'g' } } })
    await world.addIndex()
    // An item is now in one more index, which takes one more write.
    await world.pass(5_000)
    await world.db.settled()
    expect(await world.describe(begun)).toMatchObject({ BulkOperationStatus: 'COMPLETED' })
    const { Count } = await world.db.send('Scan', { TableName: 'Music', IndexName: 'byPk', Select: 'COUNT' })
    expect(Count).toBe(3001)
  })

  test('deleting the table ends it, even if another one takes its name', async () => {
    world.upload('a.json', many(3000))
    const begun = await world.begin({ MaxWriteRequestUnits: 1024 })
    await world.pass(1_000)
    await world.db.send('DeleteTable', { TableName: 'Music' })
    await world.db.send('CreateTable', worldTable)
    await world.pass(1_000)
    await world.db.settled()
    expect(await world.describe(begun)).toMatchObject({
      BulkOperationStatus: 'FAILED',
      FailureCode: 'ResourceNotFoundException',
      FailureMessage: 'Requested resource not found: Table: Music not found',
    })
    expect(await world.stored()).toEqual([])
  })

  test('it continues after what it had put when the database is reopened', async () => {
    const condition = { ConditionExpression: 'attribute_not_exists(pk)' }
    const lines = Array.from({ length: 2500 }, (_, i) => bulkLine(`k${i}`, {}, condition))
    world.upload('1.json', lines.slice(0, 1200).join(''))
    world.upload('2.json', `${lines.slice(1200).join('')}${JSON.stringify({ Item: {} })}\n`)
    const begun = await world.begin({ MaxWriteRequestUnits: 1024 })
    await world.pass(600)
    const { ProcessedItemCount = 0 } = await world.describe(begun)
    expect(ProcessedItemCount).toBeGreaterThan(100)
    expect(ProcessedItemCount).toBeLessThan(1200)
    await world.reopen({ objects: world.objects })
    await world.pass(5_000)
    await world.db.settled()
    expect(await world.describe(begun)).toMatchObject({
      BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
      ProcessedItemCount: 2501,
      FailedItemCount: 1,
      BulkOperationUsage: [
        { Table: { BulkPutBytes: lines.reduce((sum, _, i) => sum + `pkk${i}`.length, 0) } },
      ],
    })
    expect(world.reports('condition-check-failure')).toEqual([])
    expect(world.reports('error')).toMatchObject([{ s3ObjectKey: '2.json', itemNumber: 1301 }])
    const { Count } = await world.db.send('Scan', { TableName: 'Music', Select: 'COUNT' })
    expect(Count).toBe(2500)
    expect((await world.storage.listSpaces()).filter((space) => space.startsWith('bulk-'))).toEqual([])
  })

  test('an operation whose cancellation was pending when the database was closed is cancelled when it is reopened', async () => {
    world.upload('a.json', many(2000))
    const begun = await world.begin({ MaxWriteRequestUnits: 1024 })
    await world.pass(600)
    await world.db.send('CancelBulkOperation', { BulkOperationArn: begun.BulkOperationArn ?? '' })
    await world.reopen({ objects: world.objects })
    await world.db.settled()
    expect(await world.describe(begun)).toMatchObject({ BulkOperationStatus: 'CANCELLED' })
  })

  test('without the folder it fails when the database is reopened and the disk has room', async () => {
    world.upload('a.json', many(2000))
    const begun = await world.begin({ MaxWriteRequestUnits: 1024 })
    await world.pass(600)
    await world.reopen({ storage: onFullDisk(world.storage) })
    await world.db.settled()
    expect(await world.describe(begun)).toMatchObject({ BulkOperationStatus: 'IN_PROGRESS' })
    await world.reopen({})
    await world.db.settled()
    expect(await world.describe(begun)).toMatchObject({
      BulkOperationStatus: 'FAILED',
      FailureCode: 'UNKNOWN',
    })
    expect((await world.storage.listSpaces()).filter((space) => space.startsWith('bulk-'))).toEqual([])
  })

  test('occasional failures of the store do it no harm', async () => {
    const failing = failingStorage(world.storage)
    await world.reopen({ objects: world.objects, storage: failing.storage })
    const condition = { ConditionExpression: 'attribute_not_exists(pk)' }
    world.upload('a.json', Array.from({ length: 1000 }, (_, i) => bulkLine(`k${i}`, {}, condition)).join(''))
    const begun = await world.begin()
    failing.failAfter(4)
    await world.db.settled()
    expect(failing.failures()).toBeGreaterThan(0)
    expect(await world.describe(begun)).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      ProcessedItemCount: 1000,
    })
    expect(world.reports('condition-check-failure')).toEqual([])
  })
})
