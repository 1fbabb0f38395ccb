import { createHash } from 'node:crypto'
import type { SSESpecification } from '@monotable/protocol'
import type { Realm } from './catalogue-record.ts'
import { invalidParameters } from './read-key-schema.ts'

/** The alias of the key that AWS manages for DynamoDB in every account. */
const managedKeyAlias = 'alias/aws/dynamodb'

/**
 * Reads how a table is to be encrypted: the ARN of a KMS key, or `undefined` for DynamoDB's own key. Nothing is
 * encrypted here; the setting is stored and returned. There is no KMS to ask either, so an alias stands for a key
 * of its own, always the same.
 */
export function readEncryption(given: SSESpecification, realm: Realm): string | undefined {
  const { Enabled: enabled, SSEType: type, KMSMasterKeyId: keyId } = given
  if (enabled === false && type !== undefined) {
    throw invalidParameters('SSEType can not be specified if Enabled is false')
  }
  if (enabled === false && keyId !== undefined) {
    throw invalidParameters('KMSMasterKeyId can not be specified if Enabled is false')
  }
  if (type === 'AES256') throw invalidParameters('SSEType AES256 is not supported')
  if (keyId !== undefined && type !== 'KMS') {
    throw invalidParameters('SSEType KMS is required if KMSMasterKeyId is specified')
  }
  if (enabled !== true && type === undefined) return undefined
  return keyArn(keyId ?? managedKeyAlias, realm)
}

function keyArn(keyId: string, { region, accountId }: Realm): string {
  const prefix = `arn:aws:kms:${region}:${accountId}:`
  if (keyId.startsWith('arn:') && !keyId.startsWith(`${prefix}alias/`)) return keyId
  const local = keyId.startsWith(prefix) ? keyId.slice(prefix.length) : keyId
  return `${prefix}key/${local.startsWith('alias/') ? keyOfAlias(`${prefix}${local}`) : local}`
}

function keyOfAlias(aliasArn: string): string {
  const hex = createHash('sha256').update(aliasArn).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}
