import { ACCOUNT_MAX_UNITS, TABLE_MAX_UNITS } from '../tables/capacity-quota.ts'
import type { WireAnswer } from './operation-context.ts'

/** Returns the default quotas of an account. Only those of a table and an index are enforced. */
export async function describeLimits(): Promise<WireAnswer> {
  return {
    AccountMaxReadCapacityUnits: ACCOUNT_MAX_UNITS,
    AccountMaxWriteCapacityUnits: ACCOUNT_MAX_UNITS,
    TableMaxReadCapacityUnits: TABLE_MAX_UNITS,
    TableMaxWriteCapacityUnits: TABLE_MAX_UNITS,
  }
}
