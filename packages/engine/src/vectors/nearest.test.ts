import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Hit, hitOrder, Nearest } from './nearest.ts'

test('Nearest keeps what sorting everything would put first, with ties ordered by their bytes', () => {
  const scores = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 60 })
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 20 }), fc.boolean(), (all, limit, isSimilarity) => {
      const nearest = new Nearest<number>(limit, isSimilarity)
      // Ties are unique; they do not arrive in their order.
      const hits = all.map((score, i): Hit<number> => {
        return { found: i, score, tie: String.fromCharCode((i * 37) % 251, i) }
      })
      for (const hit of hits) if (nearest.mayTake(hit.score)) nearest.add(hit)
      expect(nearest.sorted()).toEqual(hits.toSorted(hitOrder(isSimilarity)).slice(0, limit))
    }),
  )
})
