import type { AttributeValue } from '@monotable/protocol'
import type { TableVectorIndex } from '../tables/table.ts'
import { toFloat32 } from './float32.ts'

/** An item's vector as an index keeps it, or `undefined` when it is none that the index can keep. */
export function readVector(
  { dimensions }: Pick<TableVectorIndex, 'dimensions'>,
  value: AttributeValue | undefined,
): Float32Array | undefined {
  if (value === undefined || !('L' in value) || value.L.length !== dimensions) return undefined
  const vector = new Float32Array(dimensions)
  for (const [i, element] of value.L.entries()) {
    const number = 'N' in element ? toFloat32(element.N) : undefined
    if (number === undefined) return undefined
    vector[i] = number
  }
  return vector
}
