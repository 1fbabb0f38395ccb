import { ServiceError, validationError } from '@monotable/protocol'
import type { Realm } from '../../tables/catalogue.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import type { PolicyTarget } from '../../tables/resource-policy.ts'
import type { TableDefinition } from '../../tables/table-definition.ts'
import { splitAtMost } from '../../util/split-at-most.ts'
import type { OperationContext } from '../operation-context.ts'
import { requireExistingTable } from '../require-existing-table.ts'

/** What the ARN in a request about a resource policy refers to. */
export interface PolicyPlace {
  readonly tableName: string
  readonly target: PolicyTarget
}

/** Parses the ARN of a table or a stream. The messages are those seen on AWS in October 2026. */
export function readPolicyPlace(realm: Realm, arn: string): PolicyPlace {
  if (!arn.startsWith('arn:')) throw invalidParameters(`ARNs must start with 'arn:': ${arn}`)
  const [, partition, service, region, accountId, path = ''] = splitAtMost(arn, ':', 6)
  const [type, tableName, kind, label = ''] = splitAtMost(path, '/', 4)
  if (service !== 'dynamodb' || type !== 'table' || !tableName || kind === 'backup') {
    throw invalidParameters(`Provided Arn is not a DynamoDB resource arn: ${arn}`)
  }
  if (kind !== undefined && (kind !== 'stream' || label === '')) {
    throw invalidParameters(
      `Invalid resource arn provided, only table or stream is accepted. Provided resource arn: ${arn}`,
    )
  }
  if (partition !== 'aws' || region !== realm.region) {
    throw invalidParameters(`Invalid resource Arn: ${arn}`)
  }
  if (accountId !== realm.accountId) {
    throw validationError(
      'This action is only supported by accounts that match the resource owner’s account.',
    )
  }
  return { tableName, target: kind === undefined ? 'table' : { stream: label } }
}

/** Returns the definition of the table; a stream must be the table's latest. */
export function requirePolicyTable(
  context: OperationContext,
  { tableName, target }: PolicyPlace,
): TableDefinition {
  const { definition } = requireExistingTable(context, tableName)
  if (target === 'table' || target.stream === definition.latestStreamLabel) return definition
  throw new ServiceError(
    'ResourceNotFoundException',
    `Requested resource not found: Stream: ${target.stream} not found for Table: ${tableName}`,
  )
}
