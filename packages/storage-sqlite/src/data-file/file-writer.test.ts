import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@monotable/engine'
import { loadSqliteDriver, storageFailure } from '@monotable/storage-files'
import { afterAll, describe, expect, it } from 'vitest'
import { prepareFormat, readJournalMark } from '../file/store-format.ts'
import { Journal } from '../journal/journal.ts'
import { openSqliteStorage } from '../open-sqlite-storage.ts'
import { type ChangeApplier, type ChangeBatch, createBatch } from './change-applier.ts'
import { FileWriter } from './file-writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'monotable-file-writer-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function put(storage: Storage, i: number): Promise<void> {
  const doc = JSON.stringify({ i, text: 'x'.repeat(1000) })
  const partition = String((i * 2654435761) % 4294967296).padEnd(16)
  const change = { space: 's', partition, sort: '', value: { doc, sizeBytes: doc.length } }
  return storage.mutate([], () => ({ changes: [change], answer: undefined }))
}

it('neither journal nor log grows without bound under steady writes', async () => {
  const path = join(folder, 'steady')
  const storage = await openSqliteStorage({ path, durability: 'normal', pendingMaxBytes: 1_000_000 })
  await storage.createSpace('s')
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let i = 0; i < 2_500; i++) await put(storage, i * 8 + client)
  })
  await Promise.all(clients)
  // 20,000 records of more than a kilobyte: without checkpoints, some 150 MB.
  expect(statSync(join(path, 'data.sqlite-wal')).size).toBeLessThan(50_000_000)
  for (const name of ['journal', 'journal-2']) {
    expect(statSync(join(path, name)).size).toBeLessThan(4_000_000)
  }
  expect((await storage.size('s')).records).toBe(20_000)
  await storage.close()
})

it('the log does not grow with each restored snapshot', async () => {
  const path = join(folder, 'restored')
  const storage = await openSqliteStorage({ path, durability: 'normal' })
  await storage.createSpace('s')
  await Promise.all(Array.from({ length: 2_000 }, (_, i) => put(storage, i)))
  const snapshot = await storage.snapshot()
  for (let i = 0; i < 10; i++) await storage.restore(snapshot)
  // Of 2 MB each.
  expect(statSync(join(path, 'data.sqlite-wal')).size).toBeLessThan(10_000_000)
  await storage.close()
})

describe('a writer of the data file', () => {
  const parts = [{ file: join(folder, 'none'), bytes: 1_000_000 }]
  const batch = createBatch([], { applied: 1, nextPosition: 1 })
  const noWorker = {
    moduleName: 'no-such-module',
    from: import.meta.url,
    file: 'none',
    store: 1,
    synchronous: 'FULL',
    partLength: 1_000,
  }

  function createApplier(checkpoint: () => void): ChangeApplier & { readonly applied: ChangeBatch[] } {
    const applied: ChangeBatch[] = []
    return { applied, checkpoint, isRoomScarce: () => false, apply: (given) => void applied.push(given) }
  }

  it('without a worker, writes on this thread and moves the log from time to time', async () => {
    let checkpoints = 0
    const applier = createApplier(() => {
      checkpoints += 1
    })
    const writer = new FileWriter({ task: noWorker, applier }, () => {})
    for (let i = 0; i < 4; i++)
      await writer.write({ parts, batch: () => batch, isAwaited: false, isDiskFull: false })
    expect(applier.applied).toEqual([batch, batch, batch, batch])
    expect(checkpoints).toBe(2)
    await writer.close()
  })

  it('whose worker cannot read the journal writes on this thread, even while it is being closed', async () => {
    const { moduleName, open } = await loadSqliteDriver()
    const file = join(folder, 'unread.sqlite')
    const database = open(file)
    prepareFormat(database, file)
    const applier = createApplier(() => {})
    const { store } = readJournalMark(database)
    const task = { moduleName, from: import.meta.url, file, store, synchronous: 'FULL', partLength: 1_000 }
    const writer = new FileWriter({ task, applier }, () => {})
    await writer.write({ parts, batch: () => batch, isAwaited: false, isDiskFull: false })
    const writing = writer.write({ parts, batch: () => batch, isAwaited: false, isDiskFull: false })
    await writer.close()
    await writing
    expect(applier.applied).toEqual([batch, batch])
    database.close()
  })

  it('reports a log that could not be moved, which harms no write', async () => {
    const failure = Object.assign(new Error('disk I/O error'), { errcode: 1034 })
    const failures: unknown[] = []
    const applier = createApplier(() => {
      throw failure
    })
    const writer = new FileWriter({ task: noWorker, applier }, (error) => failures.push(error))
    for (let i = 0; i < 2; i++)
      await writer.write({ parts, batch: () => batch, isAwaited: false, isDiskFull: false })
    expect(failures).toEqual([failure])
  })

  it('reports its worker’s errors as SQLite’s, even where they have no numbers, as on Deno', async () => {
    const { moduleName, open } = await loadSqliteDriver()
    const file = join(folder, 'unnumbered.sqlite')
    const database = open(file)
    prepareFormat(database, file)
    const from = join(folder, 'driver.cjs')
    writeFileSync(
      from,
      `const { DatabaseSync } = require('node:module').createRequire(${JSON.stringify(import.meta.filename)})('${moduleName}')
      const run = () => {
        throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
      }
      exports.DatabaseSync = class extends DatabaseSync {
        prepare(sql) {
          return sql === 'COMMIT' ? { run } : super.prepare(sql)
        }
      }`,
    )
    const journal = new Journal(join(folder, 'unnumbered-journal'))
    const { store } = readJournalMark(database)
    journal.append({ store, number: 1, unconfirmed: 0, nextPosition: 1, changes: [] })
    const task = { moduleName: from, from, file, store, synchronous: 'FULL', partLength: 1_000 }
    const writer = new FileWriter({ task, applier: createApplier(() => {}) }, () => {})
    const write = { parts: [journal.part], batch: () => batch, isAwaited: false, isDiskFull: false }
    const failure = await writer.write(write).catch(storageFailure)
    expect(failure).toMatchObject({ name: 'StorageError', code: 'FULL' })
    await writer.close()
    journal.close()
    database.close()
  })
})
