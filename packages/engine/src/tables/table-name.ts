import { NAME_MAX_LENGTH, NAME_MIN_LENGTH, ServiceError, validationError } from '@monotable/protocol'
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
  return resolve(realm, nameOrArn, (problem) => `${problem} in '${nameOrArn}'`)
}

/**
 * Same for an operation on a table's items, which words what is wrong with an ARN like a broken constraint (recorded
 * on AWS for GetItem and another region).
 */
export function resolveItemTableName(realm: Realm, nameOrArn: string): string {
  return resolve(
    realm,
    nameOrArn,
    (problem) => `Value '${nameOrArn}' at 'tableName' failed to satisfy constraint: ${problem}`,
  )
}

function resolve(realm: Realm, nameOrArn: string, describe: (problem: string) => string): string {
  if (!nameOrArn.startsWith('arn:')) return nameOrArn
  const [, partition, service, region, accountId, ...rest] = nameOrArn.split(':')
  const [type, name = '', ...below] = rest.join(':').split('/')
  if (service !== 'dynamodb' || region === undefined || accountId === undefined || !isTableName(name)) {
    throw invalidArn(
      `Invalid ARN '${nameOrArn}'. Valid ARN format is arn:aws:dynamodb:<region>:<account>:table/<name>`,
    )
  }
  if (!partition?.startsWith('aws')) throw invalidArn(describe('Invalid AWS partition'))
  if (region !== realm.region) throw invalidArn(describe('Invalid AWS region'))
  if (type !== 'table' || below.length > 0) throw invalidArn(describe('Invalid resource type'))
  if (accountId !== realm.accountId) throw new ServiceError('AccessDeniedException', 'Access is denied')
  return name
}

function invalidArn(detail: string): ServiceError {
  return validationError(`1 validation error detected: ${detail}`)
}
