import { describe, expect, it } from 'vitest'
import { typeCost } from './type-cost.ts'

describe('what the types cost the compiler', () => {
  it('stays within 10,000 instantiations and 2,000 for each entity, at 40 entities', () => {
    const cost = typeCost(40)
    expect(cost.errors).toEqual([])
    // The library is compiled from source here; users have its declarations, which cost nothing by themselves.
    const own = typeCost(0).instantiations
    expect(cost.instantiations - own).toBeGreaterThan(1_000)
    expect(cost.instantiations - own).toBeLessThan(10_000 + 40 * 2_000)
  })
})
