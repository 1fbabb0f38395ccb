import type { CreateTableInput } from '../port/wire.ts'
import type { Distribution } from './spread.ts'

/** How long a period is. Weeks are those of ISO 8601; all periods begin in UTC. */
export type PeriodLength = 'year' | 'month' | 'week' | 'day'

/** The read and write units per second with which a table is created. */
export interface PeriodCapacity {
  readonly read: number
  readonly write: number
}

/** Which table to create, if there is one for each period. */
export interface PeriodChoice {
  /** The period, such as `2026-01`, or a moment in it. */
  readonly period: string | Date
  /** How many periods ago it was (0 for the current one), which selects its `capacity`. */
  readonly age?: number
}

/** A table for each period: made by `periods(…)` of `@monotable/model/distribution`. */
export interface Periods {
  readonly every: PeriodLength
  /** The first period, such as `2026-01`: reads without a lower bound begin with it. */
  readonly since?: string | undefined
  /**
   * The capacity to create tables with, by age: of the current period, of the one before, and so on; the last entry is
   * for all older ones.
   */
  readonly capacity?: readonly PeriodCapacity[] | undefined
  /** Returns the name of a period's table. */
  readonly nameOf: (table: string, period: string | Date | undefined) => string
  /** Returns the input of CreateTable for a period's table, given that of a table of no period. */
  readonly tableInput: (
    base: string,
    input: CreateTableInput,
    choice: PeriodChoice | undefined,
  ) => CreateTableInput
  /** Finds items; for the model itself. */
  readonly distribution: Distribution
}
