import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { defineTable } from '../entities/table-definition.ts'
import { dateOf, periodDate, periodOf, startOf, tablesBetween } from './period.ts'
import { periods } from './periods.ts'

const lengths = ['year', 'month', 'week', 'day'] as const
const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })

describe('periods', () => {
  it.each([
    ['year', '2026-12-31T23:59:59.999Z', '2026'],
    ['month', '2026-01-31T23:59:59.999Z', '2026-01'],
    ['day', '2026-02-28', '2026-02-28'],
    ['week', '2026-01-01', '2026-W01'],
    ['week', '2027-01-03', '2026-W53'],
    ['week', '2027-01-04', '2027-W01'],
    ['week', '2024-12-30', '2025-W01'],
  ] as const)('the %s of %s is %s', (every, date, name) => {
    expect(periodOf(every, new Date(date))).toBe(name)
  })

  it.each(['America/New_York', 'Asia/Tokyo'])('a time without a zone is UTC, also in %s', (zone) => {
    const before = process.env['TZ']
    process.env['TZ'] = zone
    try {
      const entity = { name: 'Event', period: 'at' } as EntityDefinition
      expect(dateOf(entity, '2026-01-31T23:30:00').toISOString()).toBe('2026-01-31T23:30:00.000Z')
      expect(dateOf(entity, '2026-02-01T00:30').toISOString()).toBe('2026-02-01T00:30:00.000Z')
      expect(dateOf(entity, '2026-02-01T00:30:00+01:00').toISOString()).toBe('2026-01-31T23:30:00.000Z')
      expect(periodOf('day', periodDate('2026-01-31T23:30:00.5'))).toBe('2026-01-31')
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  it('begin at the moment in their name, and end where the next one begins', () => {
    fc.assert(
      fc.property(fc.constantFrom(...lengths), dates, (every, date) => {
        const start = periodDate(periodOf(every, date))
        const end = startOf(every, date, 1)
        expect(start).toEqual(startOf(every, date))
        expect(start.getTime()).toBeLessThanOrEqual(date.getTime())
        expect(end.getTime()).toBeGreaterThan(date.getTime())
        expect(periodOf(every, new Date(end.getTime() - 1))).toBe(periodOf(every, date))
        expect(periodOf(every, end)).not.toBe(periodOf(every, date))
      }),
    )
  })

  it('follow each other without a gap, and their names sort in the same order', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...lengths),
        dates,
        fc.integer({ min: 0, max: 200 }),
        (every, from, days) => {
          const table = defineTable('T', { key: { pk: 'PK' }, periods: periods(every) })
          const to = new Date(from.getTime() + days * 86_400_000)
          const names = tablesBetween(table, from, to).map(({ name }) => name)
          expect(names[0]).toBe(`T-${periodOf(every, from)}`)
          expect(names.at(-1)).toBe(`T-${periodOf(every, to)}`)
          expect([...names].sort()).toEqual(names)
          expect(new Set(names).size).toBe(names.length)
        },
      ),
    )
  })

  it('are refused when there are none, or too many', () => {
    expect(() => periodDate('last week')).toThrow('"last week" is not a period')
    const table = defineTable('T', { key: { pk: 'PK' }, periods: periods('day') })
    expect(() => tablesBetween(table, new Date(0), new Date('9999-01-01'))).toThrow('more than 10000 periods')
    expect(tablesBetween(table, new Date('2026-01-02'), new Date('2026-01-01'))).toEqual([])
  })
})
