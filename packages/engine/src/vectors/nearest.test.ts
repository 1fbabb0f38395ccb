import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Hit, hitOrder, Nearest } from './nearest.ts'

test('it keeps what sorting all would put first, ties by their bytes', () => {
  const scores = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 60 })
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 20 }), fc.boolean(), (all, limit, isSimilarity) => {
      const nearest = new Nearest<number>(limit, isSimilarity)
      // The same tie never comes twice; their order is not that in which they come.
      const hits = all.map((score, i): Hit<number> => {
        return { found: i, score, tie: String.fromCharCode((i * 37) % 251, i) }
      })
      for (const hit of hits) if (nearest.mayTake(hit.score)) nearest.add(hit)
      expect(nearest.sorted()).toEqual(hits.toSorted(hitOrder(isSimilarity)).slice(0, limit))
    }),
  )
})
