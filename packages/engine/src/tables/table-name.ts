import { NAME_MAX_LENGTH, NAME_MIN_LENGTH, ServiceError, validationError } from '@monotable/protocol'
import { splitAtMost } from '../util/split-at-most.ts'
import type { Realm } from './catalogue.ts'

const validName = /^[a-zA-Z0-9_.-]{3,255}$/

/** Returns whether a table can have this name. */
export function isTableName(name: string | undefined): name is string {
  return name !== undefined && validName.test(name)
}

/** Returns what AWS says in some places about a name that is too short or too long. */
export function nameLengthText(word: 'IndexName' | 'TableName'): string {
  return `${word} must be at least ${NAME_MIN_LENGTH} characters long and at most ${NAME_MAX_LENGTH} characters long`
}

/** Returns the ARN of a table. */
export function tableArn({ region, accountId }: Realm, name: string): string {
  return `arn:aws:dynamodb:${region}:${accountId}:table/${name}`
}

/**
 * Returns the name of the table that a TableName parameter refers to: the name itself, or the ARN of a table of the
 * caller's account and region. The messages are those seen on AWS in October 2026.
 *
 * @example
 * resolveTableName({ accountId: '123456789012', region: 'eu-west-1' }, 'Music')
 * // 'Music'
 * resolveTableName({ accountId: '123456789012', region: 'eu-west-1' }, 'arn:aws:dynamodb:eu-west-1:123456789012:table/Music')
 * // 'Music'
 */
export function resolveTableName(realm: Realm, nameOrArn: string): string {
  return resolve(realm, nameOrArn, (problem) =>
    problem === ARN_FORM ? problem : `${problem} in '${nameOrArn}'`,
  )
}

/**
 * Same for an operation on a table's items, which words what is wrong with an ARN like a broken constraint (recorded
 * on AWS for GetItem).
 */
export function resolveItemTableName(realm: Realm, nameOrArn: string): string {
  return resolve(
    realm,
    nameOrArn,
    (problem) => `Value '${nameOrArn}' at 'tableName' failed to satisfy constraint: ${problem}`,
  )
}

const ARN_FORM =
  `Valid ARN format is 'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName', where ` +
  `Resource name must have length less than or equal to ${NAME_MAX_LENGTH}, Resource name must have length greater ` +
  `than or equal to ${NAME_MIN_LENGTH}, Resource name must satisfy regular expression pattern: [a-zA-Z0-9_.-]+`

function resolve(realm: Realm, nameOrArn: string, describe: (problem: string) => string): string {
  if (!nameOrArn.startsWith('arn:')) return nameOrArn
  const [, partition, service, region, accountId] = splitAtMost(nameOrArn, ':', 6)
  const problem =
    tableArnProblem(nameOrArn) ??
    (service === 'dynamodb' ? undefined : ARN_FORM) ??
    (partition === 'aws' || partition === partitionOf(realm.region) ? undefined : 'Invalid AWS partition') ??
    (region === realm.region ? undefined : 'Invalid AWS region')
  if (problem !== undefined) throw validationError(`1 validation error detected: ${describe(problem)}`)
  if (accountId !== realm.accountId) throw new ServiceError('AccessDeniedException', 'Access is denied')
  return nameOrArn.slice(nameOrArn.indexOf('/') + 1)
}

/** Returns what is wrong with an ARN that should be a table's, wherever that table may be. */
export function tableArnProblem(arn: string): string | undefined {
  // arn:<partition>:<service>:<region>:<account>:<resource type>/<resource name>
  const resource = splitAtMost(arn, ':', 6)[5] ?? ''
  const slash = resource.indexOf('/')
  if (slash < 0) return ARN_FORM
  if (resource.slice(0, slash) !== 'table') return 'Invalid resource type'
  const name = resource.slice(slash + 1)
  if (name.length < NAME_MIN_LENGTH) {
    return `Table name of ARN must have length greater than or equal to ${NAME_MIN_LENGTH}`
  }
  return isTableName(name) ? undefined : ARN_FORM
}

/** Returns the part of AWS that a region belongs to. Our own ARNs all say `aws`. */
function partitionOf(region: string): string {
  const apart = /^(?:cn|eusc|us-gov)(?=-)/.exec(region)
  return apart === null ? 'aws' : `aws-${apart[0]}`
}
