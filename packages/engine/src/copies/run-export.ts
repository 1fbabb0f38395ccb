import type { AttributeMap } from '@monotable/protocol'
import {
  type CopyJob,
  pageMaxBytes,
  pageMaxRecords,
  startJob,
  yieldToRequests,
} from '../operations/copy-job.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { dropSpaces } from '../operations/tables/drop-spaces.ts'
import type { Position, StoredRecord } from '../storage/storage.ts'
import { type ExportDocument, exportName } from '../tables/export-document.ts'
import { HISTORY_DISORDER_MS } from '../tables/history-record.ts'
import { pickAttributes } from '../tables/item-key.ts'
import { createTable } from '../tables/table.ts'
import type { ObjectFolder } from '../util/object-folder.ts'
import { pause } from '../util/pause.ts'
import { collectChanges, type ItemChange } from './collect-changes.ts'
import { copyAsOf } from './copy-as-of.ts'
import { ExportWriter } from './export-files.ts'
import { compileExportFilter, type ExportFilter } from './export-filter.ts'
import { failureText } from './failure-text.ts'
import { periodPositions } from './period-positions.ts'
import { releaseSource } from './table-history.ts'
import { ionChangeLine, ionLine } from './write-ion.ts'

/** AWS's minimum charge for an incremental export. */
const leastIncrementalBytes = 10_000_000

/** Runs an export, including one that was interrupted. */
export function startExport(
  context: OperationContext,
  document: ExportDocument,
  objects: ObjectFolder,
): void {
  const name = exportName(document, document.table.name, document.id)
  startJob(context, `export/${name}`, (held) => exportJob(held, document, objects))
}

function exportJob(context: OperationContext, document: ExportDocument, objects: ObjectFolder): CopyJob {
  const end = (result: Partial<ExportDocument>) => endExport(context, document, result)
  return {
    run: async (signal) => {
      if (!(await isRunning(context, document))) return
      const writer = new ExportWriter(objects, document)
      await writer.begin()
      await gather(context, document, signal)
      await writeLines(context, document, { writer, signal })
      if (signal.aborted) return
      const { sizeBytes } = await context.storage.size(document.space)
      const billedBytes = document.period ? Math.max(sizeBytes, leastIncrementalBytes) : sizeBytes
      const endMs = context.clock.now()
      const manifest = await writer.finish({ billedBytes, endMs })
      await end({ status: 'COMPLETED', itemCount: writer.itemCount, billedBytes, manifest, endMs })
    },
    fail: async (error) => {
      const message = failureText(`The export ${document.arn} has failed`, error)
      await end({ status: 'FAILED', failure: { code: 'UNKNOWN', message }, endMs: context.clock.now() })
    },
    release: () => releaseExport(context, document),
  }
}

/** Collects what is exported in a separate space. */
async function gather(
  context: OperationContext,
  document: ExportDocument,
  signal: AbortSignal,
): Promise<void> {
  const { clock, storage } = context
  const { period, source, space: target } = document
  if (period === undefined) return copyAsOf({ clock, storage, source, target, signal })
  await untilAllWritten(context, period.toMs, signal)
  const part = await periodPositions(context, document, period)
  const history = source.history?.space ?? ''
  await collectChanges({ storage, table: source.space, history, target, part, signal })
}

/** Waits until no more writes can arrive with a time before `timeMs`; only other servers could make them. */
async function untilAllWritten(
  { catalogue, clock }: OperationContext,
  timeMs: number,
  signal: AbortSignal,
): Promise<void> {
  const delayMs = timeMs + HISTORY_DISORDER_MS - clock.now()
  if (catalogue.shared !== undefined && delayMs > 0) await pause(clock, delayMs, signal)
}

async function writeLines(
  { storage }: OperationContext,
  document: ExportDocument,
  { writer, signal }: { readonly writer: ExportWriter; readonly signal: AbortSignal },
): Promise<void> {
  const filter = document.filter && compileExportFilter(document.filter)
  const lineOf = document.period ? changeLine(document, filter) : itemLine(document, filter)
  let after: Position | undefined
  let more = true
  while (more && !signal.aborted) {
    const page = await storage.range({
      space: document.space,
      within: {},
      maxRecords: pageMaxRecords,
      maxBytes: pageMaxBytes,
      ...(after && { after }),
    })
    for (const record of page.records) {
      const line = lineOf(record)
      if (line !== undefined) await writer.add(line)
    }
    after = page.records.at(-1)
    more = page.more
    await yieldToRequests()
  }
}

type LineOf = (record: StoredRecord) => string | undefined

function itemLine({ format }: ExportDocument, filter: ExportFilter | undefined): LineOf {
  if (filter === undefined && format !== 'ION') return ({ doc }) => `{"Item":${doc}}`
  const write = format === 'ION' ? ionLine : JSON.stringify
  return ({ doc }) => {
    const item = JSON.parse(doc) as AttributeMap
    if (filter?.matches(item) === false) return undefined
    return write({ Item: filter?.project(item) ?? item })
  }
}

/**
 * Returns a function that formats a change as a line, or returns undefined for an item that was created and deleted
 * within the period. The filter is applied to the item's last state.
 */
function changeLine({ table, period, format }: ExportDocument, filter: ExportFilter | undefined): LineOf {
  const { keyAttributes } = createTable(table)
  const showsOld = period?.viewType === 'NEW_AND_OLD_IMAGES'
  const write = format === 'ION' ? ionChangeLine : JSON.stringify
  return ({ doc }) => {
    const { timeMs, before, after } = JSON.parse(doc) as ItemChange
    const item = (after ?? before) as AttributeMap | null
    if (item === null || filter?.matches(item) === false) return undefined
    const image = (value: unknown) => filter?.project(value as AttributeMap) ?? (value as AttributeMap)
    return write({
      Metadata: { WriteTimestampMicros: { N: `${timeMs * 1000}` } },
      Keys: pickAttributes(item, keyAttributes),
      ...(showsOld && before !== null && { OldImage: image(before) }),
      ...(after !== null && { NewImage: image(after) }),
    })
  }
}

/** Records how an export ended. */
export async function endExport(
  context: OperationContext,
  document: ExportDocument,
  result: Partial<ExportDocument>,
): Promise<void> {
  await context.exports.change(exportName(document, document.table.name, document.id), (current) => {
    return current?.status === 'IN_PROGRESS' ? { ...current, ...result, spaces: [] } : current
  })
}

async function isRunning({ exports }: OperationContext, document: ExportDocument): Promise<boolean> {
  const current = await exports.get(exportName(document, document.table.name, document.id))
  return current?.status === 'IN_PROGRESS'
}

/** Releases what an export was made from. */
export async function releaseExport(context: OperationContext, document: ExportDocument): Promise<void> {
  const { source, space, table } = document
  await dropSpaces(context, [space])
  await releaseSource(context, document, { tableName: table.name, source })
}
