import { ConfigurationError } from './configuration-error.ts'

/** One entry of a keys file: who may sign requests, and for which account. */
export interface AccessKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Twelve digits; `000000000000` when absent. */
  readonly accountId?: string
  /** For people; the server does not use it. */
  readonly name?: string
}

/** The access keys that a server accepts, by their id. */
export type AccessKeys = ReadonlyMap<string, AccessKey>

/**
 * Parses the text of a keys file: a JSON list of access keys.
 *
 * @example
 * parseAccessKeys('[{ "accessKeyId": "app", "secretAccessKey": "a long secret" }]').get('app')
 * // { accessKeyId: 'app', secretAccessKey: 'a long secret' }
 */
export function parseAccessKeys(text: string): AccessKeys {
  let list: unknown
  try {
    // Some editors put a byte order mark in front.
    list = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new ConfigurationError('it is not JSON', { cause })
  }
  if (!Array.isArray(list) || list.length === 0)
    throw new ConfigurationError('it must be a list of access keys')
  const keys = new Map<string, AccessKey>()
  for (const [index, entry] of list.entries()) {
    const key = readAccessKey(entry, `entry ${index + 1}`)
    if (keys.has(key.accessKeyId))
      throw new ConfigurationError(`accessKeyId ${key.accessKeyId} is given twice`)
    keys.set(key.accessKeyId, key)
  }
  return keys
}

function readAccessKey(entry: unknown, where: string): AccessKey {
  if (typeof entry !== 'object' || entry === null) throw new ConfigurationError(`${where} must be an object`)
  const { accessKeyId, secretAccessKey, accountId, name, ...others } = entry as { [field: string]: unknown }
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
  return {
    accessKeyId,
    secretAccessKey,
    ...(accountId === undefined ? {} : { accountId }),
    ...(name === undefined ? {} : { name }),
  }
}
