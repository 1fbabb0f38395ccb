import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Change, Storage } from '@monotable/engine'
import { loadSqliteDriver, type SqliteDatabase } from '@monotable/storage-files'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { RecordCache } from '../memory/record-cache.ts'
import { openSqliteStorage } from '../open-sqlite-storage.ts'
import { SpaceDirectory } from '../spaces/space-directory.ts'
import { longBytes, longDocsSql, referenceMark } from './long-docs.ts'
import { prepareFormat } from './store-format.ts'
import { createTableSql } from './table-sql.ts'

const driver = await loadSqliteDriver()
const root = mkdtempSync(join(tmpdir(), 'monotable-long-docs-'))
const partition = 'p'.repeat(16)
const opened: { close(): unknown }[] = []
let path: string

beforeEach(() => {
  path = mkdtempSync(join(root, 'store-'))
})

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Opens the store with nothing in memory, so that all is read from the data file. */
async function open(): Promise<Storage> {
  for (const one of opened.splice(0)) await one.close()
  const storage = await openSqliteStorage({ path, durability: 'off', cacheMaxBytes: 0 })
  opened.push(storage)
  return storage
}

function openFile(): SqliteDatabase {
  const database = driver.open(join(path, 'data.sqlite'))
  opened.push(database)
  return database
}

const docOf = (length: number, letter = 'x') => JSON.stringify(letter.repeat(length))
const long = docOf(longBytes)
const short = docOf(10)

/** Writes documents to the places of their names; nothing removes what is there. */
async function write(storage: Storage, docs: Readonly<Record<string, string | undefined>>): Promise<void> {
  const changes = Object.entries(docs).map(([sort, doc]): Change => {
    return {
      space: 's',
      partition,
      sort,
      value: doc === undefined ? undefined : { doc, sizeBytes: doc.length },
    }
  })
  await storage.mutate([], () => ({ changes, answer: undefined }))
}

async function readOne(storage: Storage, sort: string): Promise<string | undefined> {
  const [value] = await storage.read([{ space: 's', partition, sort }])
  return value?.doc
}

/** Reads everything by one of the ways in which ranges are read: in one piece, or row by row. */
async function readAll(storage: Storage, maxRecords?: number): Promise<Record<string, string>> {
  const { records } = await storage.range({
    space: 's',
    within: { partition },
    ...(maxRecords !== undefined && { maxRecords }),
  })
  return Object.fromEntries(records.map(({ sort, doc }) => [sort, doc]))
}

/** Counts what is in the table of long documents, and what refers to it. */
function count(): unknown {
  const { table, reference } = longDocsSql(1)
  return openFile()
    .prepare(`SELECT (SELECT count(*) FROM ${table}) AS docs, count(${reference}) AS referring FROM space_1`)
    .get()
}

it('a long document is read like any other', async () => {
  const first = await open()
  await first.createSpace('s')
  const docs = { a: short, b: long, c: docOf(400_000), d: docOf(3_000, 'ü'), e: short }
  await write(first, docs)
  expect(await readOne(await open(), 'b')).toBe(long)
  expect(await readOne(await open(), 'a')).toBe(short)
  expect(await readAll(await open())).toEqual(docs)
  expect(await readAll(await open(), 5)).toEqual(docs)
  const storage = await open()
  expect(await storage.size('s')).toEqual({
    records: 5,
    sizeBytes: Object.values(docs).reduce((sum, { length }) => sum + length, 0),
  })
  expect(count()).toEqual({ docs: 3, referring: 3 })
})

// In its row, each of them would take a page of its own.
it('a document is long by its bytes, of which a character may take three', async () => {
  const storage = await open()
  await storage.createSpace('s')
  const docs = {
    a: docOf(601, '日'),
    b: docOf(901, 'ü'),
    c: docOf(455, '😀'),
    d: docOf(590, '日'),
    e: docOf(890, 'ü'),
  }
  await write(storage, docs)
  expect(await readAll(await open())).toEqual(docs)
  expect(count()).toEqual({ docs: 3, referring: 3 })
  await write(await open(), { a: short, b: docOf(602, '日'), c: undefined, d: docOf(602, '日') })
  await open()
  expect(count()).toEqual({ docs: 2, referring: 2 })
})

it('a space that has no long documents has no table for them', async () => {
  const storage = await open()
  await storage.createSpace('s')
  await write(storage, { a: docOf(longBytes - 2) })
  await open()
  expect(openFile().prepare(`SELECT name FROM sqlite_schema WHERE name GLOB 'docs_*'`).all()).toEqual([])
})

