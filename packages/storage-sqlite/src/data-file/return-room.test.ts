import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@monotable/engine'
import { loadSqliteDriver, type SqliteDatabase } from '@monotable/storage-files'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStorage } from '../open-sqlite-storage.ts'
import { copyAsKilled } from '../testing/killed-copy.ts'
import { createRoomReturner } from './return-room.ts'

const root = mkdtempSync(join(tmpdir(), 'monotable-room-'))
let file: string
let path: string

beforeEach(() => {
  path = mkdtempSync(join(root, 'store-'))
  file = join(path, 'data.sqlite')
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('free room in a file', () => {
  async function openFile(mode: 'INCREMENTAL' | 'NONE'): Promise<SqliteDatabase> {
    const database = (await loadSqliteDriver()).open(file)
    database.exec(`
      PRAGMA page_size = 8192; PRAGMA auto_vacuum = ${mode}; PRAGMA synchronous = OFF;
      CREATE TABLE records (key INTEGER PRIMARY KEY, doc TEXT);
      WITH RECURSIVE keys (key) AS (SELECT 1 UNION ALL SELECT key + 1 FROM keys WHERE key < 4000)
      INSERT INTO records SELECT key, printf('%.*c', 7000, 'x') FROM keys;
    `)
    return database
  }

  function pageCount(database: SqliteDatabase): number {
    return (database.prepare('PRAGMA page_count').get() as { page_count: number }).page_count
  }

  it('is returned when it exceeds half of the file, until a quarter is left', async () => {
    const database = await openFile('INCREMENTAL')
    const returner = createRoomReturner(database)
    database.exec('DELETE FROM records WHERE key % 20 < 7')
    expect(returner.isDue()).toBe(false)
    database.exec('DELETE FROM records WHERE key % 20 < 11')
    expect(returner.isDue()).toBe(true)
    const pages = pageCount(database)
    expect(returner.returnSome()).toBe(false)
    expect(pageCount(database)).toBeLessThan(pages)
    while (!returner.returnSome());
    const left = pageCount(database)
    expect(left).toBeGreaterThan(2_300)
    expect(left).toBeLessThan(2_600)
    expect(returner.isDue()).toBe(false)
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(database.prepare('SELECT count(*) AS n, sum(length(doc)) AS length FROM records').get()).toEqual({
      n: 1_800,
      length: 1_800 * 7_000,
    })
    database.close()
  })

  it('stays in a file that would become small', async () => {
    const database = await openFile('INCREMENTAL')
    const returner = createRoomReturner(database)
    database.exec('DELETE FROM records')
    while (!returner.returnSome());
    expect(pageCount(database)).toBe(2_048)
    expect(returner.isDue()).toBe(false)
    database.close()
  })

  it('stays in a file that an older version created', async () => {
    const database = await openFile('NONE')
    database.exec('DELETE FROM records')
    const returner = createRoomReturner(database)
    expect(returner.isDue()).toBe(false)
    expect(returner.returnSome()).toBe(true)
    database.close()
  })
})

describe('the data file of a store', () => {
  const value = { doc: JSON.stringify('x'.repeat(16_000)), sizeBytes: 16_000 }
  const count = 2_400

  async function write(storage: Storage, what: typeof value | undefined): Promise<void> {
    for (let first = 0; first < count; first += 400) {
      const changes = Array.from({ length: 400 }, (_, i) => ({
        space: 'large',
        partition: `${first + i}`.padStart(16, '0'),
        sort: '',
        value: what,
      }))
      await storage.mutate([], () => ({ changes, answer: undefined }))
    }
  }

  const other = { space: 'other', partition: 'p'.repeat(16), sort: '', value }

  async function openFull(): Promise<Storage> {
    const storage = await openSqliteStorage({ path, durability: 'off' })
    await storage.createSpace('large')
    await storage.createSpace('other')
    await write(storage, value)
    await storage.mutate([], () => ({ changes: [other], answer: undefined }))
    // Now the data file has everything.
    await storage.snapshot().then((snapshot) => snapshot.release())
    expect(statSync(file).size).toBeGreaterThan(35_000_000)
    return storage
  }

  it.each([
    ['its space is dropped', (storage: Storage) => storage.dropSpace('large')],
    ['all its records are removed', (storage: Storage) => write(storage, undefined)],
  ])('becomes small again when %s, and keeps the others', async (_how, empty) => {
    const storage = await openFull()
    await empty(storage)
    await expect.poll(() => statSync(file).size).toBeLessThan(20_000_000)
    expect(await storage.read([other])).toEqual([value])
    await storage.close()
    const again = await openSqliteStorage({ path, durability: 'off' })
    expect(await again.read([other])).toEqual([value])
    await again.close()
  })

  it('is intact if the process is killed meanwhile', async () => {
    const storage = await openFull()
    const fullBytes = statSync(file).size
    await write(storage, undefined)
    await expect.poll(() => statSync(file).size, { interval: 5 }).toBeLessThan(fullBytes)
    const copy = await copyAsKilled(path, root)
    await storage.close()
    const again = await openSqliteStorage({ path: copy, durability: 'off' })
    expect(await again.read([other])).toEqual([value])
    expect(await again.size('large')).toEqual({ records: 0, sizeBytes: 0 })
    await again.close()
    const database = (await loadSqliteDriver()).open(join(copy, 'data.sqlite'))
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    database.close()
  })
})
