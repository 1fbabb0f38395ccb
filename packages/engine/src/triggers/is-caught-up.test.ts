import { expect, it } from 'vitest'
import { isCaughtUp } from './is-caught-up.ts'
import type { ReadRecord, StreamDirectory } from './shard-source.ts'
import type { TriggerStore } from './trigger-store.ts'

const streamArn = 'arn:aws:dynamodb:eu-west-1:123456789012:table/T/stream/1'
const startMs = 1_000_000

/** A stream of one shard that is read in pages. */
function directoryOf(pages: readonly (readonly number[])[], isClosed: boolean): StreamDirectory {
  const recordAt = (ms: number): ReadRecord => {
    return () => ({ dynamodb: { ApproximateCreationDateTime: ms / 1_000 } })
  }
  return {
    findStream: async () => streamArn,
    open: () => ({
      streamArn,
      shards: async () => [{ shardId: 's1', isClosed }],
      iterator: async () => '0',
      read: async (iterator) => {
        const place = Number(iterator)
        const isLast = isClosed && place >= pages.length - 1
        return { records: (pages[place] ?? []).map(recordAt), ...(!isLast && { next: `${place + 1}` }) }
      },
      listen: () => () => {},
    }),
  }
}

const store = {
  load: async () => ({ streamArn, startMs, shards: [{ shardId: 's1' }] }),
} as unknown as TriggerStore

const old = Array.from({ length: 1_000 }, () => startMs - 60_000)

it.each([
  { pages: [[]], isClosed: false, expected: true },
  { pages: [old], isClosed: false, expected: true },
  { pages: [old, old], isClosed: true, expected: true },
  { pages: [old, [startMs]], isClosed: false, expected: false },
  { pages: [old, [], [startMs]], isClosed: true, expected: false },
])('caught up: $expected, $pages.length pages, closed: $isClosed', async ({ pages, isClosed, expected }) => {
  expect(await isCaughtUp(directoryOf(pages, isClosed), store)).toBe(expected)
})
