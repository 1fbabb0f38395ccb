import type { AttributeValue } from '@monotable/protocol'
import type { TableVectorIndex } from '../tables/table.ts'
import { toFloat32 } from './float32.ts'

/**
 * Cached vectors, by the immutable attribute values that they were read from. A write checks, measures and stores
 * the same vector, and reading its numbers costs more than everything else.
 */
const known = new WeakMap<AttributeValue, Float32Array>()

/** Returns an item's vector as stored in an index, or `undefined` if the index cannot store it. */
export function readVector(
  { dimensions }: Pick<TableVectorIndex, 'dimensions'>,
  value: AttributeValue | undefined,
): Float32Array | undefined {
  if (value === undefined || !('L' in value) || value.L.length !== dimensions) return undefined
  const vector = known.get(value) ?? readNumbers(value.L)
  if (vector !== undefined) known.set(value, vector)
  return vector
}

function readNumbers(list: readonly AttributeValue[]): Float32Array | undefined {
  const vector = new Float32Array(list.length)
  for (let i = 0; i < list.length; i++) {
    const element = list[i] as AttributeValue
    const number = 'N' in element ? toFloat32(element.N) : undefined
    if (number === undefined) return undefined
    vector[i] = number
  }
  return vector
}
