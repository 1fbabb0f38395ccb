import type { OperationName } from './case.ts'

/** The result of a request: an output or an error. */
export type Answer =
  | { readonly output: unknown }
  | { readonly error: { readonly name: string; readonly message: string; readonly fields: unknown } }

/** Sends a request to the region of the target, or to another region. */
export type Call = (operation: OperationName, input: unknown, region?: string) => Promise<Answer>

/** A database under test. Inputs and outputs are DynamoDB's JSON. */
export interface Target {
  readonly wording: 'current' | 'classic'
  readonly region: string
  readonly call: Call
  /** Sets up tables and items without going the way under test; where it is missing, `call` is used. */
  readonly arrange?: Call
  /** Empties the database in one go, where that is possible. Otherwise tables are shared between cases and cleared. */
  readonly reset?: () => Promise<void>
  /** How long to wait between two looks at a table that is changing. */
  readonly pollDelayMs: number
  /** The prefix of all table names. */
  readonly prefix: string
  close(): Promise<void>
}

const american = ['us-east-1', 'us-east-2', 'us-west-2']
const european = ['eu-west-1', 'eu-west-2', 'eu-west-3']

/** Returns two regions besides the target's own that can have replicas of its tables, strongly consistent ones too. */
export function otherRegions({ region }: Pick<Target, 'region'>): readonly [string, string] {
  const regions = european.includes(region) ? european : american
  return regions.filter((candidate) => candidate !== region).slice(0, 2) as [string, string]
}
