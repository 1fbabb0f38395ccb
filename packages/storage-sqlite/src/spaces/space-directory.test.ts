import { loadSqliteDriver, type SqliteDatabase } from '@monotable/storage-files'
import { beforeEach, expect, test } from 'vitest'
import { RecordCache } from '../memory/record-cache.ts'
import { SpaceDirectory } from './space-directory.ts'

let database: SqliteDatabase
/** How many statements were prepared. */
let prepared: number

beforeEach(async () => {
  database = (await loadSqliteDriver()).open(':memory:')
  database.exec(`CREATE TABLE spaces (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
    records INTEGER NOT NULL DEFAULT 0, size_bytes INTEGER NOT NULL DEFAULT 0)`)
  prepared = 0
})

function counted(real: SqliteDatabase): SqliteDatabase {
  return {
    prepare: (sql) => {
      prepared += 1
      return real.prepare(sql)
    },
    exec: (sql) => real.exec(sql),
    function: (name, work) => real.function(name, work),
    close: () => real.close(),
  }
}

/** Opens a directory again; returns it and how many statements that took. */
function reopen(): { directory: SpaceDirectory; statements: number } {
  prepared = 0
  const directory = new SpaceDirectory(counted(database), new RecordCache(0))
  return { directory, statements: prepared }
}

function create(count: number): void {
  const { directory } = reopen()
  for (let i = 0; i < count; i++) directory.create(`s${i}`)
  directory.settle()
}

test('a space that is not used takes no statements, each of which takes kilobytes', () => {
  const none = reopen().statements
  create(50)
  const { directory, statements } = reopen()
  expect(directory.names()).toHaveLength(50)
  expect(statements).toBe(none)
  expect(directory.require('s7').find({ partition: 'p', sort: '' })).toBeUndefined()
  expect(prepared).toBeGreaterThan(statements)
})

test('a space without a table is found when the file is opened', () => {
  create(3)
  database.exec('DROP TABLE space_2')
  expect(() => reopen()).toThrow('no such table: space_2')
})
