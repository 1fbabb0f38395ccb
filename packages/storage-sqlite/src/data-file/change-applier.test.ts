import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSqliteDriver, type SqliteDatabase } from '@monotable/storage-files'
import { afterAll, describe, expect, it } from 'vitest'
import { fileLayout } from '../file/file-layout.ts'
import { prepareFormat } from '../file/store-format.ts'
import { createTableSql, tableName } from '../file/table-sql.ts'
import { type ChangeBatch, createBatch, createChangeApplier } from './change-applier.ts'
import type { RoomReserve } from './room-reserve.ts'

const folder = mkdtempSync(join(tmpdir(), 'monotable-applier-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const makeFiller = 'CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(1000000))'

let file = 0

/** Opens a new data file with a space 1, and with a reserve that counts how often it is kept. */
async function openFile(
  reserveParts: Partial<RoomReserve> = {},
  withLimits: (database: SqliteDatabase) => SqliteDatabase = (database) => database,
) {
  const { open } = await loadSqliteDriver()
  const path = join(folder, `${file++}.sqlite`)
  const database = open(path)
  prepareFormat(database, path)
  database.exec(`INSERT INTO spaces (id, name) VALUES (1, 's'); ${createTableSql(1)}`)
  let kept = 0
  const reserve = {
    keep: () => {
      kept += 1
    },
    release: () => false,
    leavesRoomFor: () => true,
    isRoomScarce: () => false,
    ...reserveParts,
  }
  const applier = createChangeApplier(withLimits(database), {
    layout: fileLayout,
    partLength: 1_000,
    reserve,
  })
  const count = () =>
    (database.prepare(`SELECT count(*) AS n FROM ${tableName(1)}`).get() as { readonly n: number }).n
  return { database, applier, kept: () => kept, count }
}

function puts(count: number, length: number): ChangeBatch {
  const value = { doc: 'x'.repeat(length), sizeBytes: length }
  const changes = Array.from({ length: count }, (_, i) => ({ space: 1, partition: 'p', sort: `${i}`, value }))
  return createBatch(changes, { applied: 1, nextPosition: 1 })
}

it('room that became free on a full disk is for puts if nothing was removed', async () => {
  const { database, applier, kept } = await openFile()
  applier.apply(puts(1, 1), true)
  expect(kept()).toBe(0)
  database.close()
})

// Part after part, such writes took the reserve, and there was no room left to write down removals.
it('what the data file has no room for does not stay in the log of SQLite either', async () => {
  const { database, applier, count } = await openFile({ leavesRoomFor: () => false })
  expect(() => applier.apply(puts(1, 5_000), false)).toThrow('database or disk is full')
  expect(count()).toBe(0)
  database.close()
})

// Whatever became free in the file was of no use, because the reserve had taken the room for the rest of the log.
it('what the data file has pages for goes in even if there is no room for the file as it is', async () => {
  const { database, applier, count } = await openFile({ leavesRoomFor: () => false })
  database.exec(`${makeFiller}; DROP TABLE filler`)
  applier.apply(puts(10, 5_000), false)
  expect(count()).toBe(10)
  database.close()
})

describe('on a full disk, when SQLite lacks room for a part', () => {
  /** Opens a file that cannot grow until its reserve is given up; then `atRelease` runs. */
  async function openFull(atRelease: string) {
    let released = 0
    const file = await openFile({
      release: () => {
        released += 1
        if (released === 1) file.database.exec(atRelease)
        return released === 1
      },
    })
    file.database.exec(`${makeFiller}; PRAGMA max_page_count = 1`)
    return file
  }

  it('the reserve is given up for it, and kept again', async () => {
    const { database, applier, kept, count } = await openFull('DROP TABLE filler')
    applier.apply(puts(200, 2_000), true)
    expect(count()).toBe(200)
    expect(kept()).toBe(1)
    database.close()
  })

  it('the data file takes nothing of the reserve', async () => {
    const { database, applier, kept } = await openFull('PRAGMA max_page_count = 1000000')
    const pages = () => database.prepare('SELECT page_count FROM pragma_page_count').get()
    const before = pages()
    expect(() => applier.apply(puts(200, 2_000), true)).toThrow('database or disk is full')
    expect(pages()).toEqual(before)
    expect(kept()).toBe(1)
    database.close()
  })

  it('before the disk is known to be full, the reserve stays', async () => {
    const { database, applier, kept } = await openFull('DROP TABLE filler')
    expect(() => applier.apply(puts(200, 2_000), false)).toThrow('database or disk is full')
    expect(kept()).toBe(0)
    database.close()
  })

  // The log keeps what it once took, but on a small disk without a reserve that may be less than 64 changes need.
  it('few changes go in at a time, as many as the log has room for, even without a reserve', async () => {
    const { database, applier, count } = await openFile({}, (whole) => withSmallLog(whole, 5))
    database.exec(`${makeFiller}; DROP TABLE filler`)
    applier.apply(puts(100, 1_500), true)
    expect(count()).toBe(100)
    const removals = Array.from({ length: 90 }, (_, i) => ({
      space: 1,
      partition: 'p',
      sort: `${i}`,
      value: undefined,
    }))
    applier.apply(createBatch(removals, { applied: 2, nextPosition: 1 }), true)
    expect(count()).toBe(10)
    database.close()
  })
})

/** A database that has no room for committing changes to more than this many records. */
function withSmallLog(database: SqliteDatabase, mostChanges: number): SqliteDatabase {
  const changes = database.prepare('SELECT total_changes() AS n')
  const made = () => (changes.get() as { readonly n: number }).n
  let before = 0
  return {
    exec: (sql) => database.exec(sql),
    function: (name, work) => database.function(name, work),
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql)
      const run = () => {
        // Two more for what is noted about the space and the batch.
        if (sql === 'COMMIT' && made() - before > mostChanges + 2) {
          throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
        }
        statement.run()
        before = made()
      }
      return /^(BEGIN|COMMIT|ROLLBACK)/.test(sql) ? { ...statement, run } : statement
    },
  } as SqliteDatabase
}
