import { VECTOR_REQUEST_MIN_BYTES } from '@monotable/protocol'

/** AWS's observed charges: per dimension, per result, and per element of a returned vector. */
const BYTES_PER_DIMENSION = 30.6875
const BYTES_PER_RESULT = 65
const BYTES_PER_ELEMENT = 4

/** What a search returned. */
export interface SearchedBytes {
  readonly dimensions: number
  readonly results: number
  /** The size of the found entries, without their vectors. */
  readonly itemBytes: number
  /** How many of them were returned with their vector. */
  readonly vectors: number
}

/**
 * Returns the bytes that a search is charged. AWS charges for what it happens to read, which varies for the same
 * search; this is the observed average, always the same for the same answer.
 */
export function searchBytes({ dimensions, results, itemBytes, vectors }: SearchedBytes): number {
  const bytes =
    BYTES_PER_DIMENSION * dimensions +
    BYTES_PER_RESULT * results +
    itemBytes +
    BYTES_PER_ELEMENT * dimensions * vectors
  return Math.max(VECTOR_REQUEST_MIN_BYTES, Math.round(bytes))
}
