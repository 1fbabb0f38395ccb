import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStorage, PagePool, type Position, type Storage } from '@monotable/engine'
import { loadSqliteDriver } from '@monotable/storage-files'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { encodeKeyText } from '../file/key-text.ts'
import { createTableSql, tableName } from '../file/table-sql.ts'
import { PageCache } from '../memory/page-cache.ts'
import { RecordCache } from '../memory/record-cache.ts'
import { openSqliteStorage } from '../open-sqlite-storage.ts'
import { prepareShared, SpaceTable } from './space-table.ts'
import { WrittenPlaces } from './written-places.ts'

const driver = await loadSqliteDriver()
const placeOf = (number: number): Position => ({
  partition: `partition ${number % 7}\0`,
  sort: number === 0 ? '' : `${number}`,
})
const placesOf = (from: number, end: number): Position[] =>
  Array.from({ length: end - from }, (_, i) => placeOf(from + i))

/** Creates them for a table with this many records. */
function createPlaces(records: number): WrittenPlaces {
  const database = driver.open(':memory:')
  database.exec(createTableSql(1))
  const put = database.prepare(`INSERT INTO ${tableName(1)} VALUES (?, ?, 1, '')`)
  for (const { partition, sort } of placesOf(0, records))
    put.run(encodeKeyText(partition), encodeKeyText(sort))
  const cache = new RecordCache(0)
  return new WrittenPlaces({ database, table: tableName(1), hashOf: (place) => cache.hashOf(1, place) })
}

function miss(places: WrittenPlaces, times: number, file: { records: number; arrivals?: number }): void {
  for (let i = 0; i < times; i++) places.missed(() => ({ arrivals: 0, ...file }))
}

describe('WrittenPlaces', () => {
  it('knows an empty table after one lookup in vain', () => {
    const places = createPlaces(0)
    expect(places.isNew(placeOf(1))).toBe(false)
    miss(places, 1, { records: 0 })
    expect(places.isNew(placeOf(1))).toBe(true)
    places.note(placeOf(1))
    expect(places.isNew(placeOf(1))).toBe(false)
    expect(places.isNew(placeOf(2))).toBe(true)
  })

  it('reads the keys of a table after many lookups in vain', () => {
    const places = createPlaces(200)
    miss(places, 12, { records: 200 })
    expect(placesOf(200, 300).some((place) => places.isNew(place))).toBe(false)
    miss(places, 10, { records: 200 })
    expect(placesOf(0, 200).filter((place) => places.isNew(place))).toEqual([])
    expect(placesOf(200, 300).filter((place) => places.isNew(place)).length).toBeGreaterThan(95)
  })

  it('leaves a table alone after few lookups in vain', () => {
    const places = createPlaces(10)
    miss(places, 50, { records: 1_000 })
    expect(places.isNew(placeOf(11))).toBe(false)
  })

  it('waits for changes on their way to the table', () => {
    const places = createPlaces(10)
    miss(places, 10, { records: 10, arrivals: 2 })
    places.arrived()
    miss(places, 10, { records: 10 })
    expect(places.isNew(placeOf(11))).toBe(false)
    places.arrived()
    miss(places, 1, { records: 10 })
    expect(places.isNew(placeOf(11))).toBe(true)
  })
})

it('a space reads no keys before the table has both the leaving and the pending changes', () => {
  const database = driver.open(':memory:')
  database.exec(
    `CREATE TABLE spaces (id, name, records, size_bytes); INSERT INTO spaces VALUES (1, 'space', 0, 0)`,
  )
  database.exec(createTableSql(1))
  const cache = new RecordCache(0)
  const row = { id: 1, name: 'space', records: 0, sizeBytes: 0 }
  const table = new SpaceTable(database, row, {
    cache,
    pages: new PageCache(cache),
    pool: new PagePool(),
    ...prepareShared(database),
  })
  const value = { doc: '1', sizeBytes: 1 }
  const write = (place: Position) => table.write({ ...place, value }, 'unknown')
  const arrive = ({ partition, sort }: Position) => {
    const put = database.prepare(`INSERT INTO ${tableName(1)} VALUES (?, ?, 1, '1')`)
    put.run(encodeKeyText(partition), encodeKeyText(sort))
    table.arrived()
    for (const place of placesOf(50, 60)) table.find(place)
  }
  write(placeOf(1))
  table.leave()
  write(placeOf(2))
  for (const place of placesOf(50, 60)) table.find(place)
  arrive(placeOf(1))
  table.leave()
  arrive(placeOf(2))
  expect([table.find(placeOf(1)), table.find(placeOf(2))]).toEqual([value, value])
})

interface Pair {
  sqlite: Storage
  readonly memory: Storage
}

type Step = (pair: Pair) => Promise<void>

const space = 'space'
const all = placesOf(0, 160).map((place) => ({ space, ...place }))
const numbers = fc.uniqueArray(fc.nat({ max: all.length - 1 }), { maxLength: 12 })
const keysAt = (numbers: readonly number[]) => numbers.map((number) => all[number] as (typeof all)[number])

const steps = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(numbers, fc.boolean(), fc.boolean()).map<Step>(([numbers, isLooked, isPut]) => {
      const keys = keysAt(numbers)
      const value = isPut ? { doc: 'document '.repeat(20), sizeBytes: 200 } : undefined
      const changes = keys.map((key) => ({ ...key, value }))
      return async (pair) => {
        for (const storage of [pair.sqlite, pair.memory])
          await storage.mutate(isLooked ? keys : [], () => ({ changes, answer: undefined }))
      }
    }),
  },
  {
    weight: 12,
    arbitrary: numbers.map<Step>((numbers) => async ({ sqlite, memory }) => {
      const keys = keysAt(numbers)
      expect(await sqlite.read(keys)).toEqual(await memory.read(keys))
    }),
  },
  // Writes everything to the data file.
  { weight: 2, arbitrary: fc.constant<Step>(async ({ sqlite }) => void (await sqlite.snapshot()).release()) },
)

it('nothing that was written is taken for new, whenever keys are read', async () => {
  const path = mkdtempSync(join(tmpdir(), 'monotable-places-'))
  // Without a cache, so that SQLite is asked for everything.
  const open = () => openSqliteStorage({ path, durability: 'off', cacheMaxBytes: 0, pendingMaxBytes: 2_000 })
  const pair: Pair = { sqlite: await open(), memory: createMemoryStorage() }
  try {
    await fc.assert(
      fc.asyncProperty(numbers, fc.array(steps, { maxLength: 60 }), async (first, steps) => {
        for (const storage of [pair.sqlite, pair.memory]) {
          await storage.clear()
          await storage.createSpace(space)
          const changes = keysAt(first).map((key) => ({ ...key, value: { doc: '1', sizeBytes: 1 } }))
          await storage.mutate([], () => ({ changes, answer: undefined }))
        }
        await pair.sqlite.close()
        pair.sqlite = await open()
        for (const step of steps) await step(pair)
        expect(await pair.sqlite.read(all)).toEqual(await pair.memory.read(all))
      }),
      { numRuns: draws(30) },
    )
  } finally {
    await pair.sqlite.close()
    rmSync(path, { recursive: true, force: true })
  }
})
