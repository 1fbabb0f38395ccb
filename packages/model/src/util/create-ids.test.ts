import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { createIds } from './create-ids.ts'

it('ids sort in order of creation, whatever the clock does', () => {
  const steps = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 300 }), (times, each) => {
      let now = 1_700_000_000_000
      const newId = createIds({ clock: { now: () => now } })
      const ids = times.flatMap((step) => {
        now += step
        return Array.from({ length: each }, newId)
      })
      expect(ids).toEqual(ids.toSorted())
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: draws(15) },
  )
})

it('ids are UUIDs of version 7 that contain the time', () => {
  const id = createIds({ clock: { now: () => 1_700_000_000_000 } })()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(1_700_000_000_000)
})

it('ids are in order even if one millisecond has more of them than the counter holds', () => {
  const newId = createIds({ clock: { now: () => 1 } })
  const ids = Array.from({ length: 10_000 }, newId)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(10_000)
})
