import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { PeriodLength, Periods } from '../entities/periods-config.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import { getOwn } from '../util/own-property.ts'

const dayMs = 86_400_000

/** A read of more tables than this is a mistake: 27 years of days. */
const mostTables = 10_000

/**
 * Returns the name of the period that contains a moment.
 *
 * @example
 * periodOf('month', new Date('2026-01-31T23:59:59Z'))
 * // '2026-01'
 * periodOf('week', new Date('2027-01-01'))
 * // '2026-W53'
 */
export function periodOf(every: PeriodLength, date: Date): string {
  const text = date.toISOString()
  if (every === 'year') return text.slice(0, 4)
  if (every !== 'week') return text.slice(0, every === 'month' ? 7 : 10)
  // A week belongs to the year that contains its Thursday.
  const thursday = new Date(startOf('week', date).getTime() + 3 * dayMs)
  const days = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / dayMs
  return `${thursday.getUTCFullYear()}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`
}

/** Returns the moment when the named period begins; a moment is returned as it is. */
export function periodDate(period: string | Date): Date {
  if (period instanceof Date) return period
  const week = /^(\d{4})-W(\d\d)$/.exec(period)
  // The fourth of January is always in the first week.
  const first = week && startOf('week', new Date(`${week[1]}-01-04`))
  const date = first ? new Date(first.getTime() + (Number(week[2]) - 1) * 7 * dayMs) : inUtc(period)
  if (!Number.isNaN(date.getTime())) return date
  const message = `"${period}" is not a period: write 2026, 2026-01, 2026-W01 or 2026-01-31`
  throw new ModelError('KEY', message, { attribute: 'period', template: '' })
}

/** Returns the table of the period that contains a moment. */
export function tableAt(table: TableDefinition, date: Date): TableDefinition {
  const { periods } = table
  return periods === undefined ? table : { ...table, name: periods.nameOf(periods.base, date) }
}

/** Returns all tables from one moment to another, oldest first. */
export function tablesBetween(table: TableDefinition, from: Date, to: Date): TableDefinition[] {
  const { every } = table.periods as Periods
  const tables: TableDefinition[] = []
  for (let at = startOf(every, from); at <= to; at = startOf(every, at, 1)) {
    if (tables.length >= mostTables) {
      const message = `${table.name}: there are more than ${mostTables} periods from ${from.toISOString()} to ${to.toISOString()}`
      throw new ModelError('KEY', message, { attribute: 'period', template: '' })
    }
    tables.push(tableAt(table, at))
  }
  return tables
}

/** Returns an entity in the table of the period that an item belongs to; unchanged if its table has no periods. */
export function entityAt(entity: EntityDefinition, values: object): EntityDefinition {
  const { table, period } = entity
  if (period === undefined) return entity
  return { ...entity, table: tableAt(table, dateOf(entity, getOwn((values ?? {}) as Values, period))) }
}

/** Returns the moment that an attribute denotes: a Date, or a text that begins with one. */
export function dateOf({ name, period = '' }: EntityDefinition, value: unknown): Date {
  const isText = typeof value === 'string' && /^\d{4}(-\d\d){0,2}(T|$)/.test(value)
  const date = isText ? inUtc(value) : value instanceof Date ? value : undefined
  if (date !== undefined && !Number.isNaN(date.getTime())) return date
  const message = `${name} needs "${period}", a Date or ISO text, to find the table of its period`
  throw new ModelError('KEY', message, { attribute: period, template: '' })
}

/**
 * Parses a time as UTC, unless it has a zone: a local time would be a different moment on each machine, and put the
 * item into different tables.
 */
function inUtc(text: string): Date {
  return new Date(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
}

/** Returns when the period that contains a moment begins, or the one that is `later` periods after it. */
export function startOf(every: PeriodLength, date: Date, later = 0): Date {
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  const day = date.getUTCDate()
  switch (every) {
    case 'year':
      return new Date(Date.UTC(year + later, 0, 1))
    case 'month':
      return new Date(Date.UTC(year, month + later, 1))
    case 'week':
      return new Date(Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7) + 7 * later))
    case 'day':
      return new Date(Date.UTC(year, month, day + later))
  }
}
