import type { Distribution } from './spread.ts'

/** How long a period is; weeks are those of ISO 8601, and all begin in UTC. */
export type PeriodLength = 'year' | 'month' | 'week' | 'day'

/** Read and write units a second that a table is made with. */
export interface PeriodCapacity {
  readonly read: number
  readonly write: number
}

/** The same in the words of CreateTable. */
export interface Throughput {
  ReadCapacityUnits: number
  WriteCapacityUnits: number
}

/** A table for each period: made by `periods(…)` of `@monotable/model/distribution`. */
export interface Periods {
  readonly every: PeriodLength
  /** The first period there is, such as `2026-01`: reads that name no beginning begin with it. */
  readonly since?: string | undefined
  /** What tables are made with, by age: that of the current period, of the one before, and so on; the last for all older. */
  readonly capacity?: readonly PeriodCapacity[] | undefined
  /** The name of a period's table. */
  readonly nameOf: (table: string, period: string | Date | undefined) => string
  /** What CreateTable is told of a table of some age, where it is not paid by request. */
  readonly throughputAt: (age: number) => { readonly ProvisionedThroughput: Throughput } | undefined
  /** Knows how to find items; for the model itself. */
  readonly distribution: Distribution
}
