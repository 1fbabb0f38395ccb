import { Worker } from 'node:worker_threads'
import type { SpaceSize } from '@monotable/engine'
import { sqliteErrorNumber, systemFailure } from '@monotable/storage-files'
import type { JournalPart } from '../journal/journal.ts'
import type { ChangeApplier, ChangeBatch } from './change-applier.ts'
import {
  type FileWorkerData,
  type FileWorkerOrder,
  type FileWorkerReply,
  type FileWorkerTask,
  fileWorkerSource,
  type MeasuredPartition,
} from './file-worker.ts'
import { holdWorker, letGoOfWorker } from './worker-dismissal.ts'

/** What a writer of the data file needs. */
export interface FileWriterOptions {
  readonly task: FileWorkerTask
  /** Does the same on this thread, for little, and where no worker can be had. */
  readonly applier: ChangeApplier
}

/** What is to be written: where it stands in the journals, and the same from memory. */
export interface FileWrite {
  readonly parts: readonly JournalPart[]
  batch(): ChangeBatch
  /** Whether somebody waits for it. */
  readonly isAwaited: boolean
  /** Whether there was no room for it the last time. */
  readonly isShort: boolean
}

/** So much is written here in less time than it takes to start a worker. */
const fewBytes = 100_000

/** Here, SQLite's log is moved into the data file once so much has come together. */
const muchBytes = 2_000_000

/** The least that a transaction adds to the log. */
const transactionBytes = 20_000

/**
 * Gives the data file what the journal has, on a worker thread, so that nobody waits for it. The worker reads the
 * journal itself: to hand it the changes would cost this thread more than to write them.
 */
export class FileWriter {
  readonly #options: FileWriterOptions
  /** Is told of what failed when nobody waited for it. */
  readonly #onFailure: (error: unknown) => void
  #worker: Worker | undefined
  #waiting: ((reply: FileWorkerReply | undefined) => void) | undefined
  /** Who waits to hear how much there is, in the order of their asking. */
  #measuring: ((size: SpaceSize | undefined) => void)[] = []
  #loggedBytes = 0

  constructor(options: FileWriterOptions, onFailure: (error: unknown) => void) {
    this.#options = options
    this.#onFailure = onFailure
  }

  /** Makes the changes durable in the data file; one call at a time. */
  async write(write: FileWrite): Promise<void> {
    const isSoonDone = write.isAwaited && !this.#worker && bytesOf(write) < fewBytes
    const reply = isSoonDone ? undefined : await this.#ask(write)
    if (!reply) this.#writeHere(write)
    else if (reply.error) throw failureIn(reply.error)
  }

  /** Takes note of a transaction of this thread, and of how much it wrote; moves the log if much has come together. */
  noteTransaction(bytes: number): void {
    this.#loggedBytes += bytes + transactionBytes
    if (this.#loggedBytes < muchBytes) return
    this.#loggedBytes = 0
    try {
      this.#options.applier.checkpoint()
    } catch (error) {
      this.#onFailure(error)
    }
  }

  /**
   * How much the data file has of a partition, once it has what it is being given. To count takes as long as to read, so
   * the worker does it; `undefined` if that cannot.
   */
  measure(measured: MeasuredPartition): Promise<SpaceSize | undefined> {
    return new Promise((resolve) => {
      try {
        this.#order({ measured }).ref()
        this.#measuring.push(resolve)
      } catch {
        resolve(undefined)
      }
    })
  }

  /** Ends the worker, behind what it was asked for. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.ref()
    worker.postMessage('close' satisfies FileWorkerOrder)
    await ended
  }

  /** Removes the table of a space that is gone, in time; what has not been removed at the end is an orphan still. */
  removeOrphan(space: number): void {
    try {
      const worker = this.#order({ orphan: space })
      this.#unrefIdle(worker)
    } catch {
      // Without a worker, it stays.
    }
  }

  #writeHere(write: FileWrite): void {
    this.#options.applier.apply(write.batch(), write.isShort)
    this.noteTransaction(bytesOf(write))
  }

  /** The worker's reply, or `undefined` if there is no worker to be had, it died, or it cannot read the journal. */
  #ask({ parts, isShort }: FileWrite): Promise<FileWorkerReply | undefined> {
    return new Promise((resolve) => {
      this.#waiting = resolve
      try {
        // Somebody may be waiting for this, so the process must not end before it; otherwise it may.
        this.#order({ parts, isShort }).ref()
      } catch {
        this.#answer(undefined)
      }
    })
  }

  #order(order: FileWorkerOrder): Worker {
    this.#worker ??= this.#startWorker()
    this.#worker.postMessage(order)
    return this.#worker
  }

  #startWorker(): Worker {
    const state = holdWorker()
    const workerData: FileWorkerData = { ...this.#options.task, state }
    let worker: Worker
    try {
      worker = new Worker(fileWorkerSource, { eval: true, workerData })
    } catch (error) {
      letGoOfWorker(state)
      throw error
    }
    worker.on('message', (reply: FileWorkerReply) => {
      if (reply.step === 'apply') this.#answer(reply)
      else if (reply.step === 'measure') this.#measured(worker, reply.size)
      else if (reply.step === 'read') this.#answer(undefined)
      else if (reply.error) this.#onFailure(failureIn(reply.error))
    })
    // Of what it has failed with, nobody can say whether it was done; once it is gone, it can be done again.
    worker.on('error', () => {})
    worker.on('exit', () => {
      letGoOfWorker(state)
      if (this.#worker === worker) this.#worker = undefined
      this.#answer(undefined)
      for (const resolve of this.#measuring.splice(0)) resolve(undefined)
    })
    return worker
  }

  #answer(reply: FileWorkerReply | undefined): void {
    const resolve = this.#waiting
    this.#waiting = undefined
    this.#unrefIdle(this.#worker)
    resolve?.(reply)
  }

  #measured(worker: Worker, size: SpaceSize | undefined): void {
    const resolve = this.#measuring.shift()
    this.#unrefIdle(worker)
    resolve?.(size)
  }

  /** Lets the process end while nobody waits for the worker. */
  #unrefIdle(worker: Worker | undefined): void {
    if (!this.#waiting && this.#measuring.length === 0) worker?.unref()
  }
}

function bytesOf({ parts }: FileWrite): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** An error as SQLite threw it on the other thread, or one of the system in our words. */
function failureIn({ code, errcode, message }: NonNullable<FileWorkerReply['error']>): unknown {
  const error = Object.assign(new Error(message), { code, errcode })
  return sqliteErrorNumber(error) === undefined ? systemFailure(error) : error
}
