import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import type { Backup, RecoveryRange } from './ask-backups.ts'

/** What can be done with backups. */
export type BackupAct = 'make' | 'restore' | 'recover' | 'delete'

/** What is to be done, as it was typed. */
export interface BackupDraft {
  readonly act: BackupAct
  /** What a new backup is called. */
  readonly name: string
  /** The ARN of the backup that is restored or deleted. */
  readonly backup: string
  /** What the table is called that is restored. */
  readonly target: string
  /** The second to restore to, in UTC, as the browser's field has it; nothing typed is the latest. */
  readonly moment: string
  /** The name of the backup that is deleted, once more: a click too many must not be enough. */
  readonly typed: string
}

/** What it is to be done with. */
interface BackupSubject {
  readonly table: string | undefined
  readonly chosen: Backup | undefined
  /** To which seconds the table can be restored, where recovery is on. */
  readonly recovery: RecoveryRange | undefined
}

/** What is sent for a draft; nothing where something is missing. */
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

/** A name for a backup that none of them has: the table and the day. */
export function freeBackupName(table: string, backups: readonly Backup[], nowMs: number): string {
  const day = new Date(nowMs).toISOString().slice(0, 10)
  const names = new Set(backups.map(({ name }) => name))
  const named = (number: number) => `${table.slice(0, 240)}-${day}${number === 1 ? '' : `-${number}`}`
  let number = 1
  while (names.has(named(number))) number += 1
  return named(number)
}
