import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import type { Backup, RecoveryRange } from './ask-backups.ts'

/** The actions on backups. */
export type BackupAct = 'make' | 'restore' | 'recover' | 'delete'

/** The chosen action and its inputs, as typed. */
export interface BackupDraft {
  readonly act: BackupAct
  /** The name of a new backup. */
  readonly name: string
  /** The ARN of the backup to restore or delete. */
  readonly backup: string
  /** The name of the restored table. */
  readonly target: string
  /** The time to restore to, in UTC, in the format of the browser's field; empty for the latest. */
  readonly moment: string
  /** The name of the backup to delete, typed again, so that one click too many is not enough. */
  readonly typed: string
}

/** The table and backup that an action applies to. */
interface BackupSubject {
  readonly table: string | undefined
  readonly chosen: Backup | undefined
  /** The times to which the table can be restored, if recovery is on. */
  readonly recovery: RecoveryRange | undefined
}

/** Builds the requests for a draft; none if something is missing. */
export function backupRequests(
  draft: BackupDraft,
  { table, chosen, recovery }: BackupSubject,
): readonly SnippetCall[] {
  const { act, name, target, typed } = draft
  if (act === 'make') {
    if (table === undefined || name === '') return []
    return [{ operation: 'CreateBackup', input: { TableName: table, BackupName: name } }]
  }
  if (act === 'recover') {
    if (table === undefined || recovery === undefined || target === '') return []
    const input = { SourceTableName: table, TargetTableName: target, ...momentOf(draft) }
    return [{ operation: 'RestoreTableToPointInTime', input }]
  }
  if (chosen === undefined) return []
  const { arn: BackupArn } = chosen
  if (act === 'delete') {
    return typed === chosen.name ? [{ operation: 'DeleteBackup', input: { BackupArn } }] : []
  }
  if (target === '') return []
  return [{ operation: 'RestoreTableFromBackup', input: { TargetTableName: target, BackupArn } }]
}

function momentOf({ moment }: BackupDraft): object {
  if (moment === '') return { UseLatestRestorableTime: true }
  return { RestoreDateTime: Date.parse(`${moment}Z`) / 1_000 }
}

/** Returns an unused name for a backup: the table and the day. */
export function freeBackupName(table: string, backups: readonly Backup[], nowMs: number): string {
  const day = new Date(nowMs).toISOString().slice(0, 10)
  const names = new Set(backups.map(({ name }) => name))
  const named = (number: number) => `${table.slice(0, 240)}-${day}${number === 1 ? '' : `-${number}`}`
  let number = 1
  while (names.has(named(number))) number += 1
  return named(number)
}
