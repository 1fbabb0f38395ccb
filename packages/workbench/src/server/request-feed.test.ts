import { expect, it } from 'vitest'
import type { TableModel } from '../shared/api.ts'
import { RequestFeed } from './request-feed.ts'
import type { SeenRequest } from './seen-request.ts'

const seen = (atMs: number, durationMs: number): SeenRequest => ({
  atMs,
  operation: 'Query',
  tables: ['Shop'],
  durationMs,
})

const idsOf = (feed: RequestFeed) => {
  const reader = feed.read()
  const { requests } = reader.take()
  reader.end()
  return requests.map(({ id }) => id)
}

it('a request keeps its id for a returning reader, and requests that look the same have different ids', () => {
  const past = [seen(1, 0.1234567), seen(1, 0.2), seen(1, 0.2)]
  const observations = { recent: () => past, watch: () => () => {}, heat: async () => undefined }
  const feed = new RequestFeed(observations, () => undefined)
  expect(idsOf(feed)).toEqual([1, 2, 3])
  past.push(seen(2, 0.3))
  expect(idsOf(feed)).toEqual([1, 2, 3, 4])
  past.splice(0, past.length, seen(3, 0.1), seen(3, 0.1))
  expect(idsOf(feed)).toEqual([1, 2, 3, 4, 5, 6])
})

it('ids increase even if some requests were only counted', () => {
  const past: SeenRequest[] = []
  const listeners = new Set<(request: SeenRequest) => void>()
  const watch = (listener: (request: SeenRequest) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const come = (count: number) => {
    for (let number = 0; number < count; number++) {
      past.push(seen(past.length, 1))
      for (const listener of listeners) listener(seen(past.length - 1, 1))
    }
  }
  const feed = new RequestFeed({ recent: () => past, watch, heat: async () => undefined }, () => undefined)
  const reader = feed.read()
  come(250)
  expect(reader.take()).toMatchObject({ dropped: 50 })
  come(2)
  reader.end()
  come(1)
  const ids = idsOf(feed)
  expect(ids).toEqual(Array.from({ length: 203 }, (_, place) => place + 1))
})

it('a key of megabytes, which a request that was refused may have, is not kept as a whole', () => {
  const model: TableModel = {
    table: 'Shop',
    source: 'guessed',
    key: { pk: [{ name: 'id', type: 'S' }], sk: [] },
    indexes: [],
    entities: [],
    patterns: [],
    findings: [],
  }
  const long = { ...seen(1, 1), operation: 'GetItem', input: { Key: { id: { S: 'x'.repeat(1_000_000) } } } }
  const observations = { recent: () => [long], watch: () => () => {}, heat: async () => undefined }
  const [request] = new RequestFeed(observations, () => model).read().take().requests
  expect(request?.key).toBe(`${'x'.repeat(2_100)}…`)
  expect(request?.request?.length).toBeLessThan(2_100)
})
