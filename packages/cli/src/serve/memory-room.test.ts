import { expect, test } from 'vitest'
import { createMemoryRoom } from './memory-room.ts'

const MB = 1024 * 1024

test.each([
  { situation: 'little is stored', pages: 10, heap: 10, memory: 512, mayAdd: Infinity },
  { situation: 'the heap is full', pages: 10, heap: 160, hasRoom: false, memory: 512, mayAdd: 1024 },
  { situation: 'pages fill half of a small machine', pages: 256, heap: 0, memory: 512, mayAdd: 0 },
  { situation: 'pages and the heap do together', pages: 156, heap: 100, memory: 512, mayAdd: 0 },
  {
    situation: 'a large machine has more than half',
    pages: 15_000,
    heap: 1_000,
    memory: 16_384,
    mayAdd: Infinity,
  },
  { situation: 'that is full', pages: 15_100, heap: 1_000, memory: 16_384, mayAdd: 0 },
])('if $situation, a write may add $mayAdd bytes', ({ pages, heap, hasRoom = true, memory, mayAdd }) => {
  const watch = { usedBytes: () => heap * MB, hasRoom: () => hasRoom, collectSoon() {}, close() {} }
  expect(createMemoryRoom(watch, memory * MB).mayAdd(pages * MB)).toBe(mayAdd)
})
