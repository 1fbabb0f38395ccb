import type { BillingMode } from '@monotable/protocol'
import { ServiceError, type ServiceErrorName } from '@monotable/protocol'
import type { AccessKind } from './partition-map.ts'

/** What was exceeded, as AWS names it. */
export type LimitType =
  | 'ProvisionedThroughputExceeded'
  | 'KeyRangeThroughputExceeded'
  | 'MaxOnDemandThroughputExceeded'
  | 'AccountLimitExceeded'

/** A limit of a table or an index that a request exceeded. */
export interface Refusal {
  readonly resource: 'Table' | 'Index'
  readonly arn: string
  readonly kind: AccessKind
  readonly limit: LimitType
  readonly billingMode: BillingMode
}

interface ThrottlingReason {
  readonly reason: string
  readonly resource: string
}

const hotKeyGuide =
  'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html'

const throttlingNames: ReadonlySet<string> = new Set<ServiceErrorName>([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
])

/** Returns whether an error asks a client to retry later. */
export function isThrottling(error: unknown): error is ServiceError {
  return error instanceof ServiceError && throttlingNames.has(error.name)
}

/** Returns the error of a request that exceeded limits; the first of them determines which error it is. */
export function throttlingError(refusals: readonly [Refusal, ...Refusal[]]): ServiceError {
  const [first] = refusals
  const reasons = refusals.map(
    ({ resource, kind, limit, arn }): ThrottlingReason => ({
      reason: `${resource}${kind === 'read' ? 'Read' : 'Write'}${limit}`,
      resource: arn,
    }),
  )
  const name = nameOf(first)
  // The API model spells the member in lower case for this error only.
  const member = name === 'ThrottlingException' ? 'throttlingReasons' : 'ThrottlingReasons'
  return new ServiceError(name, messageOf(first), { fields: { [member]: reasons } })
}

/**
 * Returns the error with which PutItem, UpdateItem and DeleteItem answer. On demand, AWS was seen to refuse them for an
 * index by the name that it uses for provisioned tables; transactions and statements of a batch keep the other.
 */
export function refusedAlone(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.name !== 'ThrottlingException') return error
  const reasons = error.fields['throttlingReasons'] as readonly ThrottlingReason[] | undefined
  if (!reasons?.[0]?.reason.startsWith('IndexWrite')) return error
  return new ServiceError('ProvisionedThroughputExceededException', error.message, {
    fields: { ThrottlingReasons: reasons },
  })
}

function nameOf({ limit, billingMode }: Refusal): ServiceErrorName {
  if (limit === 'AccountLimitExceeded') return 'RequestLimitExceeded'
  return billingMode === 'PROVISIONED' ? 'ProvisionedThroughputExceededException' : 'ThrottlingException'
}

function messageOf({ limit, billingMode, resource, kind }: Refusal): string {
  if (limit === 'AccountLimitExceeded') {
    return (
      'Throughput exceeds the current throughput limit for your account. Please contact AWS Support at ' +
      'https://aws.amazon.com/support to request a limit increase'
    )
  }
  if (billingMode === 'PROVISIONED') {
    return resource === 'Table'
      ? 'The level of configured provisioned throughput for the table was exceeded. Consider increasing your ' +
          'provisioning level with the UpdateTable API.'
      : 'The level of configured provisioned throughput for one or more global secondary indexes of the table was ' +
          'exceeded. Consider increasing your provisioning level for the under-provisioned global secondary indexes ' +
          'with the UpdateTable API'
  }
  // Also where the index has a maximum of its own (seen on AWS).
  if (resource === 'Index' && kind === 'write') {
    return (
      'Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is automatically ' +
      'scaling your index so please try again shortly.'
    )
  }
  if (limit === 'MaxOnDemandThroughputExceeded') {
    return 'Throughput exceeds the maximum OnDemandThroughput configured on table or index'
  }
  return (
    'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table ' +
    `or index so please try again shortly. If exceptions persist, check if you have a hot key: ${hotKeyGuide}`
  )
}
