import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStorage, type RangeRequest, type Storage } from '@monotable/engine'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { openSqliteStorage } from '../open-sqlite-storage.ts'
import { EmptyRuns } from './empty-runs.ts'

const at = (sort: string) => ({ partition: 'p', sort })
const between = (low: string, high: string) => ({ low: at(low), high: at(high) })

describe('intervals known to be empty', () => {
  let runs: EmptyRuns

  beforeEach(() => {
    runs = new EmptyRuns()
  })

  test('are left out where a read begins', () => {
    runs.note(between('c', 'f'), 100)
    expect(runs.skip(between('d', 'z'), false)).toEqual(between('f', 'z'))
    expect(runs.skip(between('b', 'z'), false)).toEqual(between('b', 'z'))
    expect(runs.skip(between('f', 'z'), false)).toEqual(between('f', 'z'))
    expect(runs.skip(between('a', 'e'), true)).toEqual(between('a', 'c'))
    expect(runs.skip(between('a', 'f'), true)).toEqual(between('a', 'c'))
    expect(runs.skip(between('a', 'c'), true)).toEqual(between('a', 'c'))
    expect(runs.skip({ high: at('z') }, false)).toEqual({ high: at('z') })
  })

  test('may begin at the very start', () => {
    runs.note({ high: at('f') }, 100)
    expect(runs.skip({}, false)).toEqual({ low: at('f'), high: undefined })
    expect(runs.skip({}, true)).toEqual({})
  })

  test('are joined with those that they touch', () => {
    runs.note(between('c', 'f'), 100)
    runs.note(between('m', 'p'), 100)
    runs.note(between('f', 'm'), 100)
    expect(runs.skip(between('c', 'z'), false)).toEqual(between('p', 'z'))
  })

  test('end where something is written', () => {
    runs.note(between('c', 'm'), 100)
    runs.fill(at('f'))
    expect(runs.skip(between('c', 'z'), false)).toEqual(between('f', 'z'))
    expect(runs.skip(between('g', 'z'), false)).toEqual(between('g', 'z'))
    runs.fill(at('c'))
    expect(runs.skip(between('c', 'z'), false)).toEqual(between('c', 'z'))
  })

  test('are not worth remembering if they are short', () => {
    runs.note(between('c', 'f'), 2)
    expect(runs.skip(between('d', 'z'), false)).toEqual(between('d', 'z'))
  })
})

/** Records of two partitions, by their number. */
const placeOf = (number: number) => ({
  space: 's',
  partition: (number < 100 ? 'a' : 'b').padEnd(16),
  sort: String(number).padStart(3, '0'),
})

interface Stretch {
  readonly from: number
  readonly count: number
  readonly isPut: boolean
}

async function write(storage: Storage, { from, count, isPut }: Stretch): Promise<void> {
  const numbers = Array.from({ length: Math.min(count, 200 - from) }, (_, i) => from + i)
  const value = isPut ? { doc: `"${from}"`, sizeBytes: 10 } : undefined
  const changes = numbers.map((number) => ({ ...placeOf(number), value }))
  await storage.mutate([], () => ({ changes, answer: undefined }))
}

async function read(storage: Storage, request: RangeRequest): Promise<unknown> {
  const { records, more } = await storage.range(request)
  return { more, records: records.map(({ sort, doc }) => [sort, doc]) }
}

/** From both ends of a partition, from its middle, and from the very beginning. */
const requests: RangeRequest[] = [placeOf(0), placeOf(150)].flatMap(({ space, partition, sort }) =>
  [1, 30].flatMap((maxRecords): RangeRequest[] => [
    { space, maxRecords, within: { partition } },
    { space, maxRecords, within: { partition }, reverse: true },
    { space, maxRecords, within: {}, after: { partition, sort } },
    { space, maxRecords, within: { partition, high: { sort, inclusive: true } }, reverse: true },
  ]),
)

test('records among many removed ones are all found, as in memory', async () => {
  const stretch = fc.record({
    from: fc.oneof(fc.constantFrom(0, 100), fc.integer({ min: 0, max: 199 })),
    count: fc.constantFrom(1, 20, 60, 100),
    isPut: fc.boolean(),
  })
  const step = fc.oneof({ weight: 5, arbitrary: stretch }, { weight: 1, arbitrary: fc.constant(undefined) })
  const path = mkdtempSync(join(tmpdir(), 'monotable-'))
  const sqlite = await openSqliteStorage({ path, durability: 'off' })
  const memory = createMemoryStorage()
  const inBoth = (work: (storage: Storage) => Promise<unknown>) => Promise.all([sqlite, memory].map(work))
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 20 }), async (steps) => {
        await inBoth((storage) => storage.clear())
        await inBoth((storage) => storage.createSpace('s'))
        await inBoth((storage) => write(storage, { from: 0, count: 200, isPut: true }))
        for (const stretch of [undefined, ...steps]) {
          if (stretch) await inBoth((storage) => write(storage, stretch))
          // The data file has everything once there is a snapshot.
          else await (await sqlite.snapshot()).release()
          for (const request of requests) {
            const [found, expected] = await inBoth((storage) => read(storage, request))
            expect(found).toEqual(expected)
          }
        }
      }),
      { numRuns: draws(15) },
    )
  } finally {
    await sqlite.close()
    rmSync(path, { recursive: true })
  }
})
