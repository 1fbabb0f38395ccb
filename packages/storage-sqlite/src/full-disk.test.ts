import * as fileSystem from 'node:fs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordKey, RecordValue, StorageError } from '@monotable/engine'
import { loadSqliteDriver } from '@monotable/storage-files'
import { expect, it, vi } from 'vitest'
import {
  fillUp,
  fullDiskContract,
  onSmallDisk,
  takeRest,
} from '../../storage-files/src/crash/full-disk-contract.ts'
import { createBatch, createChangeApplier } from './data-file/change-applier.ts'
import { createRoomReserve } from './data-file/room-reserve.ts'
import { fileLayout } from './file/file-layout.ts'
import { prepareFormat } from './file/store-format.ts'
import { createTableSql } from './file/table-sql.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'

fullDiskContract(openSqliteStorage)

// SQLite's log could not restart then, and the journals had all the room: nothing that was removed was of any help.
it('removals make room even if the journals took the room for what SQLite has only in its log', async (context) => {
  await onSmallDisk(context, 6, async (disk) => {
    const { open } = await loadSqliteDriver()
    const file = join(disk, 'data.sqlite')
    const database = open(file)
    prepareFormat(database, file)
    database.exec(
      `PRAGMA journal_mode = WAL; INSERT INTO spaces (id, name) VALUES (1, 's'); ${createTableSql(1)}`,
    )
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(3 << 20))
    const real = createRoomReserve(file, fileSystem)
    let isTaken = false
    const reserve = {
      ...real,
      leavesRoomFor(bytes: number) {
        const leavesRoom = real.leavesRoomFor(bytes)
        if (leavesRoom && isTaken) takeRest(disk)
        return leavesRoom
      },
    }
    const applier = createChangeApplier(database, { layout: fileLayout, partLength: 100_000, reserve })
    const apply = (from: number, length: number | undefined, isDiskFull = false) => {
      const changes = Array.from({ length: 20 }, (_, i) => ({
        space: 1,
        partition: 'p',
        sort: String(from + i),
        value: length === undefined ? undefined : { doc: 'x'.repeat(length), sizeBytes: length },
      }))
      applier.apply(createBatch(changes, { applied: 1, nextPosition: 1 }), isDiskFull)
    }
    try {
      for (const from of [100, 200]) apply(from, 20_000)
      isTaken = true
      expect(() => apply(300, 20_000)).toThrow('full')
      for (const from of [100, 200]) apply(from, undefined, true)
      apply(300, 10_000, true)
      expect(database.prepare('SELECT records FROM spaces').get()).toMatchObject({ records: 20 })
    } finally {
      database.close()
    }
  })
})

// SQLite's log had the space, could not be moved into the data file, and so took nothing more.
it('a new space that filled the disk before the data file had any of it makes room when it is dropped, or everything in it removed', async (context) => {
  await onSmallDisk(context, 12, async (disk) => {
    const storage = await openSqliteStorage({ path: join(disk, 'store') })
    await storage.createSpace('s')
    const written = await fillUp(storage)
    const changes = Array.from({ length: written }, (_, i) => keyOf(i)).map((key) => {
      return { ...key, value: undefined }
    })
    while (changes.length > 0) {
      const some = changes.splice(0, 100)
      await storage.mutate([], () => ({ changes: some, answer: undefined }))
    }
    const put = () => {
      const change = { ...keyOf(0), value: { doc: 'x'.repeat(20_000), sizeBytes: 20_000 } }
      return storage.mutate([], () => ({ changes: [change], answer: undefined }))
    }
    await vi.waitFor(put, { timeout: 60_000, interval: 20 })
    await fillUp(storage)
    await storage.dropSpace('s')
    await storage.createSpace('s')
    await vi.waitFor(put, { timeout: 60_000, interval: 20 })
    await storage.close()
  })
})

// The journals had the room, and nothing could be written until nearly all of it was removed.
it.for([
  { megabytes: 12, length: 5_000 },
  { megabytes: 24, length: 100_000 },
])(
  'a store that filled a disk of $megabytes MB with documents of $length bytes takes them again once a third was removed',
  async ({ megabytes, length }, context) => {
    await onSmallDisk(context, megabytes, async (disk) => {
      const storage = await openSqliteStorage({ path: join(disk, 'store') })
      await storage.createSpace('s')
      const value = { doc: 'x'.repeat(length), sizeBytes: length }
      const change = (key: RecordKey, value?: RecordValue) =>
        storage.mutate([], () => ({ changes: [{ ...key, value }], answer: undefined }))
      let written = 0
      const isRefused = (error: StorageError) => error.code === 'FULL'
      while (!(await change(keyOf(written), value).catch(isRefused))) written += 1
      for (let i = 0; i < written; i += 3) await change(keyOf(i))
      await vi.waitFor(() => change(keyOf(0), value), { timeout: 20_000, interval: 20 })
      await storage.close()
    })
  },
)

function keyOf(i: number): RecordKey {
  return { space: 's', partition: 'p'.repeat(16), sort: String(i).padStart(6, '0') }
}
