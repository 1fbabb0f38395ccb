import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HeavyHitters } from './heavy-hitters.ts'

describe('heavy hitters', () => {
  it('counts exactly while there is room', () => {
    const hitters = new HeavyHitters<string>(10)
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) hitters.add(key, 1, () => key)
    expect(hitters.top(2)).toEqual([
      ['a', { value: 'a', weight: 3 }],
      ['b', { value: 'b', weight: 2 }],
    ])
  })

  it('reads the value of a key only once', () => {
    const hitters = new HeavyHitters<string>(10)
    let asked = 0
    for (let i = 0; i < 5; i++) hitters.add('a', 1, () => String(++asked))
    expect(hitters.top(1)).toEqual([['a', { value: '1', weight: 5 }]])
  })

  it('never forgets a heavy key or underestimates its weight', () => {
    const stream = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 9 })))
    fc.assert(
      fc.property(stream, (additions) => {
        const hitters = new HeavyHitters<number>(8)
        const exact = new Map<number, number>()
        let total = 0
        for (const [key, weight] of additions) {
          hitters.add(String(key), weight, () => key)
          exact.set(key, (exact.get(key) ?? 0) + weight)
          total += weight
        }
        const top = new Map(hitters.top(8).map(([, { value, weight }]) => [value, weight]))
        for (const [key, weight] of exact) {
          if (weight > total / 8) expect(top.has(key)).toBe(true)
          const told = top.get(key)
          if (told !== undefined) expect(told).toBeGreaterThanOrEqual(weight)
        }
      }),
    )
  })
})
