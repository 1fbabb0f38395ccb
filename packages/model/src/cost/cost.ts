import type { OperationName } from '../port/wire.ts'

/** Units of reading and of writing, as DynamoDB counts them. */
export interface Units {
  readonly read: number
  readonly write: number
}

/** Units of a table itself, or of one of its indexes. */
export interface PartCost extends Units {
  readonly table: string
  /** Nothing for the table itself. */
  readonly index: string | undefined
}

/** Units of one request. */
export interface RequestCost extends Units {
  readonly operation: OperationName
  readonly tables: readonly string[]
  /** Whether it was refused: what DynamoDB takes for a condition that failed, it does not tell. */
  readonly refused: boolean
}

/** What some work has cost, all requests together: also those of retries, chunks, hydration and reads before writes. */
export interface Cost extends Units {
  readonly parts: readonly PartCost[]
  readonly requests: readonly RequestCost[]
}

/** A value, and what it has cost to get it. */
export interface Measured<Value> {
  readonly value: Value
  readonly units: Cost
}
