import { ServiceError, validationError } from '@monotable/protocol'
import type { Realm } from '../tables/catalogue.ts'
import { globalTableRegions } from '../tables/regions.ts'
import { isTableName } from '../tables/table-name.ts'

/** The kinds of copies: each has its own ARNs below that of the table. */
export type CopyKind = 'backup' | 'export' | 'import' | 'bulk-operation'

/** The parts of a copy's ARN. */
export interface CopyName {
  readonly region: string
  readonly tableName: string
  readonly id: string
}

/** Returns the ARN of a copy. */
export function copyArnOf(tableArn: string, kind: CopyKind, id: string): string {
  return `${tableArn}/${kind}/${id}`
}

/**
 * Parses the ARN of a copy. The account is checked before the form; the caller checks whether the copy exists. The
 * messages are those seen on AWS in October 2026.
 */
export function readCopyArn(realm: Realm, arn: string, kind: CopyKind): CopyName {
  const [start, partition = '', service, region = '', accountId, ...rest] = arn.split(':')
  const [type, tableName, given, id, ...below] = rest.join(':').split('/')
  const isForeign = accountId !== undefined && accountId !== realm.accountId
  if (start === 'arn' && isForeign) throw accessDenied()
  const isOfTable = start === 'arn' && type === 'table' && isTableName(tableName)
  const isForm = isOfTable && given === kind && below.length === 0
  const isOfService = service === 'dynamodb' && partitionForm.test(partition)
  if (!isForm || !id || !(isOfService || kind === 'backup'))
    throw validationError(`Invalid ${word(kind)} ARN`)
  if (kind === 'backup') {
    if (region === '') throw accessDenied()
    const isIn = service === 'dynamodb' && partition === 'aws' && isKnownRegion(realm, region)
    if (!(isIn && backupIdForm.test(id))) {
      throw validationError('Invalid Request: BackupArn is not valid')
    }
  }
  return { region, tableName, id }
}

/** AWS knows its regions in capitals, too; a backup in such a region is that of another region, and not found. */
function isKnownRegion(realm: Realm, region: string): boolean {
  return region === realm.region || globalTableRegions.includes(region.toLowerCase())
}

function accessDenied(): ServiceError {
  return new ServiceError('AccessDeniedException', 'Access is denied')
}

const partitionForm = /^aws(-[a-z]+)*$/

/** The time in milliseconds, followed by random digits; capitals are well-formed but identify another backup. */
const backupIdForm = /^\d{14}-[0-9a-fA-F]{8}$/

function word(kind: CopyKind): string {
  const words = kind.split('-').map((part) => part.charAt(0).toUpperCase() + part.slice(1))
  return words.join('')
}