it('a reader that has met only short documents finds a long one as well', () => {
  const file = openFile()
  prepareFormat(file, path)
  file.exec(`INSERT INTO spaces (id, name) VALUES (1, 's'); ${createTableSql(1)}`)
  const put = file.prepare('INSERT INTO space_1 VALUES (?, ?, 1, ?)')
  put.run(partition, 'a', short)
  const table = new SpaceDirectory(file, new RecordCache(0)).require('s')
  const find = (sort: string) => table.find({ partition, sort })?.doc
  const readDocs = () => table.readPage({ space: 's', within: { partition } }).records.map(({ doc }) => doc)
  expect([find('a'), readDocs()]).toEqual([short, [short]])
  const { create, table: docs } = longDocsSql(1)
  file.exec(create)
  file.prepare(`INSERT INTO ${docs} VALUES (7, ?)`).run(long)
  put.run(partition, 'b', `${referenceMark}7`)
  expect([find('b'), find('a'), readDocs()]).toEqual([long, short, [short, long]])
})

it('nothing is left of a long document that was replaced or removed', async () => {
  const storage = await open()
  await storage.createSpace('s')
  await write(storage, { longer: long, shorter: long, removed: long, longNow: short })
  const again = await open()
  await write(again, { longer: `${long} `, shorter: short, removed: undefined, longNow: long })
  expect(await readAll(await open())).toEqual({ longer: `${long} `, shorter: short, longNow: long })
  expect(count()).toEqual({ docs: 2, referring: 2 })
})

it('a dropped space takes its long documents along', async () => {
  const storage = await open()
  await storage.createSpace('s')
  await write(storage, { a: long })
  await (await open()).dropSpace('s')
  await open()
  expect(
    openFile().prepare(`SELECT name FROM sqlite_schema WHERE name IN ('space_1', 'docs_1')`).all(),
  ).toEqual([])
})

it('a snapshot has the long documents', async () => {
  const storage = await open()
  await storage.createSpace('s')
  await storage.createSpace('short')
  await write(storage, { a: long })
  const snapshot = await storage.snapshot()
  await write(storage, { a: short, b: long })
  await storage.restore(snapshot)
  expect(await readAll(storage)).toEqual({ a: long })
  await write(storage, { a: `${long} ` })
  expect(await readAll(await open())).toEqual({ a: `${long} ` })
  expect(count()).toEqual({ docs: 1, referring: 1 })
})

it('a row whose long document is gone is damage', async () => {
  const storage = await open()
  await storage.createSpace('s')
  await write(storage, { a: long })
  await storage.close()
  openFile().exec('DELETE FROM docs_1')
  const corrupt = { name: 'StorageError', code: 'CORRUPT' }
  await expect(readOne(await open(), 'a')).rejects.toMatchObject(corrupt)
  await expect(readAll(await open())).rejects.toMatchObject(corrupt)
})

it('a row of an older format that has its long document itself is read, changed and removed', async () => {
  const storage = await open()
  await storage.createSpace('s')
  await storage.close()
  const file = openFile()
  const put = file.prepare('INSERT INTO space_1 VALUES (?, ?, ?, ?)')
  for (const sort of ['changed', 'kept', 'removed']) put.run(partition, sort, long.length, long)
  file.exec('UPDATE spaces SET records = 3; PRAGMA user_version = 4')
  const again = await open()
  expect(await readOne(again, 'kept')).toBe(long)
  await write(again, { changed: `${long} `, removed: undefined })
  expect(await readAll(await open())).toEqual({ changed: `${long} `, kept: long })
  expect(count()).toEqual({ docs: 1, referring: 1 })
})

it('whatever is written in whatever order is what is read', async () => {
  const sorts = fc.constantFrom('a', 'b', 'c', 'd')
  const lengths = fc.constantFrom(undefined, 1, longBytes - 3, longBytes - 2, longBytes, 9_000, 40_000)
  const written = fc.dictionary(sorts, lengths)
  const opening = fc.record({ docs: written, closes: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(opening, { maxLength: 8 }), async (steps) => {
      path = mkdtempSync(join(root, 'drawn-'))
      let storage = await open()
      await storage.createSpace('s')
      const expected = new Map<string, string>()
      for (const [i, { docs, closes }] of steps.entries()) {
        const texts = Object.entries(docs).map(
          ([sort, length]) => [sort, length === undefined ? length : docOf(length, String(i % 10))] as const,
        )
        await write(storage, Object.fromEntries(texts))
        for (const [sort, doc] of texts) {
          if (doc) expected.set(sort, doc)
          else expected.delete(sort)
        }
        if (closes) storage = await open()
      }
      storage = await open()
      expect(await readAll(storage)).toEqual(Object.fromEntries(expected))
      const { records, sizeBytes } = await storage.size('s')
      expect([records, sizeBytes]).toEqual([
        expected.size,
        [...expected.values()].reduce((sum, { length }) => sum + length, 0),
      ])
    }),
    { numRuns: draws(10) },
  )
})
