import { ServiceError } from '@monotable/protocol'
import type { Units } from './table-definition.ts'

/** The units of an account in a region, unless AWS raises its quota. */
export const ACCOUNT_MAX_UNITS = 80_000
/** The units that a table or one of its indexes can have, unless AWS raises the quota of the account. */
export const TABLE_MAX_UNITS = 40_000

/** The owner of a capacity: a table, or an index by name. */
export interface CapacityOwner {
  readonly region: string
  readonly index?: string
}

/** Refuses provisioned units above the default quota, as AWS does. */
export function requireUnitsInQuota(units: Units, { region, index }: CapacityOwner): void {
  const [subject, kind] = index === undefined ? ['', 'table'] : [` for index ${index}`, 'index']
  for (const [name, value] of [
    ['ReadCapacityUnits', units.read],
    ['WriteCapacityUnits', units.write],
  ] as const) {
    if (value <= TABLE_MAX_UNITS) continue
    throw new ServiceError(
      'LimitExceededException',
      `The requested ${name}${subject}, ${value}, is above the per ${kind} maximum for the account in ${region}. ` +
        `Per table maximum: ${TABLE_MAX_UNITS}. Refer to the Amazon DynamoDB Developer Guide for current limits ` +
        'and how to request higher limits.',
    )
  }
}

/** Refuses on-demand limits and warm throughput above the default quota. */
export function requireRequestInQuota(options: {
  /** The name of the parameter in the message, such as `MaxReadRequestUnits for OnDemandThroughput for table`. */
  readonly subject: string
  readonly kind: 'Read' | 'Write'
  readonly value: number
  readonly region: string
}): void {
  if (options.value <= TABLE_MAX_UNITS) return
  throw new ServiceError(
    'LimitExceededException',
    `Subscriber limit exceeded: Requested ${options.subject} exceeds TableMax${options.kind}CapacityUnits of the ` +
      `account in region ${options.region}`,
  )
}
