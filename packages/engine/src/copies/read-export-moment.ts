import type { ExportTableToPointInTimeInput } from '@monotable/protocol'
import { ServiceError, validationError } from '@monotable/protocol'
import type { ExportPeriod } from '../tables/export-document.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { recoveryWindow } from './continuous-backups.ts'
import { formatSecond, requireRecovery } from './restore-table-to-point-in-time.ts'
import type { RecordedTable } from './table-history.ts'

/** The minimum and maximum period of an incremental export. */
const leastPeriod = 15 * 60
const longestPeriod = 24 * 60 * 60

/** The moment or period of a table to export. */
export interface ExportMoment {
  readonly exportMs: number
  /** Whether that is the moment of the request. */
  readonly isNow: boolean
  readonly period?: ExportPeriod
}

/** Checks which members are allowed with which type of export. */
export function checkExportType(input: ExportTableToPointInTimeInput): void {
  const { ExportType: type, IncrementalExportSpecification: period } = input
  if (type === 'INCREMENTAL_EXPORT') {
    if (period === undefined) {
      throw invalid('Incremental Export Specification expected when export type is set as Incremental Export')
    }
    if (period.ExportFromTime === undefined) {
      throw invalid('ExportFromTime must be provided in IncrementalExportSpecification')
    }
    return
  }
  if (period === undefined) return
  throw type === undefined
    ? invalid(
        'Export Type expected to be Incremental Export when incremental export specification is provided',
      )
    : invalid('When Export Type is Full Export , Incremental Export Specification should not be provided')
}

/**
 * Returns what to export of a table. As on AWS, the period of an incremental export is checked against the table's
 * age before point-in-time recovery is required, and the time of a full one after it.
 */
export function readExportMoment(
  definition: TableDefinition,
  input: ExportTableToPointInTimeInput,
  nowMs: number,
): { readonly table: RecordedTable; readonly moment: ExportMoment } {
  const { ExportTime: time, IncrementalExportSpecification: given } = input
  const now = Math.floor(nowMs / 1000)
  if (given !== undefined) {
    const from = given.ExportFromTime ?? now
    const to = given.ExportToTime ?? now
    checkPeriod(definition, { from, to, now })
    const table = requireRecovery(definition)
    if (from < recoveryWindow(table.recovery, nowMs).earliest) {
      throw invalidTime('Point in Time Recovery is not available for specified export time')
    }
    const viewType = given.ExportViewType ?? 'NEW_AND_OLD_IMAGES'
    const period = { fromMs: from * 1000, toMs: to * 1000, viewType }
    return { table, moment: { exportMs: period.toMs, isNow: false, period } }
  }
  const table = requireRecovery(definition)
  if (time === undefined) return { table, moment: { exportMs: nowMs, isNow: true } }
  const { earliest } = recoveryWindow(table.recovery, nowMs)
  if (Math.floor(time) < earliest || time > Math.ceil(nowMs / 1000)) {
    throw invalidTime('Export Time is invalid')
  }
  return { table, moment: { exportMs: Math.min(time * 1000, nowMs), isNow: time * 1000 > nowMs } }
}

function checkPeriod(
  { createdMs }: TableDefinition,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): void {
  if (from < Math.floor(createdMs / 1000)) {
    throw invalidTime(
      `Incremental export period from time cannot be less than the table creation time : ${formatSecond(from)}`,
    )
  }
  if (to > now) {
    throw invalidTime(
      `Incremental export period to time cannot be greater than the current time : ${formatSecond(to)}`,
    )
  }
  const subject = 'Difference between export period from time and export period to time'
  if (to - from < leastPeriod) throw invalidTime(`${subject} is less than 15 minutes`)
  if (to - from > longestPeriod) throw invalidTime(`${subject} is greater than 24 hours`)
}

function invalid(reason: string): ServiceError {
  return validationError(`Invalid Request: ${reason}`)
}

function invalidTime(reason: string): ServiceError {
  return new ServiceError('InvalidExportTimeException', reason)
}
