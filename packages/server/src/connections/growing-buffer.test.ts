import { expect, test } from 'vitest'
import { GrowingBuffer } from './growing-buffer.ts'

test('a rest does not keep the memory of what was before it', () => {
  const buffer = new GrowingBuffer()
  buffer.reserve(1_000_000)
  for (let count = 0; count < 10; count++) buffer.append(Buffer.alloc(100_000, 'a'))
  buffer.append(Buffer.from('rest'))
  buffer.drop(1_000_000)
  expect(buffer.view().toString()).toBe('rest')
  // A few bytes are in memory that Node has for many such, which is a little more than it says in some versions.
  expect(buffer.view().buffer.byteLength).toBeLessThanOrEqual(2 * Buffer.poolSize)
})

test('memory that is reserved is made once, with room for what comes behind', () => {
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

test('views that were given out stay as they are', () => {
  const buffer = new GrowingBuffer()
  buffer.append(Buffer.from('ab'))
  buffer.append(Buffer.from('cd'))
  const first = buffer.view().subarray(0, 3)
  buffer.drop(3)
  buffer.append(Buffer.from('xyz'))
  expect(first.toString()).toBe('abc')
  expect(buffer.view().toString()).toBe('dxyz')
})
