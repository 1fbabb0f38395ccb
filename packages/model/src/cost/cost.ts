import type { OperationName } from '../port/wire.ts'

/** Read and write units, as DynamoDB counts them. */
export interface Units {
  readonly read: number
  readonly write: number
}

/** The units of a table, or of one of its indexes. */
export interface PartCost extends Units {
  readonly table: string
  /** `undefined` for the table itself. */
  readonly index: string | undefined
}

/** The units of one request. */
export interface RequestCost extends Units {
  readonly operation: OperationName
  readonly tables: readonly string[]
  /** Whether it was refused: DynamoDB does not report the units of a failed condition. */
  readonly refused: boolean
}

/** What some work has cost in all requests together, including retries, chunks, hydration and reads before writes. */
export interface Cost extends Units {
  readonly parts: readonly PartCost[]
  readonly requests: readonly RequestCost[]
}

/** A value, and the cost of getting it. */
export interface Measured<Value> {
  readonly value: Value
  readonly units: Cost
}
