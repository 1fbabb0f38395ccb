import { randomBytes } from 'node:crypto'
import type { AttributeMap } from '@monotable/protocol'
import { ExportFolder } from './export-folder.ts'
import { type ExportState, type SegmentState, saveExportState } from './export-state.ts'
import type { Progress } from './progress.ts'
import { type DescribedTable, findExpiry, type TableConnection } from './table-connection.ts'
import type { TransferFormat } from './transfer-options.ts'

/** Items are collected up to about this much JSON before a file is written. */
const fileBytes = 4 * 1024 * 1024

/** The inputs of an export. */
export interface TableExport {
  readonly connection: TableConnection
  readonly table: DescribedTable
  readonly folder: string
  readonly onProgress: (progress: Progress) => void
}

/** Returns the state of an export that has not begun. */
export function newExportState(
  { connection, table }: TableExport,
  {
    format,
    segments,
    nowMs,
  }: { readonly format: TransferFormat; readonly segments: number; readonly nowMs: number },
): ExportState {
  return {
    version: 1,
    table: table.TableName,
    place: connection.name,
    tableId: table.TableId,
    format,
    exportId: `${String(nowMs).padStart(14, '0')}-${randomBytes(4).toString('hex')}`,
    startTime: new Date(nowMs).toISOString(),
    items: 0,
    bytes: 0,
    segments: Array.from({ length: segments }, (): SegmentState => ({ done: false, files: [] })),
  }
}

/** Copies a table into a folder, from the position of a state on; returns the final state. */
export async function exportTable(work: TableExport, start: ExportState): Promise<ExportState> {
  const files = new ExportFolder(work.folder, start)
  const run = new ExportRun(work, start, files)
  await files.begin(work.table, await findExpiry(work.connection, work.table.TableName))
  await saveExportState(work.folder, start)
  await Promise.all(start.segments.map((_, segment) => run.copySegment(segment)))
  await files.finish(work.table, run.state, new Date().toISOString())
  return run.state
}

class ExportRun {
  readonly #work: TableExport
  readonly #files: ExportFolder
  state: ExportState
  /** Read, but not yet in a complete file. */
  #pending = { items: 0, bytes: 0 }
  #saving: Promise<void> = Promise.resolve()
  /** Whether a segment has failed; otherwise the others would continue for hours, for nothing. */
  #hasFailed = false

  constructor(work: TableExport, start: ExportState, files: ExportFolder) {
    this.#work = work
    this.state = start
    this.#files = files
  }

  async copySegment(segment: number): Promise<void> {
    try {
      await this.#copy(segment)
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }

  async #copy(segment: number): Promise<void> {
    const { table, connection } = this.#work
    let { startKey, done } = this.state.segments[segment] as SegmentState
    while (!done && !this.#hasFailed) {
      const items: AttributeMap[] = []
      let bytes = 0
      while (!done && !this.#hasFailed && bytes < fileBytes) {
        const page = await scanPage(connection, {
          TableName: table.TableName,
          Segment: segment,
          TotalSegments: this.state.segments.length,
          ...(startKey && { ExclusiveStartKey: startKey }),
        })
        // A page may hold more items than a call can take arguments.
        for (const item of page.items) items.push(item)
        bytes += page.bytes
        startKey = page.nextKey
        done = startKey === undefined
        this.#show({ items: page.items.length, bytes: page.bytes })
      }
      await this.#complete(segment, { items, bytes, startKey, done })
    }
  }

  async #complete(
    segment: number,
    read: {
      readonly items: readonly AttributeMap[]
      readonly bytes: number
      readonly startKey: object | undefined
      readonly done: boolean
    },
  ): Promise<void> {
    const { items, bytes, startKey, done } = read
    const part = (this.state.segments[segment] as SegmentState).files.length
    // An empty table has one empty file, as in an export to S3.
    const isLast = segment === 0 && part === 0
    const file =
      items.length > 0 || isLast ? await this.#files.writeData(items, { segment, part }) : undefined
    const segments = this.state.segments.map((state, i): SegmentState => {
      if (i !== segment) return state
      return { ...(startKey && { startKey }), done, files: [...state.files, ...(file ? [file] : [])] }
    })
    this.state = {
      ...this.state,
      items: this.state.items + items.length,
      bytes: this.state.bytes + bytes,
      segments,
    }
    this.#show({ items: -items.length, bytes: -bytes })
    await this.#save()
  }

  /** Saves the state. Saves run one after the other, with the newest state last. */
  #save(): Promise<void> {
    this.#saving = this.#saving.then(() => saveExportState(this.#work.folder, this.state))
    return this.#saving
  }

  #show(more: { readonly items: number; readonly bytes: number }): void {
    this.#pending = { items: this.#pending.items + more.items, bytes: this.#pending.bytes + more.bytes }
    this.#work.onProgress({
      items: this.state.items + this.#pending.items,
      bytes: this.state.bytes + this.#pending.bytes,
      total: this.#work.table.ItemCount,
    })
  }
}

/** Reads one page of a table, with the approximate size of its JSON. */
export async function scanPage(
  { send }: TableConnection,
  input: object,
): Promise<{ readonly items: AttributeMap[]; readonly bytes: number; readonly nextKey: object | undefined }> {
  const answer = (await send('Scan', input)) as { Items: AttributeMap[]; LastEvaluatedKey?: object }
  const items = answer.Items
  // Without the brackets, so that no items count as zero bytes.
  return { items, bytes: JSON.stringify(items).length - 2, nextKey: answer.LastEvaluatedKey }
}
