import { ServiceError } from '@monotable/protocol'
import { failureText } from '../copies/failure-text.ts'
import { type CopyJob, startJob, yieldToRequests } from '../operations/copy-job.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { dropSpaces } from '../operations/tables/drop-spaces.ts'
import { type BulkDocument, type BulkEnd, bulkName, isBulkRunning } from '../tables/bulk-document.ts'
import type { FolderObject, ObjectFolder } from '../util/object-folder.ts'
import { pause } from '../util/pause.ts'
import { writeReports } from './bulk-report.ts'
import { type BulkPage, commitBulkPage } from './commit-bulk-page.ts'
import { readBulkPages } from './read-bulk-pages.ts'

/** AWS documentation: "Best practices for bulk put items in DynamoDB". */
const maxObjects = 50_000
const objectMaxBytes = 5 * 1024 ** 3

/** Runs a bulk operation, including an interrupted one, from where it stopped. */
export function startBulk(context: OperationContext, document: BulkDocument, objects: ObjectFolder): void {
  const name = bulkName(document, document)
  startJob(context, `bulk/${name}`, (held) => bulkJob(held, document, objects))
}

function bulkJob(context: OperationContext, started: BulkDocument, objects: ObjectFolder): CopyJob {
  return {
    run: async (signal) => {
      const document = await context.bulkOperations.get(bulkName(started, started))
      if (document === undefined || !isBulkRunning(document)) return
      const end = document.end ?? (await new BulkRun(context, { document, objects, signal }).run())
      // An interrupted one continues another time.
      if (end === undefined || signal.aborted) return
      await reportEnd(context, document, { end, objects })
    },
    fail: async (error) => {
      const message = failureText(`The bulk operation ${bulkName(started, started)} has failed`, error)
      const end: BulkEnd = { status: 'FAILED', failure: { code: 'UNKNOWN', message } }
      try {
        await reportEnd(context, started, { end, objects })
      } catch {
        // The reason may be just that the files cannot be written.
        await endBulk(context, started, end)
      }
    },
    release: () => releaseBulk(context, started),
  }
}

/**
 * Records that no more is put, then writes the files, and then records the end: the files may be in a folder that
 * others read.
 */
async function reportEnd(
  context: OperationContext,
  started: BulkDocument,
  { end, objects }: { readonly end: BulkEnd; readonly objects: ObjectFolder },
): Promise<void> {
  const document = await context.bulkOperations.change(bulkName(started, started), (current) => {
    return current && isBulkRunning(current) ? { ...current, end } : current
  })
  if (document === undefined || !isBulkRunning(document)) return
  await writeReports(context, document, objects)
  await endBulk(context, document, end)
}

/** Records how an operation ended. If its cancellation was requested, it is cancelled, however far it has come. */
export async function endBulk(
  context: OperationContext,
  document: BulkDocument,
  end: BulkEnd,
): Promise<void> {
  const endMs = context.clock.now()
  await context.bulkOperations.change(bulkName(document, document), (current) => {
    if (current === undefined || !isBulkRunning(current)) return current
    const { end: _, ...rest } = current
    return { ...rest, ...(current.status === 'CANCELLING' ? cancelled : end), endMs, spaces: [] }
  })
}

const cancelled: BulkEnd = {
  status: 'CANCELLED',
  failure: { code: 'CANCELLED', message: 'The bulk operation was cancelled by a request' },
}

/** Releases what an operation has stored for its files. */
export async function releaseBulk(context: OperationContext, { space }: BulkDocument): Promise<void> {
  await dropSpaces(context, [space])
}

/** One attempt to run an operation to its end. */
class BulkRun {
  readonly #context: OperationContext
  readonly #document: BulkDocument
  readonly #objects: ObjectFolder
  readonly #signal: AbortSignal
  /** How long, from a given time on, no page may be put. */
  #owed = { sinceMs: 0, ms: 0 }

  constructor(
    context: OperationContext,
    {
      document,
      objects,
      signal,
    }: { readonly document: BulkDocument; readonly objects: ObjectFolder; readonly signal: AbortSignal },
  ) {
    this.#context = context
    this.#document = document
    this.#objects = objects
    // A signal of its own: all background work listens to the other one, and listeners would pile up on it.
    this.#signal = AbortSignal.any([signal])
  }

