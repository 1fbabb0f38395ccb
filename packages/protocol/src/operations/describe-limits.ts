/** DescribeLimits has no parameters. */
export type DescribeLimitsInput = { readonly [name: string]: never }

/** The answer of DescribeLimits. */
export interface DescribeLimitsOutput {
  readonly AccountMaxReadCapacityUnits?: number
  readonly AccountMaxWriteCapacityUnits?: number
  readonly TableMaxReadCapacityUnits?: number
  readonly TableMaxWriteCapacityUnits?: number
}
