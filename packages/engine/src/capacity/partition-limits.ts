import type { Units } from '../tables/table-definition.ts'

/** What one partition takes per second, whatever the capacity of its table. */
export const PARTITION_UNITS: Units = { read: 3_000, write: 1_000 }

/** How much one partition holds before it is split. */
export const PARTITION_MAX_BYTES = 10 * 1024 ** 3

/** How long unused capacity is kept. */
export const BURST_SECONDS = 300

/**
 * How long a partition must be at its limit before it is split. AWS documents no figure; such splits were seen to
 * take minutes.
 */
export const HEAT_SPLIT_SECONDS = 300
