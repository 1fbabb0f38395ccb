import { ServiceError } from '@monotable/protocol'
import type { JsonRecord, RecordEntry } from '../copies/import-source.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { commitWrites } from '../operations/writes/commit-writes.ts'
import {
  isConditionMet,
  largestSize,
  outcomeOf,
  type WriteOutcome,
} from '../operations/writes/decide-write.ts'
import { retryStale } from '../operations/writes/retry-stale.ts'
import type { Change } from '../storage/storage.ts'
import { type BulkDocument, bulkName } from '../tables/bulk-document.ts'
import { StoredItem } from '../tables/stored-item.ts'
import type { Table } from '../tables/table.ts'
import { writeUnits } from '../tables/units.ts'
import { type BulkReport, conditionReport, errorReport, reportChange } from './bulk-report.ts'
import { addUsage, usageOf } from './bulk-usage.ts'
import { type BulkPut, planBulkPut } from './plan-bulk-put.ts'

/** Lines of an object that are put together. */
export interface BulkPage {
  readonly key: string
  /** How many lines of the object precede these. */
  readonly before: number
  readonly entries: readonly RecordEntry[]
  /** How much of the object was read for them. */
  readonly readBytes: number
}

/** The result of a page. */
export interface PageResult {
  /** How many of its lines are done, at least one; `undefined` if the operation must not continue. */
  readonly taken: number | undefined
  /** The write units that it used. */
  readonly units: number
}

/**
 * Puts as many lines of a page as one commit allows, and records in the same commit the progress of the operation
 * and the reports on lines that were not put. When the operation is resumed later, it continues after them: a
 * condition is never evaluated twice.
 */
export function commitBulkPage(
  context: OperationContext,
  document: BulkDocument,
  page: BulkPage,
): Promise<PageResult> {
  // Registered as in flight, because dropping a space waits for everything that may use it.
  return retryStale(context, async () => {
    const ticket = context.inFlight.enter()
    try {
      return await commitSome(context, document, page)
    } finally {
      context.inFlight.leave(ticket)
    }
  })
}

async function commitSome(
  context: OperationContext,
  document: BulkDocument,
  page: BulkPage,
): Promise<PageResult> {
  const { table, lines } = await planPage(context, document, page)
  try {
    return await commit(context, document, { page, lines })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return commitFirst(context, document, { page, table })
  }
}

/** Plans the lines of a page against the current table. */
async function planPage(context: OperationContext, document: BulkDocument, page: BulkPage) {
  const { catalogue } = context
  const plan = () => {
    const table = requireBulkTable(context, document)
    return { table, lines: planLines(table, page.entries) }
  }
  const planned = plan()
  // A commit with writes checks that the table has not changed. If there are only mistakes in lines, they may no
  // longer be any.
  if (catalogue.shared === undefined || planned.lines.some(({ put }) => put !== undefined)) return planned
  await catalogue.refresh()
  return plan()
}

/**
 * Commits the first line alone after something refused a write, such as a full item collection: that shows whether
 * this line is at fault.
 */
async function commitFirst(
  context: OperationContext,
  document: BulkDocument,
  { page, table }: { readonly page: BulkPage; readonly table: Table },
): Promise<PageResult> {
  const lines = planLines(table, page.entries.slice(0, 1))
  try {
    return await commit(context, document, { page, lines })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const refused = lines.map(({ put: _, ...line }) => ({ ...line, fault: error.message }))
    return commit(context, document, { page, lines: refused })
  }
}

/** Returns the table of an operation, provided it is still the same one. */
function requireBulkTable({ catalogue }: OperationContext, document: BulkDocument): Table {
  const { tableName, tableId } = document
  const table = catalogue.find(document, tableName)
  if (table?.definition.id === tableId) return table
  throw new ServiceError(
    'ResourceNotFoundException',
    `Requested resource not found: Table: ${tableName} not found`,
  )
}

/** A line that has been examined. */
interface PlannedLine {
  readonly put?: BulkPut
  readonly fault?: string
  readonly record?: JsonRecord
}

