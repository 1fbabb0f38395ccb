/**
 * The prices of DynamoDB on demand in US East (N. Virginia), Standard table class, in dollars. From the page "Amazon
 * DynamoDB pricing for on-demand capacity" (aws.amazon.com/dynamodb/pricing/on-demand), as valid since 1 November 2024.
 */
export const onDemandPrices = {
  perMillionReadUnits: 0.125,
  perMillionWriteUnits: 0.625,
  perGigabyteMonth: 0.25,
} as const

/** The prices of capacity and storage. */
export interface Prices {
  readonly perMillionReadUnits: number
  readonly perMillionWriteUnits: number
  readonly perGigabyteMonth: number
}

/** AWS counts 730 hours per month. */
export const secondsPerMonth = 730 * 3600

export const gigabyte = 2 ** 30
