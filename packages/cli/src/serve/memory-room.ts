import { type MemoryRoom, memoryBytes } from '@monotable/engine'
import { type HeapWatch, watchHeap } from './watch-heap.ts'

/** With a full heap, small records are still taken: they are kept outside of it. */
const smallBytes = 1024

/**
 * What the process takes beside the data: 50 MB at rest, and what was measured with many requests and answers of
 * megabytes in progress.
 */
const otherBytes = 320 * 1024 * 1024

/**
 * Limits what a store in memory holds, since a process without memory is ended by the system, as one with a full heap
 * is by V8. `allBytes` is the memory of the machine or the container; data may take at least half of it.
 *
 * @example
 * const heap = { usedBytes: () => 10e6, hasRoom: () => true, collectSoon() {}, close() {} }
 * const room = createMemoryRoom(heap, 512e6)
 * room.mayAdd(200e6) // Infinity
 * room.mayAdd(246e6) // 0
 */
export function createMemoryRoom(heap: HeapWatch = watchHeap(), allBytes = memoryBytes()): MemoryRoom {
  const mostBytes = allBytes - Math.min(allBytes / 2, otherBytes)
  const mayAdd = (pageBytes: number) => {
    if (pageBytes + heap.usedBytes() >= mostBytes) return 0
    return heap.hasRoom() ? Number.POSITIVE_INFINITY : smallBytes
  }
  return { mayAdd, noteRemoval: () => heap.collectSoon(), close: () => heap.close() }
}
