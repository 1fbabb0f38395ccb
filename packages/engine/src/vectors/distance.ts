import type { VectorDistanceFunction } from '@monotable/protocol'

/** Compares a query with the vectors of an index. */
export interface Distance {
  /** Whether a higher score is nearer. */
  readonly isSimilarity: boolean
  /**
   * Returns the score of the vector that begins at `start`, in double precision. `squares` is the sum of the
   * squares of its elements.
   */
  score(vectors: Float32Array, start: number, squares: number): number
}

/** Prepares a query; its elements must be 32-bit numbers, like those of the index. */
export function prepareDistance(kind: VectorDistanceFunction, query: Float64Array): Distance {
  switch (kind) {
    case 'DOT_PRODUCT':
      return { isSimilarity: true, score: (vectors, start) => dot(query, vectors, start) }
    case 'EUCLIDEAN':
      return { isSimilarity: false, score: (vectors, start) => euclidean(query, vectors, start) }
    case 'COSINE':
      return cosine(query)
  }
}

/** Returns the sum of the squares of a vector's elements, added in the same order as in a dot product. */
export function squaresOf(vectors: Float32Array, start: number, dimensions: number): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let i = start
  const end = start + dimensions
  for (; i + 3 < end; i += 4) {
    a += (vectors[i] as number) ** 2
    b += (vectors[i + 1] as number) ** 2
    c += (vectors[i + 2] as number) ** 2
    d += (vectors[i + 3] as number) ** 2
  }
  for (; i < end; i++) a += (vectors[i] as number) ** 2
  return a + b + (c + d)
}

function cosine(query: Float64Array): Distance {
  const ownSquares = squaresOf(Float32Array.from(query), 0, query.length)
  return {
    isSimilarity: false,
    score(vectors, start, squares) {
      // A vector of zeros has no direction, and counts as being at a right angle (seen on AWS).
      if (ownSquares === 0 || squares === 0) return 1
      // The root of a square is exact, so a vector is at a distance of exactly 0 from itself.
      const distance = 1 - dot(query, vectors, start) / Math.sqrt(ownSquares * squares)
      return Math.max(0, Math.min(2, distance))
    },
  }
}

// Four sums instead of one, which the processor adds in parallel. Always call it with the same array types;
// otherwise it is several times slower.
function dot(query: Float64Array, vectors: Float32Array, start: number): number {
  const length = query.length
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let i = 0
  for (let at = start; i + 3 < length; i += 4, at += 4) {
    a += (query[i] as number) * (vectors[at] as number)
    b += (query[i + 1] as number) * (vectors[at + 1] as number)
    c += (query[i + 2] as number) * (vectors[at + 2] as number)
    d += (query[i + 3] as number) * (vectors[at + 3] as number)
  }
  for (; i < length; i++) a += (query[i] as number) * (vectors[start + i] as number)
  return a + b + (c + d)
}

function euclidean(query: Float64Array, vectors: Float32Array, start: number): number {
  const length = query.length
  let a = 0
  let b = 0
  let i = 0
  for (let at = start; i + 1 < length; i += 2, at += 2) {
    const first = (query[i] as number) - (vectors[at] as number)
    const second = (query[i + 1] as number) - (vectors[at + 1] as number)
    a += first * first
    b += second * second
  }
  if (i < length) {
    const last = (query[i] as number) - (vectors[start + i] as number)
    a += last * last
  }
  return Math.sqrt(a + b)
}
