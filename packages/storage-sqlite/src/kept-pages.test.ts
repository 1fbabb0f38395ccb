import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStorage, type RangeRequest, type Storage, type StorageSnapshot } from '@monotable/engine'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../../../tests/draws.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'

const spaces = ['one', 'two']
const partitions = ['a', 'b'].map((letter) => letter.padEnd(16))

interface Pair {
  sqlite: Storage
  readonly memory: Storage
  snapshot?: readonly [StorageSnapshot, StorageSnapshot]
}

type Step = (pair: Pair) => Promise<void>

/** Changes records in both stores. */
const inBoth = (work: (storage: Storage) => Promise<unknown>): Step => {
  return async ({ sqlite, memory }) => {
    await work(sqlite)
    await work(memory)
  }
}

const place = fc.record({
  space: fc.constantFrom(...spaces),
  partition: fc.constantFrom(...partitions),
  sort: fc.constantFrom('', 'b', 'c', 'd'),
})
const text = fc.string({ unit: 'grapheme', maxLength: 300 })
const write = fc.array(
  fc.record({ place, doc: fc.option(text, { nil: undefined }), isLooked: fc.boolean() }),
  {
    maxLength: 3,
  },
)

const steps = fc.oneof(
  {
    weight: 10,
    arbitrary: write.map((writes) =>
      inBoth((storage) => {
        const looked = writes.filter(({ isLooked }) => isLooked).map(({ place }) => place)
        const changes = writes.map(({ place, doc }) => {
          return { ...place, value: doc === undefined ? undefined : { doc, sizeBytes: doc.length } }
        })
        return storage.mutate(looked, () => ({ changes, answer: undefined }))
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(place, text).map(([{ space, partition }, doc]) =>
      inBoth((storage) => {
        const appends = [{ space, partition, value: { doc, sizeBytes: doc.length } }]
        return storage.mutate([], () => ({ changes: [], appends, answer: undefined }))
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...spaces).map((space) =>
      inBoth(async (storage) => {
        await storage.dropSpace(space)
        await storage.createSpace(space)
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      inBoth(async (storage) => {
        await storage.clear()
        for (const space of spaces) await storage.createSpace(space)
      }),
    ),
  },
  {
    // Writes everything to the data file.
    weight: 3,
    arbitrary: fc.constant<Step>(async ({ sqlite }) => (await sqlite.snapshot()).release()),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Step>(async (pair) => {
      pair.snapshot = [await pair.sqlite.snapshot(), await pair.memory.snapshot()]
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Step>(async ({ sqlite, memory, snapshot }) => {
      if (!snapshot) return
      await sqlite.restore(snapshot[0])
      await memory.restore(snapshot[1])
    }),
  },
)

/** So few that each is requested over and over. */
const requests: RangeRequest[] = spaces.flatMap((space) =>
  partitions.flatMap((partition) => [
    { space, within: { partition } },
    { space, within: { partition }, reverse: true, maxRecords: 2 },
    { space, within: { partition, low: { sort: 'c', inclusive: true } } },
  ]),
)

/** Reads a page without log positions, which differ between stores. */
const seen = async (storage: Storage, request: RangeRequest) => {
  const { records, more } = await storage.range(request)
  return { more, records: records.map(({ sort, doc, sizeBytes }) => [sort.slice(0, 1), doc, sizeBytes]) }
}

it.each([
  { cacheMaxBytes: 80_000 },
  {},
  // Changes leave for the data file over and over.
  { pendingMaxBytes: 1_000 },
])('whatever changes records, no page is out of date (%o)', async (options) => {
  const path = mkdtempSync(join(tmpdir(), 'monotable-pages-'))
  const open = () => openSqliteStorage({ path, durability: 'off', ...options })
  const pair: Pair = { sqlite: await open(), memory: createMemoryStorage() }
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(steps, fc.boolean()), { maxLength: 30 }), async (steps) => {
        for (const space of spaces) await inBoth((storage) => storage.createSpace(space))(pair)
        for (const [step, isSeen] of steps) {
          await step(pair)
          // Other steps may follow before anybody looks.
          if (!isSeen) continue
          for (const request of requests) {
            const expected = await seen(pair.memory, request)
            for (let asked = 0; asked < 3; asked++) expect(await seen(pair.sqlite, request)).toEqual(expected)
          }
        }
      }),
      { numRuns: draws(20) },
    )
  } finally {
    await pair.sqlite.close()
    rmSync(path, { recursive: true, force: true })
  }
})
