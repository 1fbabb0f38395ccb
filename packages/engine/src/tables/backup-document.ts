import type { BackupType } from '@monotable/protocol'
import type { Realm } from './catalogue.ts'
import type { RegisteredSpaces } from './register.ts'
import type { CopySource, TableDefinition } from './table-definition.ts'

/** A backup as it is registered: it outlives its table. */
export interface BackupDocument extends Realm, RegisteredSpaces {
  readonly id: string
  readonly arn: string
  readonly name: string
  readonly type: BackupType
  readonly createdMs: number
  /** Only backups that the service makes go away by themselves. */
  readonly expiresMs?: number
  /** The table as it was. */
  readonly table: TableDefinition
  readonly itemCount: number
  readonly sizeBytes: number
  /** The space that holds the items. */
  readonly space: string
  /** Present until all items are copied. */
  readonly source?: CopySource
}

const dayMs = 24 * 60 * 60 * 1000

/** The id of a backup, an export or an import: a time, and chance. */
export function copyId(nowMs: number, hex: string): string {
  return `${String(nowMs).padStart(14, '0')}-${hex}`
}

/** The id of a backup that the service makes. */
export function systemBackupId(nowMs: number): string {
  return copyId(nowMs, '00000000')
}

/** The name of a backup in the register. */
export function backupName(realm: Realm, tableName: string, id: string): string {
  return `${realmPrefix(realm)}${tableName}/${id}`
}

/** What the names of a realm's documents begin with. */
export function realmPrefix({ accountId, region }: Realm): string {
  return `${accountId}/${region}/`
}

/**
 * The backup that is left of a table which could be restored to a point in time when it was deleted. It holds the
 * very space that held the table.
 */
export function systemBackup(
  realm: Realm,
  table: TableDefinition,
  facts: {
    readonly nowMs: number
    /** How far back the table could be restored; the backup is kept as long (seen on AWS). */
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
