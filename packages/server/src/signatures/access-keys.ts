import { type Access, createAccess } from '@monotable/engine'
import { ConfigurationError } from '../configuration-error.ts'
import { type PolicySource, parseOnce, readPolicies, wordedPolicyFault } from './read-policies.ts'

/** The account of callers whose access key names no other. */
export const defaultAccountId = '000000000000'

/** An entry of a keys file: who may sign requests, for which account, and with what permissions. */
export interface AccessKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Twelve digits; `000000000000` by default. */
  readonly accountId?: string
  /** For people only; the server does not use it. */
  readonly name?: string
  /** The user that the key belongs to, with the user's policies; without policies nothing is allowed. */
  readonly access: Access
}

/** The access keys that a server accepts, by id. */
export type AccessKeys = ReadonlyMap<string, AccessKey>

/**
 * Parses the text of a keys file: a JSON list of access keys. Policies given by the path of a file are read by
 * `readPolicy`; without it they must be in the list itself.
 *
 * @example
 * const keys = parseAccessKeys(
 *   '[{ "accessKeyId": "app", "secretAccessKey": "a long secret", "policies": "full-access" }]',
 * )
 * keys.get('app')?.access.principal.arn
 * // 'arn:aws:iam::000000000000:user/app'
 */
export function parseAccessKeys(text: string, options: PolicySource = {}): AccessKeys {
  const list = parseOnce(text, 'it')
  if (!Array.isArray(list) || list.length === 0)
    throw new ConfigurationError('it must be a list of access keys')
  const keys = new Map<string, AccessKey>()
  for (const [index, entry] of list.entries()) {
    const key = readAccessKey(entry, `entry ${index + 1}`, options)
    if (keys.has(key.accessKeyId))
      throw new ConfigurationError(`accessKeyId ${key.accessKeyId} is given twice`)
    keys.set(key.accessKeyId, key)
  }
  return keys
}

/** Returns the ids of the keys without a policy: they allow nothing except what tables themselves allow. */
export function powerlessKeys(keys: AccessKeys): string[] {
  return [...keys.values()]
    .filter(({ access }) => access.statements.length === 0)
    .map((key) => key.accessKeyId)
}

function readAccessKey(entry: unknown, where: string, source: PolicySource): AccessKey {
  if (typeof entry !== 'object' || entry === null) throw new ConfigurationError(`${where} must be an object`)
  const { accessKeyId, secretAccessKey, accountId, name, user, policies, context, ...others } = entry as {
    [field: string]: unknown
  }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new ConfigurationError(`${where} has an unknown field "${unknown}"`)
  if (typeof accessKeyId !== 'string' || !/^[\w.+=@:-]{1,128}$/.test(accessKeyId)) {
    throw new ConfigurationError(`${where} needs "accessKeyId": a text without spaces or slashes`)
  }
  if (typeof secretAccessKey !== 'string' || secretAccessKey === '') {
    throw new ConfigurationError(`${where} needs "secretAccessKey": a text that is not empty`)
  }
  if (accountId !== undefined && (typeof accountId !== 'string' || !/^\d{12}$/.test(accountId))) {
    throw new ConfigurationError(`${where} has an "accountId" that is not a text of twelve digits`)
  }
  if (name !== undefined && typeof name !== 'string')
    throw new ConfigurationError(`${where} has a "name" that is not a text`)
  const identity = {
    accountId: accountId ?? defaultAccountId,
    userName: readUser(user, where) ?? accessKeyId,
  }
  return {
    accessKeyId,
    secretAccessKey,
    ...(accountId === undefined ? {} : { accountId }),
    ...(name === undefined ? {} : { name }),
    access: wordedPolicyFault(where, () =>
      createAccess({
        ...identity,
        context: readContext(context, where),
        policies: readPolicies(policies, where, source),
      }),
    ),
  }
}

function readUser(user: unknown, where: string): string | undefined {
  if (user === undefined) return undefined
  if (typeof user === 'string' && /^[\w+=,.@-]{1,64}$/.test(user)) return user
  throw new ConfigurationError(
    `${where} has a "user" that is not a valid user name: use letters, digits and +=,.@_-`,
  )
}

function readContext(context: unknown, where: string): { [key: string]: string | readonly string[] } {
  if (context === undefined) return {}
  const isText = (value: unknown) => typeof value === 'string'
  const isValue = (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isText))
  if (typeof context === 'object' && context !== null && Object.values(context).every(isValue)) {
    return context as { [key: string]: string | readonly string[] }
  }
  throw new ConfigurationError(`${where} has a "context" that is not an object of texts by condition key`)
}
