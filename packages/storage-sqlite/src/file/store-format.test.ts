import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@monotable/engine'
import { loadSqliteDriver } from '@monotable/storage-files'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStorage } from '../open-sqlite-storage.ts'

const root = mkdtempSync(join(tmpdir(), 'monotable-format-'))
const partition = 'p'.repeat(16)
let path: string
let file: string

beforeEach(() => {
  path = mkdtempSync(join(root, 'store-'))
  file = join(path, 'data.sqlite')
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

async function execute(sql: string): Promise<void> {
  const database = (await loadSqliteDriver()).open(file)
  database.exec(sql)
  database.close()
}

async function fill(storage: Storage): Promise<void> {
  await storage.createSpace('s')
  const value = { doc: JSON.stringify('x'.repeat(500)), sizeBytes: 500 }
  const changes = Array.from({ length: 500 }, (_, i) => ({ space: 's', partition, sort: `${i}`, value }))
  await storage.mutate([], () => ({ changes, answer: undefined }))
}

it('a folder that does not exist is created, including its parents', async () => {
  const storage = await openSqliteStorage({ path: join(path, 'a', 'b') })
  await storage.createSpace('s')
  await storage.close()
})

it('a folder that cannot be created is an IO failure', async () => {
  writeFileSync(join(path, 'file'), '')
  await expect(openSqliteStorage({ path: join(path, 'file', 'b') })).rejects.toMatchObject({ code: 'IO' })
})

it('a newer format is refused without changes, with advice on what to do', async () => {
  await (await openSqliteStorage({ path })).close()
  await execute('PRAGMA user_version = 6')
  const before = readFileSync(file)
  await expect(openSqliteStorage({ path })).rejects.toMatchObject({
    name: 'StorageError',
    code: 'NEWER_FORMAT',
    message: expect.stringMatching(/has format 6, .* reads up to 5\. Update Monotable/),
  })
  expect(readFileSync(file).equals(before)).toBe(true)
})

describe('a store written by an older version', () => {
  const current = 5

  async function query(sql: string): Promise<unknown> {
    const database = (await loadSqliteDriver()).open(file)
    const row = database.prepare(sql).get()
    database.close()
    return row
  }

  /** Creates a current store, and changes in it what the older version did differently. */
  async function writeOlder(space: string, sql: string): Promise<void> {
    const storage = await openSqliteStorage({ path })
    await storage.createSpace(space)
    await fill(storage)
    await storage.close()
    await execute(sql)
  }

  it.each([
    ['1, without a journal', 'PRAGMA user_version = 1; DROP TABLE journal'],
    [
      '2, when it was new and its journals counted no commits',
      'PRAGMA user_version = 2; ALTER TABLE journal DROP COLUMN commits',
    ],
    ['2, with one journal', 'PRAGMA user_version = 2'],
    ['3, before tables had several regions', 'PRAGMA user_version = 3'],
    ['4, when rows had long documents themselves', 'PRAGMA user_version = 4'],
  ])('keeps everything it had: format %s', async (_format, sql) => {
    await writeOlder('registers', sql)
    for (let round = 1; round <= 2; round++) {
      const storage = await openSqliteStorage({ path })
      expect(await storage.size('s')).toEqual({ records: 500, sizeBytes: 250_000 })
      await fill(storage)
      await storage.close()
    }
    expect(await query('PRAGMA user_version')).toEqual({ user_version: current })
  })

  it.each([
    [
      'from before streams and backups were kept in one space',
      'PRAGMA user_version = 1; DROP TABLE journal',
      '',
    ],
    [
      'that was not closed, from when the frames of a journal were shorter',
      'PRAGMA user_version = 2; ALTER TABLE journal DROP COLUMN commits',
      'MnJ1 and so on',
    ],
  ])('is refused without changes, %s', async (_what, sql, journal) => {
    const storage = await openSqliteStorage({ path })
    await storage.createSpace('catalogue')
    const change = { space: 'catalogue', partition, sort: '', value: { doc: '{}', sizeBytes: 0 } }
    await storage.mutate([], () => ({ changes: [change], answer: undefined }))
    await storage.close()
    await execute(sql)
    writeFileSync(join(path, 'journal'), journal)
    const before = readFileSync(file)
    await expect(openSqliteStorage({ path })).rejects.toMatchObject({
      name: 'StorageError',
      code: 'OLDER_FORMAT',
      message: expect.stringContaining('open another folder'),
    })
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readFileSync(join(path, 'journal'), 'utf8')).toBe(journal)
  })

  it('is opened if it was killed before it had anything', async () => {
    await writeOlder('catalogue', 'PRAGMA user_version = 1; DROP TABLE journal')
    await (await openSqliteStorage({ path })).close()
  })
})

it("another program's SQLite file is refused", async () => {
  await execute('CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)')
  await expect(openSqliteStorage({ path })).rejects.toMatchObject({
    code: 'CORRUPT',
    message: expect.stringContaining('not one that Monotable made'),
  })
})

it('a file that is not an SQLite file is refused', async () => {
  writeFileSync(file, 'not a database '.repeat(1000))
  await expect(openSqliteStorage({ path })).rejects.toMatchObject({ name: 'StorageError', code: 'CORRUPT' })
})

it('an empty file becomes a store, as after a crash during its creation', async () => {
  writeFileSync(file, '')
  const storage = await openSqliteStorage({ path })
  await fill(storage)
  await storage.close()
})

it('a truncated file is refused', async () => {
  const storage = await openSqliteStorage({ path })
  await fill(storage)
  await storage.close()
  truncateSync(file, 6000)
  await expect(
    openSqliteStorage({ path }).then(async (opened) => {
      const reading = opened.range({ space: 's', within: {} })
      await reading.finally(() => opened.close())
    }),
  ).rejects.toMatchObject({ name: 'StorageError', code: 'CORRUPT' })
})

it('damage found while reading is CORRUPT, and ends all writing', async () => {
  const storage = await openSqliteStorage({ path })
  await fill(storage)
  await storage.close()
  const handle = openSync(file, 'r+')
  for (let page = 6; page < 30; page++) writeSync(handle, Buffer.alloc(2000, 0xa5), 0, 2000, page * 8192)
  const damaged = await openSqliteStorage({ path })
  const corrupt = { name: 'StorageError', code: 'CORRUPT' }
  await expect(damaged.range({ space: 's', within: {} })).rejects.toMatchObject(corrupt)
  await expect(damaged.mutate([], () => ({ changes: [], answer: 1 }))).rejects.toMatchObject(corrupt)
  await damaged.close()
})

it.each([1, 20])('so is damage that SQLite does not notice, in %i records', async (count) => {
  const storage = await openSqliteStorage({ path })
  await storage.createSpace('s')
  await storage.close()
  const rows = Array.from(
    { length: count },
    (_, i) => `('${partition}', '${i}', 1, ${i > 0 ? "'{}'" : 'NULL'})`,
  )
  await execute(`
    DROP TABLE space_1;
    CREATE TABLE space_1 (partition, sort, size, doc, PRIMARY KEY (partition, sort)) WITHOUT ROWID;
    INSERT INTO space_1 VALUES ${rows}
  `)
  const damaged = await openSqliteStorage({ path })
  const corrupt = { name: 'StorageError', code: 'CORRUPT' }
  await expect(damaged.range({ space: 's', within: { partition } })).rejects.toMatchObject(corrupt)
  await expect(damaged.read([{ space: 's', partition, sort: '0' }])).rejects.toMatchObject(corrupt)
  await damaged.close()
})

it('a refused folder can be opened once it is put right', async () => {
  writeFileSync(file, 'not a database '.repeat(1000))
  await expect(openSqliteStorage({ path })).rejects.toMatchObject({ code: 'CORRUPT' })
  rmSync(file)
  await (await openSqliteStorage({ path })).close()
})

it('snapshots that a killed process left behind are removed', async () => {
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'snapshot-1.sqlite'), 'left behind')
  const storage = await openSqliteStorage({ path })
  const snapshot = await storage.snapshot()
  await storage.restore(snapshot)
  await storage.close()
})

it.each(['full', 'normal', 'off'] as const)(
  'durability %s keeps what was written when the store is closed',
  async (durability) => {
    const storage = await openSqliteStorage({ path, durability })
    await fill(storage)
    await storage.close()
    const again = await openSqliteStorage({ path, durability })
    expect(await again.size('s')).toEqual({ records: 500, sizeBytes: 250_000 })
    await again.close()
  },
)
