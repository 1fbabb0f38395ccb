import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { TableVectorIndex } from '../tables/table.ts'
import { VectorSearch } from './vector-search.ts'

test('of many searches, one processes a piece in each turn of the event loop', async () => {
  let looked = 0
  /** Fails every filter, so that none of the vectors is compared. */
  const others = new Proxy<string[]>([], {
    get: () => {
      looked++
      return 'other'
    },
  })
  // An entry is as large as what is processed at once.
  const index = { dimensions: 4_000_000, distance: 'EUCLIDEAN' } as unknown as TableVectorIndex
  const bucket = {
    ...{ count: 3, vectors: new Float32Array(), squares: new Float64Array(), sorts: [], filters: [others] },
    bytes: 0,
  }
  const query = { vector: new Float64Array(), limit: 1, filters: ['wanted'] }
  const searches = Promise.all(Array.from({ length: 10 }, () => new VectorSearch(index, query).scan(bucket)))
  expect(looked).toBe(10)
  for (let before = looked; looked < 30; before = looked) {
    await setImmediate()
    expect(looked - before).toBeLessThanOrEqual(1)
  }
  await searches
})
