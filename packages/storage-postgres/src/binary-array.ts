import { randomFillSync } from 'node:crypto'
import type { ByteString } from '@monotable/engine'

/*
 * Arrays in PostgreSQL's binary format: number of dimensions, whether there are nulls, type of the elements, number of
 * elements, first index, and then the length and bytes of each. As text, every quote in a document would have to be
 * escaped here and parsed again there.
 */
const headBytes = 20

function createArray(type: number, count: number, elementBytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(headBytes + 4 * count + elementBytes)
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(0, 4)
  buffer.writeInt32BE(type, 8)
  buffer.writeInt32BE(count, 12)
  buffer.writeInt32BE(1, 16)
  return buffer
}

/** Encodes a `bytea[]`. */
export function encodeBytesArray(keys: readonly ByteString[]): Buffer {
  let total = 0
  for (const key of keys) total += key.length
  const buffer = createArray(17, keys.length, total)
  let at = headBytes
  for (const key of keys) {
    at = buffer.writeInt32BE(key.length, at)
    at += buffer.write(key, at, 'latin1')
  }
  return buffer
}

/** Encodes a `text[]`. */
export function encodeTextArray(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const buffer = createArray(
    25,
    texts.length,
    lengths.reduce((sum, length) => sum + length, 0),
  )
  let at = headBytes
  for (const [i, text] of texts.entries()) {
    at = buffer.writeInt32BE(lengths[i] as number, at)
    at += buffer.write(text, at)
  }
  return buffer
}

/** Encodes an `int4[]`. */
export function encodeIntegers(numbers: readonly number[]): Buffer {
  const buffer = createArray(23, numbers.length, 4 * numbers.length)
  let at = headBytes
  for (const number of numbers) at = buffer.writeInt32BE(number, buffer.writeInt32BE(4, at))
  return buffer
}

/** Encodes an `int8[]` of random numbers. */
export function encodeRandomBigIntegers(count: number): Buffer {
  const buffer = createArray(20, count, 8 * count)
  randomFillSync(buffer, headBytes)
  for (let i = 0; i < count; i++) buffer.writeInt32BE(8, headBytes + 12 * i)
  return buffer
}
