import { messageOf } from '../message-of.ts'
import { adviseOn } from '../operations/error-advice.ts'
import { Store } from '../store.ts'
import { ChangeLog } from './change-log.ts'
import { type Send, StreamReader, type StreamRound, type StreamStart } from './stream-reader.ts'
import { askTableStream, type TableStream } from './table-stream.ts'

/** What is known about the stream of a table, beside its changes. */
export interface StreamState {
  /** Undefined until the table was asked. */
  readonly stream?: TableStream
  /** How many changes have been read, with those that are no longer kept. */
  readonly count: number
  readonly failure?: string | undefined
  readonly advice?: string | undefined
  /** Whether all changes up to now have been read. */
  readonly isCaughtUp: boolean
  /** Whether changes from before the page looked were left out, since there are too many. */
  readonly isSkipped: boolean
  /** Whether changes may be missing between others. */
  readonly hasGap: boolean
}

/** How long to wait until the next round, by the outcome of the last one. */
const PAUSE_MS = { more: 50, caughtUp: 1_000, noStream: 3_000, failed: 3_000 }

interface StreamFeedOptions {
  readonly send: Send
  readonly table: string
  /** Whether to read all that the stream still has, however much it is. */
  readonly isWhole: boolean
}

/**
 * The changes of a table, read while somebody watches. First come the changes that the stream already has; if there are
 * more than the page keeps, only those that happen from then on, unless all are wanted.
 */
export class StreamFeed {
  readonly log = new ChangeLog()
  readonly state = new Store<StreamState>({ count: 0, isCaughtUp: false, isSkipped: false, hasGap: false })
  readonly #options: StreamFeedOptions
  #reader: StreamReader | undefined
  /** The stream that was read to its end. */
  #finished: string | undefined
  #start: StreamStart = 'TRIM_HORIZON'
  #watchers = 0
  #isRunning = false
  #wake: () => void = () => undefined

  constructor(options: StreamFeedOptions) {
    this.#options = options
  }

  /** Reads until the returned function is called. What happens in between is read when somebody watches again. */
  watch(): () => void {
    this.#watchers++
    this.#wake()
    void this.#run()
    return () => {
      this.#watchers--
    }
  }

  /** Asks the table again, which has changed. */
  refresh(): void {
    this.#reader = undefined
    this.#wake()
  }

  /** Forgets the changes so far. */
  clear(): void {
    this.log.clear()
    this.state.set({ ...this.state.value, hasGap: false })
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#watchers > 0) {
      const pauseMs = isSeen() ? await this.round() : PAUSE_MS.caughtUp
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        setTimeout(resolve, pauseMs)
      })
    }
    this.#isRunning = false
  }

  /** Reads what there is at the moment; returns how long to wait until the next round. */
  async round(): Promise<number> {
    try {
      const reader = this.#reader ?? (await this.#open())
      if (reader === undefined) return PAUSE_MS.noStream
      const round = await reader.read()
      // The table was asked again in the meantime.
      if (reader !== this.#reader) return PAUSE_MS.more
      return this.#take(round)
    } catch (error) {
      // A day after a stream was turned off it is gone, while its table still names it.
      if (this.#reader !== undefined && (error as { name?: string }).name === 'ResourceNotFoundException') {
        this.#finish()
        return PAUSE_MS.more
      }
      const advice = error instanceof Error ? adviseOn(error) : undefined
      this.#change({ failure: messageOf(error), advice })
      return PAUSE_MS.failed
    }
  }

  /** Asks the table for its stream, and makes a reader unless the stream was read to its end. */
  async #open(): Promise<StreamReader | undefined> {
    const { send, table } = this.#options
    const stream = await askTableStream(send, table)
    const isReadable = stream.arn !== undefined && stream.arn !== this.#finished
    this.#change({ stream, failure: undefined, advice: undefined, ...(!isReadable && { isCaughtUp: true }) })
    if (stream.arn === undefined || !isReadable) return undefined
    this.#reader = new StreamReader({ send, arn: stream.arn, start: this.#start })
    return this.#reader
  }

  #take({ records, isCaughtUp, isOver, hasGap }: StreamRound): number {
    const { state, log } = this
    log.add(records)
    if (log.isCut && !state.value.isCaughtUp && !this.#options.isWhole && !state.value.isSkipped) {
      this.#skip()
      return PAUSE_MS.more
    }
    if (isOver) this.#finish()
    // Whatever stream follows, all of it is new.
    if (isCaughtUp) this.#start = 'TRIM_HORIZON'
    const before = state.value
    this.#change({
      failure: undefined,
      advice: undefined,
      isCaughtUp: before.isCaughtUp || isCaughtUp,
      hasGap: before.hasGap || hasGap,
      count: log.added,
    })
    return isCaughtUp ? PAUSE_MS.caughtUp : PAUSE_MS.more
  }

  #finish(): void {
    this.#finished = this.state.value.stream?.arn
    this.#reader = undefined
  }

  /** Leaves out what has been: the page could keep only some of it, with a gap before what comes. */
  #skip(): void {
    this.log.clear()
    this.#start = 'LATEST'
    this.#reader = undefined
    this.#change({ isSkipped: true })
  }

  #change(change: Partial<StreamState>): void {
    const { value } = this.state
    const next = { ...value, ...change }
    if (JSON.stringify(next) !== JSON.stringify(value)) this.state.set(next)
  }
}

function isSeen(): boolean {
  return document.visibilityState === 'visible'
}
