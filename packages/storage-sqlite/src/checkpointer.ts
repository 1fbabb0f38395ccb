import { Worker } from 'node:worker_threads'
import { type CheckpointReply, type CheckpointTask, checkpointWorkerSource } from './checkpoint-worker.ts'

/** What a checkpointer needs. */
export interface CheckpointerOptions {
  readonly task: CheckpointTask
  /** Checkpoint once about this many pages lie in the write-ahead log. */
  readonly pages: number
  /** Does the same on this thread, where no worker can be had; tells whether all was moved. */
  checkpointHere(): boolean
}

/** What a checkpoint asks of the store. */
export interface CheckpointedStore {
  /**
   * Hands to SQLite what is open, and does then what is given, while nothing is written. Tells it whether SQLite took
   * it, which it does not when the disk is full.
   */
  alone(work: (isCommitted: boolean) => unknown): Promise<void>
  /** Is told, while nothing is written, that the data file has everything, durably. */
  onMoved(): void
  /** Is told of a failure of SQLite during a checkpoint. */
  onFailure(error: unknown): void
}

/** Pages of log that a change makes, as a first guess; what checkpoints report corrects it. */
const pagesPerChange = 3
const pageBytes = 8192

/** So many pages are moved while writes wait. */
const fewPages = 100

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
  readonly #store: CheckpointedStore
  #worker: Worker | undefined
  #asked: Promise<CheckpointReply | undefined> | undefined
  #waiting: ((reply: CheckpointReply | undefined) => void) | undefined
  #estimatedPages = 0
  /** What lies in the log since before it was last begun anew, because another program was reading it. */
  #leftPages = 0
  /** Corrects the estimate by what it was last time. */
  #scale = 1
  #cycle: Promise<void> | undefined
  #isHeldUp = false
  #closed = false

  constructor(options: CheckpointerOptions, store: CheckpointedStore) {
    this.#options = options
    this.#store = store
  }

  /** Is told of every transaction of the file. */
  committed({ changes, bytes }: { readonly changes: number; readonly bytes: number }): void {
    this.#estimatedPages += (changes * pagesPerChange + bytes / pageBytes) * this.#scale
    if (this.#estimatedPages >= this.#options.pages) this.start()
    if (this.#estimatedPages > this.#options.pages * patience) this.#holdUp()
  }

  /** Makes a checkpoint, if none is under way. */
  start(): void {
    if (this.#closed) return
    this.#cycle ??= this.#runCycle().finally(() => {
      this.#cycle = undefined
    })
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
    await this.#store.alone(async (isCommitted) => {
      // What is still open would have the worker wait for it.
      if (isCommitted) await this.#moveAll()
      this.#estimatedPages = 0
    })
  }

  /** Moves what can be moved beside the writes, until what comes in meanwhile is little. */
  async #moveMost(): Promise<void> {
    for (let round = 0; round < maxRounds; round++) {
      await this.#store.alone(() => {})
      const estimate = this.#estimatedPages
      const reply = await this.#ask('PASSIVE')
      if (!reply || reply.error) return
      if (round === 0) this.#scale = clamp((this.#scale * (reply.pages - this.#leftPages)) / estimate)
      const { pages } = this.#options
      if (this.#estimatedPages - estimate < fewPages || this.#estimatedPages > pages * patience) return
    }
  }

  async #moveAll(): Promise<void> {
    const reply = await this.#ask('RESTART')
    try {
      if (reply?.error) throw Object.assign(new Error(reply.error.message), reply.error)
      const isDone = reply ? reply.isDone : this.#options.checkpointHere()
      this.#leftPages = isDone ? 0 : (reply?.pages ?? 0)
      if (isDone) this.#store.onMoved()
    } catch (error) {
      this.#store.onFailure(error)
    }
  }

  /** Lets writes wait for the worker, which has fallen behind them. */
  #holdUp(): void {
    if (this.#isHeldUp || !this.#asked) return
    this.#isHeldUp = true
    const asked = this.#asked
    void this.#store
      .alone(() => asked)
      .finally(() => {
        this.#isHeldUp = false
      })
  }

  /** The worker's reply, or `undefined` if there is no worker to be had or it died. */
  #ask(mode: 'PASSIVE' | 'RESTART'): Promise<CheckpointReply | undefined> {
    this.#asked = new Promise((resolve) => {
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
    return this.#asked
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
    this.#asked = undefined
    this.#worker?.unref()
    resolve?.(reply)
  }
}

function clamp(scale: number): number {
  return Math.min(Math.max(scale, 0.05), 4)
}
