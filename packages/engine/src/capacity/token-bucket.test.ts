import { describe, expect, it } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

const tenASecond = { perSecond: 10, capacity: 3_000 }

describe('a token bucket', () => {
  it.each([
    { case: 'begins with what it is given', level: 10, afterMs: 0, expected: 10 },
    { case: 'fills by the second', level: 0, afterMs: 1_000, expected: 10 },
    { case: 'fills by parts of a second', level: 0, afterMs: 250, expected: 2.5 },
    { case: 'is full at some time', level: 0, afterMs: 301_000, expected: 3_000 },
    { case: 'pays off its debt first', level: -50, afterMs: 4_000, expected: -10 },
    { case: 'loses nothing to a clock that is set back', level: 7, afterMs: -5_000, expected: 7 },
  ])('$case', ({ level, afterMs, expected }) => {
    const bucket = new TokenBucket(tenASecond, { level, nowMs: 1_000_000 })
    expect(bucket.level(1_000_000 + afterMs)).toBe(expected)
  })

  it('allows taking more than there is', () => {
    const bucket = new TokenBucket(tenASecond, { level: 1, nowMs: 0 })
    bucket.take(128, 0)
    expect(bucket.level(0)).toBe(-127)
    expect(bucket.level(12_700)).toBe(0)
  })

  it('keeps its savings when its rate changes, as far as they fit', () => {
    const bucket = new TokenBucket(tenASecond, { level: 3_000, nowMs: 0 })
    bucket.retune({ perSecond: 5, capacity: 1_500 }, 0)
    expect(bucket.level(0)).toBe(1_500)
    bucket.retune({ perSecond: 20, capacity: 6_000 }, 0)
    expect(bucket.level(1_000)).toBe(1_520)
    bucket.retune({ perSecond: 1, capacity: 6_000 }, 500)
    expect(bucket.level(2_000)).toBe(1_521)
  })
})
