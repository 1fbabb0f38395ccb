import { expect, it } from 'vitest'
import { RequestFeed } from './request-feed.ts'
import type { SeenRequest } from './seen-request.ts'

const seen = (atMs: number, durationMs: number): SeenRequest => ({
  atMs,
  operation: 'Query',
  tables: ['Shop'],
  durationMs,
})

it('a request has the same id for whoever comes back', () => {
  const past = [seen(1, 0.1234567), seen(1, 0.2)]
  const observations = { recent: () => past, watch: () => () => {}, heat: async () => undefined }
  const feed = new RequestFeed(observations, () => undefined)
  const idsOf = () => {
    const reader = feed.read()
    const { requests } = reader.take()
    reader.end()
    return requests.map(({ id }) => id)
  }
  expect(idsOf()).toEqual([1, 2])
  past.push(seen(2, 0.3))
  expect(idsOf()).toEqual([1, 2, 3])
})
