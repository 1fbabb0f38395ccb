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

/** Some lines of an object that are put together. */
export interface BulkPage {
  readonly key: string
  /** How many lines of the object come before these. */
  readonly before: number
  readonly entries: readonly RecordEntry[]
  /** How much of the object was read for them. */
  readonly readBytes: number
}

/** What came of a page. */
export interface PageResult {
  /** How many of its lines are done, one at least; `undefined` when the operation is not to go on. */
  readonly taken: number | undefined
  /** The write units that it used. */
  readonly units: number
}

/**
 * Puts as many lines of a page as can be put in one commit, and writes down in the same commit how far the operation
 * has come and what is to be told of those that were not put. Whoever takes up the operation later goes on behind them:
 * a condition is never judged twice.
 */
export function commitBulkPage(
  context: OperationContext,
  document: BulkDocument,
  page: BulkPage,
): Promise<PageResult> {
  // Whoever drops a space waits for requests that may use it, and so it is with this.
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

/** Looks at the lines of a page with the table as it is. */
async function planPage(context: OperationContext, document: BulkDocument, page: BulkPage) {
  const { catalogue } = context
  const plan = () => {
    const table = requireBulkTable(context, document)
    return { table, lines: planLines(table, page.entries) }
  }
  const planned = plan()
  // A commit with writes makes sure that their table is as it was. What is only wrong with lines may be so no more.
  if (catalogue.shared === undefined || planned.lines.some(({ put }) => put !== undefined)) return planned
  await catalogue.refresh()
  return plan()
}

/** Something refuses a write, such as an item collection that is full: the first line alone shows whether it is its own. */
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

/** The table of an operation, as long as it is the same one. */
function requireBulkTable({ catalogue }: OperationContext, document: BulkDocument): Table {
  const { tableName, tableId } = document
  const table = catalogue.find(document, tableName)
  if (table?.definition.id === tableId) return table
  throw new ServiceError(
    'ResourceNotFoundException',
    `Requested resource not found: Table: ${tableName} not found`,
  )
}

/** A line that was looked at. */
interface PlannedLine {
  readonly put?: BulkPut
  readonly fault?: string
  readonly record?: JsonRecord
}

/** Lines up to one whose item has the key of another before it: the two cannot be put in one commit. */
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
      // It was cancelled meanwhile, or all is gone.
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

/** What a put does; nothing when its condition does not hold. */
function outcomeIf({ write }: BulkPut, before: StoredItem | undefined): WriteOutcome {
  if (isConditionMet(write, before)) return outcomeOf(write, before)
  return { before, after: before, changes: [], indexEffects: [] }
}

interface DecidedPage extends PlannedPage {
  /** Of those lines that are items. */
  readonly outcomes: readonly WriteOutcome[]
}

/** How far the operation has come with a page. */
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

/** The records that keep what is to be told, as far as anybody wants to be told. */
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

// What a put leaves behind is always its own item, and not the one before.
function isRefused({ stored }: BulkPut, outcome: WriteOutcome | undefined): boolean {
  return outcome?.after !== stored
}

/** What writes have used, as requests would have. */
function unitsOf(outcomes: readonly WriteOutcome[]): number {
  let units = 0
  for (const outcome of outcomes) {
    units += writeUnits(largestSize(outcome))
    for (const effect of outcome.indexEffects) units += effect.units
  }
  return units
}
