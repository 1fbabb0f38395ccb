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
import { holdWorker, releaseWorker } from './worker-dismissal.ts'

/** What a writer of the data file needs. */
export interface FileWriterOptions {
  readonly task: FileWorkerTask
  /** Applies changes on this thread, when they are few or no worker can be started. */
  readonly applier: ChangeApplier
}

/** What to write: where it is in the journals, and the same changes from memory. */
export interface FileWrite {
  readonly parts: readonly JournalPart[]
  batch(): ChangeBatch
  /** Whether a caller is waiting for it. */
  readonly isAwaited: boolean
  /** Whether the last attempt failed for lack of room. */
  readonly isDiskFull: boolean
}

/** Up to this much is written on this thread faster than a worker can be started. */
const fewBytes = 100_000

/** How much this thread writes to SQLite's log before it moves the log into the data file. */
const muchBytes = 2_000_000

/** The least that a transaction adds to the log. */
const transactionBytes = 20_000

/**
 * Writes what the journal holds to the data file, on a worker thread so that nobody has to wait for it. The worker
 * reads the journal itself: passing the changes to it would cost this thread more than writing them.
 */
export class FileWriter {
  readonly #options: FileWriterOptions
  /** Called with failures that no caller is waiting for. */
  readonly #onFailure: (error: unknown) => void
  #worker: Worker | undefined
  #waiting: ((reply: FileWorkerReply | undefined) => void) | undefined
  /** The callers waiting for a partition's size, in the order in which they asked. */
  #measuring: ((size: SpaceSize | undefined) => void)[] = []
  #loggedBytes = 0

  constructor(options: FileWriterOptions, onFailure: (error: unknown) => void) {
    this.#options = options
    this.#onFailure = onFailure
  }

  /** Makes the changes durable in the data file; only one call may run at a time. */
  async write(write: FileWrite): Promise<void> {
    const isSoonDone = write.isAwaited && !this.#worker && bytesOf(write) < fewBytes
    const reply = isSoonDone ? undefined : await this.#ask(write)
    if (!reply) this.#writeHere(write)
    else if (reply.error) throw failureIn(reply.error)
  }

  /**
   * Records that a transaction on this thread has written this much; moves the log into the data file when enough has
   * come together, or there may be no room for that later.
   */
  noteTransaction(bytes: number): void {
    const { applier } = this.#options
    this.#loggedBytes += bytes + transactionBytes
    if (this.#loggedBytes < muchBytes && !applier.isRoomScarce()) return
    this.#loggedBytes = 0
    try {
      applier.checkpoint()
    } catch (error) {
      this.#onFailure(error)
    }
  }

  /**
   * Returns how much the data file has of a partition, after the changes now being written to it. Counting takes as
   * long as reading, so the worker does it; `undefined` if the worker cannot.
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

  /** Ends the worker once it has done everything it was asked for. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.ref()
    worker.postMessage('close' satisfies FileWorkerOrder)
    await ended
  }

  /**
   * Removes the table of a space that is gone, some time later; what is left when the store is closed is still an
   * orphan.
   */
  removeOrphan(space: number): void {
    try {
      const worker = this.#order({ orphan: space })
      this.#unrefIdle(worker)
    } catch {
      // Without a worker, the table stays.
    }
  }

  #writeHere(write: FileWrite): void {
    this.#options.applier.apply(write.batch(), write.isDiskFull)
    this.noteTransaction(bytesOf(write))
  }

  /**
   * Returns the worker's reply; `undefined` if no worker can be started, the worker died, or it cannot read the
   * journal.
   */
  #ask({ parts, isDiskFull }: FileWrite): Promise<FileWorkerReply | undefined> {
    return new Promise((resolve) => {
      this.#waiting = resolve
      try {
        // A caller may be waiting for this, so the process must not end before it; otherwise it may.
        this.#order({ parts, isDiskFull }).ref()
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
      releaseWorker(state)
      throw error
    }
    worker.on('message', (reply: FileWorkerReply) => {
      if (reply.step === 'apply') this.#answer(reply)
      else if (reply.step === 'measure') this.#measured(worker, reply.size)
      else if (reply.step === 'read') this.#answer(undefined)
      else if (reply.error) this.#onFailure(failureIn(reply.error))
    })
    // Whether a failed order was carried out is unknown; once the worker is gone, it can be done again.
    worker.on('error', () => {})
    worker.on('exit', () => {
      releaseWorker(state)
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

  /** Lets the process end while nobody is waiting for the worker. */
  #unrefIdle(worker: Worker | undefined): void {
    if (!this.#waiting && this.#measuring.length === 0) worker?.unref()
  }
}

function bytesOf({ parts }: FileWrite): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Returns the error as SQLite threw it on the other thread; an error of the system becomes a `StorageError`. */
function failureIn({ code, errcode, message }: NonNullable<FileWorkerReply['error']>): unknown {
  const error = Object.assign(new Error(message), { code, errcode })
  return sqliteErrorNumber(error) === undefined ? systemFailure(error) : error
}
