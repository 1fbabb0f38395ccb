import type { OperationName } from './case.ts'

/** What came back: an output or an error. */
export type Answer =
  | { readonly output: unknown }
  | { readonly error: { readonly name: string; readonly message: string; readonly fields: unknown } }

/** A database under test. Inputs and outputs are DynamoDB's JSON. */
export interface Target {
  readonly wording: 'current' | 'classic'
  readonly region: string
  call(operation: OperationName, input: unknown): Promise<Answer>
  /** Empties the database at once, where that can be done. Without it tables are shared and cleared. */
  readonly reset?: () => Promise<void>
  /** How long to wait between looks at a table that is changing. */
  readonly pollDelayMs: number
  /** What table names begin with. */
  readonly prefix: string
  close(): Promise<void>
}
