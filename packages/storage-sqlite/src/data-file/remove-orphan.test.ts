import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@monotable/engine'
import { loadSqliteDriver, type SqliteDatabase } from '@monotable/storage-files'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fileLayout } from '../file/file-layout.ts'
import { longDocsSql } from '../file/long-docs.ts'
import { prepareFormat } from '../file/store-format.ts'
import { createTableSql, tableNumbersSql } from '../file/table-sql.ts'
import { RecordCache } from '../memory/record-cache.ts'
import { openSqliteStorage } from '../open-sqlite-storage.ts'
import { SpaceDirectory } from '../spaces/space-directory.ts'
import { createOrphanRemover } from './remove-orphan.ts'

const driver = await loadSqliteDriver()
const root = mkdtempSync(join(tmpdir(), 'monotable-orphans-'))
const opened: { close(): unknown }[] = []
let path: string

beforeEach(() => {
  path = mkdtempSync(join(root, 'store-'))
})

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

async function open(folder = path): Promise<Storage> {
  const storage = await openSqliteStorage({ path: folder, durability: 'normal' })
  opened.push(storage)
  return storage
}

function openFile(folder = path): SqliteDatabase {
  const database = driver.open(join(folder, 'data.sqlite'))
  opened.push(database)
  return database
}

function tablesIn(database: SqliteDatabase): unknown[] {
  return database
    .prepare(tableNumbersSql)
    .all()
    .map((row) => (row as { readonly id: number }).id)
}

/** Writes twelve megabytes, which is more than is dropped at once. */
async function fill(storage: Storage, space: string): Promise<void> {
  await storage.createSpace(space)
  const doc = 'x'.repeat(4_000)
  for (let i = 0; i < 3_000; i += 100) {
    const changes = Array.from({ length: 100 }, (_, position) => {
      return {
        space,
        partition: 'p'.repeat(16),
        sort: String(i + position),
        value: { doc, sizeBytes: doc.length },
      }
    })
    await storage.mutate([], () => ({ changes, answer: undefined }))
  }
}

it('the table of a large space outlives the space', () => {
  const database = openFile()
  prepareFormat(database, path)
  for (const [id, bytes] of [12_000_000, 12_000].entries()) {
    database.exec(createTableSql(id))
    database.prepare('INSERT INTO spaces (id, name, size_bytes) VALUES (?, ?, ?)').run(id, String(id), bytes)
  }
  const directory = new SpaceDirectory(database, new RecordCache(0))
  directory.drop('0')
  directory.drop('1')
  expect(directory.settle().orphaned).toEqual([0])
  expect([directory.names(), tablesIn(database)]).toEqual([[], [0]])
})

it('an orphan is removed in parts', () => {
  const database = openFile()
  prepareFormat(database, path)
  database.exec(createTableSql(1))
  const put = database.prepare("INSERT INTO space_1 VALUES ('p', ?, 1, '1')")
  for (let i = 0; i < 150; i++) put.run(String(i))
  const remover = createOrphanRemover(database, fileLayout)
  expect(remover.removeSome(1)).toBe(false)
  expect(database.prepare('SELECT count(*) AS records FROM space_1').get()).toEqual({ records: 50 })
  // The size of the next part depends on how long this one took.
  while (!remover.removeSome(1));
  expect(tablesIn(database)).toEqual([])
})

it('the long documents of an orphan are removed in parts too, and before what refers to them', () => {
  const database = openFile()
  prepareFormat(database, path)
  const { create, table } = longDocsSql(1)
  database.exec(
    `${createTableSql(1)}; ${create}; INSERT INTO space_1 VALUES ('p', 's', 1, char(31) || '150')`,
  )
  const put = database.prepare(`INSERT INTO ${table} VALUES (?, '1')`)
  for (let id = 1; id <= 150; id++) put.run(id)
  const remover = createOrphanRemover(database, fileLayout)
  expect(remover.removeSome(1)).toBe(false)
  expect(database.prepare(`SELECT count(*) AS docs FROM ${table}`).get()).toEqual({ docs: 50 })
  expect(tablesIn(database)).toEqual([1])
  while (!remover.removeSome(1));
  expect(
    database.prepare(`SELECT name FROM sqlite_schema WHERE name IN ('space_1', 'docs_1')`).all(),
  ).toEqual([])
})

it('a removal that cannot begin while another program writes leaves later writes as durable as before', () => {
  const database = openFile()
  prepareFormat(database, path)
  database.exec('PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0')
  const remover = createOrphanRemover(database, fileLayout)
  openFile().exec('BEGIN IMMEDIATE')
  expect(() => remover.removeSome(1)).toThrow('locked')
  expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
})

it("a dropped space's table is removed, and nothing else is", async () => {
  const storage = await open()
  await fill(storage, 'large')
  await fill(storage, 'other')
  await storage.dropSpace('large')
  const database = openFile()
  expect(await storage.listSpaces()).toEqual(['other'])
  await fill(storage, 'large')
  await vi.waitFor(() => expect(tablesIn(database)).toEqual([2, 3]), 120_000)
  expect(await storage.size('other')).toMatchObject({ records: 3_000 })
  expect(await storage.size('large')).toMatchObject({ records: 3_000 })
})

it('an orphan left by a killed process is removed at the next opening', async () => {
  const storage = await open()
  await fill(storage, 'large')
  await storage.close()
  const database = openFile()
  database.exec('DELETE FROM spaces')
  expect(tablesIn(database)).toEqual([1])
  const again = await open()
  expect(await again.listSpaces()).toEqual([])
  await vi.waitFor(() => expect(tablesIn(database)).toEqual([]), 120_000)
})

it('a store closed during a removal continues it at the next opening', async () => {
  const storage = await open()
  await fill(storage, 'large')
  await storage.dropSpace('large')
  await storage.close()
  await open()
  const database = openFile()
  await vi.waitFor(() => expect(tablesIn(database)).toEqual([]), 120_000)
})

it('a space that a snapshot restores under its number stays intact', async () => {
  const storage = await open()
  await fill(storage, 'large')
  const snapshot = await storage.snapshot()
  await storage.dropSpace('large')
  await storage.restore(snapshot)
  await fill(storage, 'marker')
  await storage.dropSpace('marker')
  const database = openFile()
  // The space that was dropped last is removed last.
  await vi.waitFor(() => expect(tablesIn(database)).toEqual([1]), 120_000)
  const { records } = await storage.range({ space: 'large', within: {} })
  expect(records.length).toBeGreaterThan(200)
  expect(database.prepare('SELECT count(*) AS records FROM space_1').get()).toEqual({ records: 3_000 })
})

it('nothing is removed of a space that exists, or of one that never did', () => {
  const database = openFile()
  prepareFormat(database, path)
  database.exec(`${createTableSql(1)}; INSERT INTO space_1 VALUES ('p', 's', 1, '1')`)
  database.exec("INSERT INTO spaces (id, name) VALUES (1, 'there')")
  const remover = createOrphanRemover(database, fileLayout)
  expect([remover.removeSome(1), remover.removeSome(2)]).toEqual([true, true])
  expect(database.prepare('SELECT doc FROM space_1').get()).toEqual({ doc: '1' })
  database.exec('DELETE FROM spaces')
  expect(remover.removeSome(1)).toBe(true)
  expect(tablesIn(database)).toEqual([])
})
