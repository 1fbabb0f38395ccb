import type { PeriodCapacity, PeriodLength, Periods } from '../entities/periods-config.ts'
import { requireKind, requireOptions } from '../entities/require-options.ts'
import { ModelError } from '../model-error.ts'
import { distribution } from './distribution.ts'
import { periodDate, periodOf } from './period.ts'

/** Options of periods. */
export interface PeriodOptions {
  /** The first period, such as `2026-01`: reads without a lower bound begin with it. */
  readonly since?: string
  /**
   * The capacity to create tables with, by age: of the current period, of the one before, and so on; the last entry is
   * for all older ones.
   */
  readonly capacity?: readonly PeriodCapacity[]
}

/**
 * Declares a table for each year, month, week or day, named after it: `Events-2026-01`.
 *
 * @example
 * import { createTableInput, table } from '@monotable/model'
 * const events = table('Events', {
 *   key: { pk: 'PK', sk: 'SK' },
 *   periods: periods('month', { capacity: [{ read: 50, write: 100 }, { read: 10, write: 1 }] }),
 * })
 * const { TableName, ProvisionedThroughput } = createTableInput(events, { period: '2026-01', age: 3 })
 * const made = [TableName, ProvisionedThroughput]
 * made
 * // ['Events-2026-01', { ReadCapacityUnits: 10, WriteCapacityUnits: 1 }]
 */
export function periods(every: PeriodLength, options: PeriodOptions = {}): Periods {
  const isLength = /^(year|month|week|day)$/.test(every) || undefined
  requireKind(String(every), 'one of year, month, week, day', isLength)
  requireOptions('periods', options, 'since capacity')
  const { since, capacity = [] } = options
  const nameOf: Periods['nameOf'] = (table, period) => {
    if (period !== undefined) return `${table}-${periodOf(every, periodDate(period))}`
    const message = `${table} has a table for each ${every}: choose one with { period }`
    throw new ModelError('DEFINITION', message, { subject: table })
  }
  return {
    every,
    since,
    capacity,
    nameOf,
    tableInput: (base, input, choice) => {
      const named = { ...input, TableName: nameOf(base, choice?.period) }
      const units = capacity[Math.min(choice?.age ?? 0, capacity.length - 1)]
      if (units === undefined) return named
      const ProvisionedThroughput = { ReadCapacityUnits: units.read, WriteCapacityUnits: units.write }
      const { GlobalSecondaryIndexes: indexes } = input
      return {
        ...named,
        BillingMode: 'PROVISIONED',
        ProvisionedThroughput,
        ...(indexes && {
          GlobalSecondaryIndexes: indexes.map((index) => ({ ...index, ProvisionedThroughput })),
        }),
      }
    },
    distribution,
  }
}
