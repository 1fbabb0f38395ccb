import type { BillingMode, OnDemandThroughput } from '@monotable/protocol'
import { requireRequestInQuota } from './capacity-quota.ts'
import { invalidParameters } from './read-key-schema.ts'
import type { OnDemandLimits } from './table-definition.ts'

/** Where on-demand limits are set. */
export interface OnDemandPlace {
  readonly region: string
  /** The billing mode of the table after the request. */
  readonly billingMode: BillingMode
  /** The index that they belong to; if absent, the table. */
  readonly index?: string
  /** Whether CreateTable sets them: it words one message differently. */
  readonly isNewTable: boolean
  /** Whether the table or the index is being created with them: then there is no limit yet that -1 could remove. */
  readonly isNew: boolean
}

const members = [
  ['read', 'Read', 'MaxReadRequestUnits'],
  ['write', 'Write', 'MaxWriteRequestUnits'],
] as const

/** Returns whether a request sets on-demand limits; an empty object does not. */
export function asksForOnDemandLimits(given: OnDemandThroughput | undefined): boolean {
  return given?.MaxReadRequestUnits !== undefined || given?.MaxWriteRequestUnits !== undefined
}

/**
 * Reads on-demand limits, checked in DynamoDB's order: the billing mode before the range. -1 means no limit and is
 * returned unchanged, because UpdateTable echoes it.
 */
export function readOnDemandLimits(
  given: OnDemandThroughput | undefined,
  place: OnDemandPlace,
): OnDemandLimits | undefined {
  const present = members.filter(([, , member]) => given?.[member] !== undefined)
  const [first] = present
  if (given === undefined || first === undefined) return undefined
  if (place.billingMode === 'PROVISIONED') throw notOnProvisioned(first[2], place)
  const subject = place.index === undefined ? 'table' : `index : ${place.index}`
  const limits: { read?: number; write?: number } = {}
  for (const [name, kind, member] of present) {
    const value = given[member] ?? 0
    const what = `${member} for OnDemandThroughput for ${subject}`
    if (value < 1 && (place.isNew || value !== -1)) {
      throw invalidParameters(`Requested ${what} is outside of valid range`)
    }
    requireRequestInQuota({ subject: what, kind, value, region: place.region })
    limits[name] = value
  }
  return limits
}

/** Returns the limits after a change, which may name only one of them; -1 removes a limit. */
export function mergeOnDemandLimits(
  old: OnDemandLimits | undefined,
  given: OnDemandLimits | undefined,
): OnDemandLimits | undefined {
  const merged = Object.entries({ ...old, ...given }).filter(([, value]) => value !== -1)
  return merged.length === 0 ? undefined : (Object.fromEntries(merged) as OnDemandLimits)
}

function notOnProvisioned(member: string, { index, isNewTable }: OnDemandPlace) {
  const colon = isNewTable ? ':' : ' :'
  const subject = index === undefined ? '' : ` for index${colon} ${index}`
  const table = isNewTable ? 'table BillingMode is PROVISIONED.' : 'the table BillingMode is PROVISIONED'
  return invalidParameters(`${member} for OnDemandThroughput${subject} cannot be specified when ${table}`)
}
