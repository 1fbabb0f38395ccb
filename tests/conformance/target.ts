import type { OperationName } from './case.ts'

/** What came back: an output or an error. */
export type Answer =
  | { readonly output: unknown }
  | { readonly error: { readonly name: string; readonly message: string; readonly fields: unknown } }

/** Sends a request to the region of a target, or to another. */
export type Call = (operation: OperationName, input: unknown, region?: string) => Promise<Answer>

/** A database under test. Inputs and outputs are DynamoDB's JSON. */
export interface Target {
  readonly wording: 'current' | 'classic'
  readonly region: string
  readonly call: Call
  /** Sets the scene, where that need not go the way that is tested; else `call` does. */
  readonly arrange?: Call
  /** Empties the database at once, where that can be done. Without it tables are shared and cleared. */
  readonly reset?: () => Promise<void>
  /** How long to wait between looks at a table that is changing. */
  readonly pollDelayMs: number
  /** What table names begin with. */
  readonly prefix: string
  close(): Promise<void>
}

const regions = ['us-east-1', 'us-east-2', 'us-west-2']

/** Two regions beside the one that a target is in, which can have replicas of its tables. */
export function otherRegions({ region }: Pick<Target, 'region'>): readonly [string, string] {
  return regions.filter((candidate) => candidate !== region).slice(0, 2) as [string, string]
}