/** Plans lines up to one whose item has the key of an earlier one: the two cannot be put in one commit. */
function planLines(table: Table, entries: readonly RecordEntry[]): PlannedLine[] {
  const lines: PlannedLine[] = []
  const places = new Set<string>()
  for (const entry of entries) {
    const line = planLine(table, entry)
    if (line.put !== undefined) {
      const { partition, sort } = line.put.write.key
      const place = `${partition}${sort}`
      if (places.has(place)) break
      places.add(place)
    }
    lines.push(line)
  }
  return lines
}

function planLine(table: Table, entry: RecordEntry): PlannedLine {
  if ('fault' in entry) return entry
  const { record } = entry
  try {
    return { put: planBulkPut(table, record), record }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { fault: error.message, record }
  }
}

interface PlannedPage {
  readonly page: BulkPage
  readonly lines: readonly PlannedLine[]
}

function commit(
  context: OperationContext,
  document: BulkDocument,
  { page, lines }: PlannedPage,
): Promise<PageResult> {
  const key = context.bulkOperations.keyOf(bulkName(document, document))
  const puts = lines.flatMap(({ put }) => put ?? [])
  return commitWrites<PageResult>(context, {
    writes: puts.map(({ write }) => write),
    beside: [key],
    decide: (records, [registered]) => {
      const current = registered && (JSON.parse(registered.doc) as BulkDocument)
      // It was cancelled meanwhile, or everything is gone.
      if (current?.status !== 'IN_PROGRESS') return { outcomes: [], answer: { taken: undefined, units: 0 } }
      const outcomes = records.map((record, i) => {
        return outcomeIf(puts[i] as BulkPut, record && StoredItem.fromRecord(record))
      })
      const next = advance(current, { page, lines, outcomes })
      const value = { doc: JSON.stringify(next), sizeBytes: 0 }
      return {
        outcomes,
        changes: [{ ...key, value }, ...reportChanges(current, { page, lines, outcomes })],
        answer: { taken: lines.length, units: unitsOf(outcomes) },
      }
    },
  })
}

/** Returns the effect of a put; none if its condition does not hold. */
function outcomeIf({ write }: BulkPut, before: StoredItem | undefined): WriteOutcome {
  if (isConditionMet(write, before)) return outcomeOf(write, before)
  return { before, after: before, changes: [], indexEffects: [] }
}

interface DecidedPage extends PlannedPage {
  /** For those lines that are items. */
  readonly outcomes: readonly WriteOutcome[]
}

/** Returns the progress of the operation including a page. */
function advance(current: BulkDocument, { page, lines, outcomes }: DecidedPage): BulkDocument {
  const { progress } = current
  const failed = lines.length - outcomes.length
  return {
    ...current,
    progress: {
      ...progress,
      processedItems: progress.processedItems + lines.length,
      failedItems: progress.failedItems + failed,
      at: { key: page.key, items: page.before + lines.length, readBytes: page.readBytes },
    },
    usage: outcomes.reduce((usage, outcome) => addUsage(usage, usageOf(outcome)), current.usage),
  }
}

/** Returns the records with the requested reports. */
function reportChanges(current: BulkDocument, { page, lines, outcomes }: DecidedPage): Change[] {
  const changes: Change[] = []
  let next = 0
  for (const [i, { put, fault, record }] of lines.entries()) {
    const place = { key: page.key, number: page.before + i + 1 }
    let report: BulkReport | undefined
    if (put === undefined) report = errorReport(place, fault ?? '', record?.Item)
    else if (isRefused(put, outcomes[next])) {
      report = conditionReport(place, put.stored, outcomes[next]?.before)
    }
    if (put !== undefined) next++
    if (report === undefined || !current.output.OutputType.includes(report.type)) continue
    changes.push(reportChange(current, report, current.progress.processedItems + i))
  }
  return changes
}

// A put that succeeds always leaves its own item object, never the previous one.
function isRefused({ stored }: BulkPut, outcome: WriteOutcome | undefined): boolean {
  return outcome?.after !== stored
}

/** Returns the units that the writes would have used as requests. */
function unitsOf(outcomes: readonly WriteOutcome[]): number {
  let units = 0
  for (const outcome of outcomes) {
    units += writeUnits(largestSize(outcome))
    for (const effect of outcome.indexEffects) units += effect.units
  }
  return units
}
