import type { VectorDistanceFunction } from '@monotable/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareDistance, squaresOf } from './distance.ts'

function scoreOf(kind: VectorDistanceFunction, query: readonly number[], vector: readonly number[]): number {
  const vectors = Float32Array.from(vector)
  const distance = prepareDistance(kind, Float64Array.from(query, Math.fround))
  return distance.score(vectors, 0, squaresOf(vectors, 0, vector.length))
}

test.each<[VectorDistanceFunction, number[], number]>([
  ['COSINE', [1, 0, 0], 0],
  ['COSINE', [10, 0, 0], 0],
  ['COSINE', [0, 1, 0], 1],
  ['COSINE', [-1, 0, 0], 2],
  ['COSINE', [0, 0, 0], 1],
  ['COSINE', [1e-40, 0, 0], 0],
  ['EUCLIDEAN', [1, 0, 0], 0],
  ['EUCLIDEAN', [-1, 0, 0], 2],
  ['EUCLIDEAN', [10, 0, 0], 9],
  ['DOT_PRODUCT', [1, 0, 0], 1],
  ['DOT_PRODUCT', [0, 1, 0], 0],
  ['DOT_PRODUCT', [-1, 0, 0], -1],
])('%s of [1, 0, 0] and %j is %d', (kind, vector, expected) => {
  expect(scoreOf(kind, [1, 0, 0], vector)).toBe(expected)
})

test('large products that cancel each other out leave nothing', () => {
  expect(scoreOf('DOT_PRODUCT', [3e38, 3e38], [3e38, -3e38])).toBe(0)
})

test('a vector is at a distance of exactly 0 from itself', () => {
  const vectors = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(vectors, (vector) => {
      expect(scoreOf('EUCLIDEAN', vector, vector)).toBe(0)
      const isZero = vector.every((element) => element === 0)
      expect(scoreOf('COSINE', vector, vector)).toBe(isZero ? 1 : 0)
    }),
  )
})

// Sums of whole numbers are exact, whatever the order of addition.
test('distances of whole numbers are those of the textbook', () => {
  const whole = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(whole, whole, (one, other) => {
      const length = Math.min(one.length, other.length)
      const [a, b] = [one.slice(0, length), other.slice(0, length)]
      const sum = (each: (i: number) => number) => a.reduce((total, _, i) => total + each(i), 0)
      const at = (vector: readonly number[], i: number) => vector[i] as number
      const dot = sum((i) => at(a, i) * at(b, i))
      const squares = sum((i) => at(a, i) ** 2) * sum((i) => at(b, i) ** 2)
      expect(scoreOf('DOT_PRODUCT', a, b)).toBe(dot)
      expect(scoreOf('EUCLIDEAN', a, b)).toBe(Math.sqrt(sum((i) => (at(a, i) - at(b, i)) ** 2)))
      const cosine = squares === 0 ? 1 : Math.max(0, Math.min(2, 1 - dot / Math.sqrt(squares)))
      expect(scoreOf('COSINE', a, b)).toBe(cosine)
    }),
  )
})
