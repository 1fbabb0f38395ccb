import { afterEach, expect, test, vi } from 'vitest'
import { watchHeap } from './watch-heap.ts'

afterEach(() => {
  vi.useRealTimers()
})

// A server whose memory was full refused all writes for minutes after everything had been deleted.
test('what was removed does not count as used for long, though V8 has enough room for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const heap = watchHeap()
  const collected = async () => {
    const before = heap.usedBytes()
    heap.collectSoon()
    vi.advanceTimersByTime(5_000)
    await vi.waitUntil(() => heap.usedBytes() !== before, { timeout: 10_000 })
    return heap.usedBytes()
  }
  const data = { records: Array.from({ length: 1_000_000 }, (_, at) => ({ at })) }
  const full = await collected()
  data.records = []
  expect(full - (await collected())).toBeGreaterThan(20e6)
  heap.close()
})
