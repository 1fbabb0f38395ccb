import { Worker } from 'node:worker_threads'
import { type CheckpointReply, type CheckpointTask, checkpointWorkerSource } from './checkpoint-worker.ts'

/** What a checkpointer needs. */
export interface CheckpointerOptions {
  readonly task: CheckpointTask
  /** Checkpoint once about this many pages lie in the write-ahead log. */
  readonly pages: number
  /** Does the same on this thread, where no worker can be had. */
  checkpointHere(): void
  /** Is told of a failure of SQLite during a checkpoint. */
  onFailure(error: unknown): void
}

/** Pages of log that a change makes, as a first guess; what checkpoints report corrects it. */
const pagesPerChange = 3
const pageBytes = 8192

/** How often the worker tries to catch up with the writes before they must wait for it. */
const maxRounds = 8

/** While a checkpoint is under way the log may grow to this many times the usual before writes must wait. */
const patience = 4

/**
 * Moves the write-ahead log into the data file on a worker thread, so that nobody waits for it. The worker
 * first moves all it can beside the running writes, again and again, then the little that is left, while
 * writes wait: only a log that is moved completely is begun anew, and without that it would grow for ever.
 */
export class Checkpointer {
  readonly #options: CheckpointerOptions
  #worker: Worker | undefined
  #waiting: ((reply: CheckpointReply | undefined) => void) | undefined
  #estimatedPages = 0
  /** Corrects the estimate by what it was last time. */
  #scale = 1
  #cycle: Promise<void> | undefined
  #gate: Promise<void> | undefined
  #closed = false

  constructor(options: CheckpointerOptions) {
    this.#options = options
  }

  /** What the next transaction has to wait for. */
  get gate(): Promise<void> | undefined {
    return this.#gate
  }

  /** Is told of every transaction. */
  committed({ changes, bytes }: { readonly changes: number; readonly bytes: number }): void {
    this.#estimatedPages += (changes * pagesPerChange + bytes / pageBytes) * this.#scale
    if (this.#closed || this.#estimatedPages < this.#options.pages) return
    this.#cycle ??= this.#runCycle().finally(() => {
      this.#cycle = undefined
      this.#gate = undefined
    })
    if (this.#estimatedPages > this.#options.pages * patience) this.#gate ??= this.#cycle
  }

  /** Ends the worker; no checkpoint is under way any more when it resolves. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#cycle
    const worker = this.#worker
    this.#worker = undefined
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.ref()
    worker.postMessage('close')
    await ended
  }

  async #runCycle(): Promise<void> {
    await this.#moveMost()
    // From here on to the end of the cycle no transaction begins.
    this.#gate ??= this.#cycle
    const last = await this.#ask('RESTART')
    if (!last) this.#checkpointHere()
    if (last?.error) this.#options.onFailure(Object.assign(new Error(last.error.message), last.error))
    this.#estimatedPages = 0
  }

  /** Moves what can be moved beside the writes, until what comes in meanwhile is little. */
  async #moveMost(): Promise<void> {
    for (let round = 0; round < maxRounds; round++) {
      const estimate = this.#estimatedPages
      const reply = await this.#ask('PASSIVE')
      if (!reply || reply.error) return
      if (round === 0) this.#scale = clamp((this.#scale * reply.pages) / estimate)
      if (this.#estimatedPages - estimate < this.#options.pages / 10) return
    }
  }

  #checkpointHere(): void {
    try {
      this.#options.checkpointHere()
    } catch (error) {
      this.#options.onFailure(error)
    }
  }

  /** The worker's reply, or `undefined` if there is no worker to be had or it died. */
  #ask(mode: 'PASSIVE' | 'RESTART'): Promise<CheckpointReply | undefined> {
    return new Promise((resolve) => {
      this.#waiting = resolve
      try {
        this.#worker ??= this.#startWorker()
        // Somebody may be waiting for this, so the process must not end before it; otherwise it may.
        this.#worker.ref()
        this.#worker.postMessage(mode)
      } catch {
        this.#answer(undefined)
      }
    })
  }

  #startWorker(): Worker {
    const worker = new Worker(checkpointWorkerSource, { eval: true, workerData: this.#options.task })
    worker.on('message', (reply: CheckpointReply) => this.#answer(reply))
    const lost = () => {
      if (this.#worker === worker) this.#worker = undefined
      this.#answer(undefined)
    }
    worker.on('error', lost)
    worker.on('exit', lost)
    return worker
  }

  #answer(reply: CheckpointReply | undefined): void {
    const resolve = this.#waiting
    this.#waiting = undefined
    this.#worker?.unref()
    resolve?.(reply)
  }
}

function clamp(scale: number): number {
  return Math.min(Math.max(scale, 0.05), 4)
}
