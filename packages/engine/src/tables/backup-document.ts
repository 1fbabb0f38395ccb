import type { BackupType } from '@monotable/protocol'
import type { Realm } from './catalogue.ts'
import type { RegisteredSpaces } from './register.ts'
import type { CopySource, TableDefinition } from './table-definition.ts'

/** A backup in the register: it outlives its table. */
export interface BackupDocument extends Realm, RegisteredSpaces {
  readonly id: string
  readonly arn: string
  readonly name: string
  readonly type: BackupType
  readonly createdMs: number
  /** Only backups made by the service expire. */
  readonly expiresMs?: number
  /** The definition of the table at the time of the backup. */
  readonly table: TableDefinition
  readonly itemCount: number
  readonly sizeBytes: number
  /** The space that holds the items. */
  readonly space: string
  /** Present until all items are copied. */
  readonly source?: CopySource
}

const dayMs = 24 * 60 * 60 * 1000

/** Returns the id of a backup, an export or an import: a time and random digits. */
export function copyId(nowMs: number, hex: string): string {
  return `${String(nowMs).padStart(14, '0')}-${hex}`
}

/** Returns the id of a backup made by the service. */
export function systemBackupId(nowMs: number): string {
  return copyId(nowMs, '00000000')
}

/** Returns the name of a backup in the register. */
export function backupName(realm: Realm, tableName: string, id: string): string {
  return `${realmPrefix(realm)}${tableName}/${id}`
}

/** Returns the prefix of the names of a realm's documents. */
export function realmPrefix({ accountId, region }: Realm): string {
  return `${accountId}/${region}/`
}

/**
 * Returns the backup that is left when a table with point-in-time recovery is deleted. It takes over the space of
 * the table.
 */
export function systemBackup(
  realm: Realm,
  table: TableDefinition,
  facts: {
    readonly nowMs: number
    /** How far back the table could be restored; the backup is kept for the same period (seen on AWS). */
    readonly periodDays: number
    readonly itemCount: number
    readonly sizeBytes: number
  },
): BackupDocument {
  const { nowMs, periodDays, itemCount, sizeBytes } = facts
  const id = systemBackupId(nowMs)
  return {
    accountId: realm.accountId,
    region: realm.region,
    id,
    arn: `${table.arn}/backup/${id}`,
    name: `${table.name}$DeletedTableBackup`,
    type: 'SYSTEM',
    createdMs: nowMs,
    expiresMs: nowMs + periodDays * dayMs,
    table,
    itemCount,
    sizeBytes,
    space: table.space,
    spaces: [table.space],
  }
}
