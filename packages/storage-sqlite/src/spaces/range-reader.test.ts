import { comparePositions, type RangeRequest } from '@monotable/engine'
import { loadSqliteDriver, type SqliteDatabase } from '@monotable/storage-files'
import { beforeEach, expect, test } from 'vitest'
import { createTableSql, tableName } from '../file/table-sql.ts'
import { EmptyRuns } from '../memory/empty-runs.ts'
import { createChunk } from '../memory/read-chunk.ts'
import { RangeReader, type ReadContext } from './range-reader.ts'

const largeBytes = 200_000
const smallBytes = 100

let database: SqliteDatabase
/** The longest text that has come from SQLite at once. */
let longest: number
/** How often SQLite was asked. */
let asked: number
let reader: RangeReader

beforeEach(async () => {
  database = (await loadSqliteDriver()).open(':memory:')
  database.exec(createTableSql(1))
  longest = 0
  asked = 0
  reader = new RangeReader(watched(database), 1)
})

function watched(real: SqliteDatabase): SqliteDatabase {
  const note = <Result>(result: Result): Result => {
    const rows = Array.isArray(result) ? result : [result]
    const texts = rows.flatMap((row) => Object.values(row ?? {})).map((value) => String(value).length)
    longest = Math.max(longest, ...texts)
    asked += 1
    return result
  }
  const prepare: SqliteDatabase['prepare'] = (sql) => {
    const statement = real.prepare(sql)
    return {
      run: (...values) => statement.run(...values),
      get: (...values) => note(statement.get(...values)),
      all: (...values) => note(statement.all(...values)),
    }
  }
  return {
    prepare,
    exec: (sql) => real.exec(sql),
    function: (name, work) => real.function(name, work),
    close: () => real.close(),
  }
}

/** Inserts numbered rows of these sizes. */
function insert(sizes: readonly number[]): void {
  const put = database.prepare(
    `INSERT INTO ${tableName(1)} (partition, sort, size, doc) VALUES ('p', ?, ?, ?)`,
  )
  for (const [i, size] of sizes.entries()) put.run(String(i).padStart(6, '0'), size, 'x'.repeat(size))
}

const times = (count: number, size: number): number[] => new Array(count).fill(size)

/** Reads all pages of a megabyte; returns the sizes of what was read, in order. */
function readAll(request: Partial<RangeRequest> = {}): number[] {
  const context = {
    averageBytes: smallBytes,
    emptyRuns: new EmptyRuns(),
    readPending: () => ({ records: [], end: undefined }),
  }
  const sizes: number[] = []
  let after: RangeRequest['after']
  for (;;) {
    const page = reader.readPage(
      { space: 's', within: { partition: 'p' }, maxBytes: 2 ** 20, ...request, ...(after && { after }) },
      context,
    )
    sizes.push(...page.records.map(({ sizeBytes }) => sizeBytes))
    if (!page.more) return sizes
    after = page.records.at(-1)
  }
}

test.each([
  { name: 'forwards', reverse: false },
  { name: 'backwards', reverse: true },
])('small and large records are all read, each once, $name', ({ reverse }) => {
  const sizes = [...times(900, smallBytes), ...times(40, largeBytes), ...times(300, smallBytes)]
  insert(sizes)
  expect(readAll({ reverse })).toEqual(reverse ? sizes.toReversed() : sizes)
  expect(readAll({ reverse })).toEqual(reverse ? sizes.toReversed() : sizes)
})

test('once a large record was seen, little more than a page is fetched at once', () => {
  insert([...times(600, smallBytes), ...times(150, largeBytes)])
  reader.note(largeBytes)
  readAll()
  expect(longest).toBeLessThan(3 * 2 ** 20)
})

test('a large record seen by a read counts as well', () => {
  insert([...times(600, smallBytes), ...times(150, largeBytes)])
  readAll()
  longest = 0
  readAll()
  expect(longest).toBeLessThan(3 * 2 ** 20)
})

/** Reads as if the first rows were removed and the table did not know it yet. */
function removedUpTo(count: number): ReadContext['readPending'] {
  const removed = Array.from({ length: count }, (_, i) => {
    return { partition: 'p', sort: String(i).padStart(6, '0'), doc: '', sizeBytes: -1 }
  })
  return ({ low }, { limit }) => {
    const rest = removed.filter((record) => !low || comparePositions(record, low) >= 0)
    return createChunk(rest.slice(0, limit), limit)
  }
}

test('removals that a read has passed once are not fetched again', () => {
  insert(times(200, smallBytes))
  const emptyRuns = new EmptyRuns()
  const readPending = removedUpTo(150)
  const readFirst = () => {
    longest = 0
    const request = { space: 's', within: { partition: 'p' }, maxRecords: 1 }
    const { records } = reader.readPage(request, { averageBytes: smallBytes, emptyRuns, readPending })
    expect(records.map(({ sort }) => sort)).toEqual(['000150'])
  }
  readFirst()
  expect(longest).toBeGreaterThan(10 * smallBytes)
  readFirst()
  expect(longest).toBe(smallBytes)
})

test('taking the first entry of a queue, one after the other, asks the table once for each', () => {
  insert(times(100, smallBytes))
  const emptyRuns = new EmptyRuns()
  for (let taken = 0; taken < 90; taken++) {
    asked = 0
    const { records, more } = reader.readPage(
      { space: 's', within: { partition: 'p' }, maxRecords: 1 },
      { averageBytes: smallBytes, emptyRuns, readPending: removedUpTo(taken) },
    )
    expect(records.map(({ sort }) => sort)).toEqual([String(taken).padStart(6, '0')])
    expect(more).toBe(true)
    expect(asked).toBe(1)
  }
})

test('rows that have lost their keys are damage, even if many are read in one piece', () => {
  database.exec(`
    DROP TABLE ${tableName(1)};
    CREATE TABLE ${tableName(1)} (partition, sort, size, doc);
    INSERT INTO ${tableName(1)} VALUES (NULL, '1', 1, '{}'), (NULL, '2', 1, '{}');
  `)
  const context = { averageBytes: 1, emptyRuns: new EmptyRuns(), readPending: removedUpTo(0) }
  expect(() => reader.readPage({ space: 's', within: {} }, context)).toThrow(
    expect.objectContaining({ name: 'StorageError', code: 'CORRUPT' }),
  )
})
