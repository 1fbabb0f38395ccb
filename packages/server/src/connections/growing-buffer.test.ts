import { expect, test } from 'vitest'
import { GrowingBuffer } from './growing-buffer.ts'

test('the remaining bytes do not keep the memory of those before them', () => {
  const buffer = new GrowingBuffer()
  buffer.reserve(1_000_000)
  for (let count = 0; count < 10; count++) buffer.append(Buffer.alloc(100_000, 'a'))
  buffer.append(Buffer.from('rest'))
  buffer.drop(1_000_000)
  expect(buffer.view().toString()).toBe('rest')
  // Node keeps a few bytes in memory shared by many buffers, which is a little larger than it says in some versions.
  expect(buffer.view().buffer.byteLength).toBeLessThanOrEqual(2 * Buffer.poolSize)
})

test('reserved memory is allocated once, with room for what follows', () => {
  const buffer = new GrowingBuffer()
  buffer.append(Buffer.alloc(10, 'a'))
  buffer.reserve(100_000)
  buffer.append(Buffer.alloc(10, 'b'))
  const { buffer: memory } = buffer.view()
  buffer.append(Buffer.alloc(100_000 - 30, 'c'))
  buffer.append(Buffer.alloc(65_536, 'd'))
  expect(buffer.view().buffer).toBe(memory)
  expect(buffer.view().subarray(5, 25).toString()).toBe('aaaaabbbbbbbbbbccccc')
})

test('views that were returned do not change', () => {
  const buffer = new GrowingBuffer()
  buffer.append(Buffer.from('ab'))
  buffer.append(Buffer.from('cd'))
  const first = buffer.view().subarray(0, 3)
  buffer.drop(3)
  buffer.append(Buffer.from('xyz'))
  expect(first.toString()).toBe('abc')
  expect(buffer.view().toString()).toBe('dxyz')
})