  /** Returns how it ended; `undefined` if it was interrupted. */
  async run(): Promise<BulkEnd | undefined> {
    const { S3Bucket: bucket, S3KeyPrefix: prefix } = this.#document.input
    const files = await this.#objects.list(bucket, prefix ?? '')
    if (files === undefined) return failed('S3NoSuchBucket', 'The specified bucket does not exist')
    if (files.length > maxObjects) {
      return failed('ObjectCountLimitExceeded', `There are more than ${maxObjects} objects`)
    }
    const large = files.find(({ sizeBytes }) => sizeBytes > objectMaxBytes)
    if (large) return failed('ObjectSizeLimitExceeded', `The object is larger than 5 GB: ${large.key}`)
    await this.#change({ totalBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) })
    try {
      for (const file of this.#left(files)) if (!(await this.#putObject(file))) break
    } catch (error) {
      // The table is gone.
      if (error instanceof ServiceError) return failed(error.name, error.message)
      throw error
    }
    return this.#signal.aborted ? undefined : this.#result()
  }

  /** Returns the objects that are not done yet, in the order of their keys. */
  #left(files: readonly FolderObject[]): FolderObject[] {
    const { at } = this.#document.progress
    const ordered = files.toSorted((left, right) => (left.key < right.key ? -1 : 1))
    if (at === undefined) return ordered
    return ordered.filter(({ key }) => key > at.key || (key === at.key && !at.isDone))
  }

  /** Puts the items of an object; returns whether the operation is to continue. */
  async #putObject({ key, sizeBytes }: FolderObject): Promise<boolean> {
    const { at } = this.#document.progress
    const done = at?.key === key ? at.items : 0
    const reading = { key, done, isOver: () => this.#isOver() }
    for await (const page of readBulkPages(this.#objects, this.#document, reading)) {
      if (!(await this.#putPage(page))) return false
    }
    const current = await this.#context.bulkOperations.change(this.#name, (document) => {
      if (document?.status !== 'IN_PROGRESS') return document
      const { progress } = document
      const items = progress.at?.key === key ? progress.at.items : 0
      const ended = { key, items, readBytes: 0, isDone: true as const }
      return {
        ...document,
        progress: { ...progress, doneBytes: progress.doneBytes + sizeBytes, at: ended },
      }
    })
    return current?.status === 'IN_PROGRESS'
  }

  async #isOver(): Promise<boolean> {
    if (this.#signal.aborted) return true
    return (await this.#context.bulkOperations.get(this.#name))?.status !== 'IN_PROGRESS'
  }

  async #putPage(page: BulkPage): Promise<boolean> {
    let rest = page
    while (rest.entries.length > 0) {
      await this.#wait()
      if (this.#signal.aborted) return false
      const { taken, units } = await commitBulkPage(this.#context, this.#document, rest)
      if (taken === undefined) return false
      this.#pace(units)
      rest = { ...rest, before: rest.before + taken, entries: rest.entries.slice(taken) }
      await yieldToRequests()
    }
    return true
  }

  /** Delays the next page so that the units used match the requested rate. */
  #pace(units: number): void {
    const { maxUnits } = this.#document
    if (maxUnits === undefined) return
    const nowMs = this.#context.clock.now()
    this.#owed = { sinceMs: nowMs, ms: this.#owedMs(nowMs) + (units / maxUnits) * 1000 }
  }

  /** Returns how long no page may be put; a clock that was set back does not lengthen this. */
  #owedMs(nowMs: number): number {
    const { sinceMs, ms } = this.#owed
    return Math.max(0, ms - Math.max(0, nowMs - sinceMs))
  }

  async #wait(): Promise<void> {
    const { clock } = this.#context
    const delayMs = this.#owedMs(clock.now())
    if (delayMs > 0) await pause(clock, delayMs, this.#signal)
  }

  async #result(): Promise<BulkEnd> {
    const document = await this.#context.bulkOperations.get(this.#name)
    return { status: document?.progress.failedItems ? 'COMPLETED_WITH_ERRORS' : 'COMPLETED' }
  }

  async #change(change: Partial<BulkDocument>): Promise<void> {
    await this.#context.bulkOperations.change(this.#name, (current) => current && { ...current, ...change })
  }

  get #name(): string {
    return bulkName(this.#document, this.#document)
  }
}

function failed(code: string, message: string): BulkEnd {
  return { status: 'FAILED', failure: { code, message } }
}
