import { setImmediate } from 'node:timers/promises'
import { type DropContext, dropSpaces } from '../operations/tables/drop-spaces.ts'
import type { StoredRecord } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { shardPartition } from '../streams/shard.ts'
import { STREAM_RETENTION_MS } from '../streams/stream-document.ts'
import { isMarker } from '../streams/stream-log.ts'
import { recordTimeMs } from '../streams/stream-record.ts'
import type { KinesisDestination } from '../tables/table-definition.ts'
import { abortedLater } from '../util/aborted-later.ts'
import type { Clock } from '../util/clock.ts'
import type { KinesisStreams } from '../util/kinesis-streams.ts'
import { changeDestination, type DestinationPlace, findDestination } from './change-destination.ts'
import { chooseBatch, RECORD_MAX_BYTES, type WaitingChange } from './choose-batch.ts'
import { kinesisRecord } from './kinesis-record.ts'

/** What a delivery works with. */
export interface DeliveryContext extends DropContext {
  readonly clock: Clock
  readonly kinesis: KinesisStreams | undefined
  /** Whether delivery is still wanted, and by this server if several share the store. */
  readonly mayContinue: () => boolean
}

/** The destination of a delivery, and the space of its log. */
export interface DeliveryPlace extends DestinationPlace {
  readonly space: string
}

/** A run ends after this many pages and another follows, so that callers waiting for background work get a turn. */
const maxPages = 50
const pageMaxRecords = 1_000
const pageMaxBytes = 4 * 1024 * 1024
const trimEveryMs = 5 * 60_000
const firstPauseMs = 100
const longestPauseMs = 30_000
/** How long a stopping delivery waits for an answer: without one, the next server would send everything again. */
const answerMs = 2_000
/** This many failures in a row are not a temporary problem. */
const patience = 3
/** The log has a single shard; dividing the records is up to Kinesis. */
const partition = shardPartition(1)

/**
 * Sends the changes in the log of a destination, in order for each item, and removes those that Kinesis has
 * accepted. A change is therefore sent again if it is unknown whether it arrived. What is a day old is given up, as
 * in a stream.
 */
export class Delivery {
  readonly #context: DeliveryContext
  readonly #place: DeliveryPlace
  #failures = 0
  #notBeforeMs = 0
  #isWarned = false
  #hasLost = false
  #oldestMs: number | undefined

  constructor(context: DeliveryContext, place: DeliveryPlace) {
    this.#context = context
    this.#place = place
  }

  get place(): DeliveryPlace {
    return this.#place
  }

  /** After a failure nothing is tried for a while, whatever is written meanwhile. */
  get notBeforeMs(): number {
    // A clock that was set back does not prolong the wait.
    const isAhead = this.#notBeforeMs > this.#context.clock.now() + longestPauseMs
    return isAhead ? 0 : this.#notBeforeMs
  }

  /** Returns the age of the oldest waiting change; 0 if there is none, or if only another server knows. */
  lagMs(): number {
    const { clock, mayContinue } = this.#context
    return this.#oldestMs === undefined || !mayContinue() ? 0 : Math.max(0, clock.now() - this.#oldestMs)
  }

  /** Sends what is waiting; returns when to look again, or undefined if there will never be anything to send again. */
  async run(signal: AbortSignal): Promise<number | undefined> {
    const { clock, catalogue, kinesis } = this.#context
    try {
      for (let page = 0; page < maxPages && this.#mayContinue(signal); page++) {
        const destination = findDestination(this.#context, this.#place)
        if (destination?.space !== this.#place.space) return undefined
        // A destination to be disabled is tried at once, and given up if Kinesis has failed for long.
        if (destination.status !== 'DISABLING' && clock.now() < this.notBeforeMs) return this.notBeforeMs
        const isThrough = await this.#sendPage(destination, signal)
        if (isThrough === undefined) continue
        if (destination.status === 'DISABLING' && this.#mayFinish(isThrough)) {
          await this.#finish()
          return undefined
        }
        return isThrough || kinesis === undefined ? clock.now() + trimEveryMs : this.notBeforeMs
      }
      return clock.now()
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== 'NO_SPACE') throw error
      // The table was deleted meanwhile, or another server has finished.
      await catalogue.refresh()
      return undefined
    }
  }

  #mayContinue(signal: AbortSignal): boolean {
    return !signal.aborted && this.#context.mayContinue()
  }

  /**
   * Sends one page. Returns true if everything waiting has been handled, false if changes are held up, and
   * undefined if there may be more.
   */
  async #sendPage(destination: KinesisDestination, signal: AbortSignal): Promise<boolean | undefined> {
    const { storage, kinesis, clock } = this.#context
    const { space } = this.#place
    const page = await storage.range({
      space,
      within: { partition },
      maxRecords: pageMaxRecords,
      maxBytes: pageMaxBytes,
    })
    const records = page.records.filter(({ doc }) => !isMarker(doc))
    const horizonMs = clock.now() - STREAM_RETENTION_MS
    const aged = records.filter(({ doc }) => recordTimeMs(doc) <= horizonMs)
    if (aged.length > 0) {
      await this.#remove(aged)
      if (!this.#hasLost) this.#warn('changes that have waited for a day are given up from now on')
      this.#hasLost = true
      return undefined
    }
    const [first] = records
    this.#oldestMs = first && recordTimeMs(first.doc)
    if (first === undefined) return true
    if (kinesis === undefined) {
      this.#warnOnce('changes wait for a day, but Monotable was started without --kinesis <url>')
      return false
    }
    // Otherwise an in-memory store and an in-process Kinesis would give nobody else a turn.
    await setImmediate()
    return (await this.#send(kinesis, this.#waiting(records, destination), signal)) ? undefined : false
  }

  #waiting(records: readonly StoredRecord[], { precision }: KinesisDestination): WaitingChange[] {
    const { realm, tableName, space } = this.#place
    return records.map((record) => {
      const made = kinesisRecord(record, { region: realm.region, tableName, space, precision })
      const sizeBytes = Buffer.byteLength(made.data) + made.partitionKey.length
      return { ...made, sort: record.sort, sizeBytes }
    })
  }

  /** Sends changes until none is left or something fails. */
  async #send(
    kinesis: KinesisStreams,
    changes: readonly WaitingChange[],
    signal: AbortSignal,
  ): Promise<boolean> {
    for (let waiting = changes; waiting.length > 0; ) {
      // A server that has taken over starts from the log; anything sent from here later would be out of order.
      if (!this.#mayContinue(signal)) return false
      const batch = chooseBatch(waiting)
      const sent = await this.#put(kinesis, batch, signal)
      if (sent === undefined) return false
      await this.#remove(sent)
      const isSent = new Set(sent)
      waiting = waiting.filter((change) => !isSent.has(change))
      if (sent.length === batch.length) this.#succeeded()
      else {
        this.#failed(`the stream took ${sent.length} of ${batch.length} changes`, sent.length > 0)
        return false
      }
    }
    return true
  }

  /** Sends some changes and returns those that are done; undefined if that is unknown for all of them. */
  async #put(
    kinesis: KinesisStreams,
    batch: readonly WaitingChange[],
    signal: AbortSignal,
  ): Promise<readonly WaitingChange[] | undefined> {
    const patient = abortedLater(this.#context.clock, signal, answerMs)
    try {
      const taken = await kinesis.put(this.#place.streamArn, batch, patient.signal)
      return batch.filter((_, i) => taken[i] === true)
    } catch (error) {
      if (signal.aborted) return undefined
      if (isTooLarge(batch, error)) {
        this.#warn(
          `a change was given up, since its ${batch[0]?.sizeBytes} bytes are too many for the stream`,
        )
        return batch
      }
      this.#failed(error instanceof Error ? error.message : String(error), false)
      return undefined
    } finally {
      patient.forget()
    }
  }

  async #remove(records: readonly { readonly sort: string }[]): Promise<void> {
    if (records.length === 0) return
    const { space } = this.#place
    const changes = records.map(({ sort }) => ({ space, partition, sort, value: undefined }))
    await this.#context.storage.mutate([], () => ({ changes, answer: undefined }))
  }

  #succeeded(): void {
    this.#failures = 0
    this.#notBeforeMs = 0
    this.#isWarned = false
    this.#hasLost = false
  }

  #failed(reason: string, hasProgress: boolean): void {
    this.#failures = hasProgress ? 1 : this.#failures + 1
    const pauseMs = Math.min(firstPauseMs * 2 ** (this.#failures - 1), longestPauseMs)
    this.#notBeforeMs = this.#context.clock.now() + pauseMs
    // Occasional throttling is normal; a lasting problem is reported once.
    if (this.#failures >= patience) this.#warnOnce(`changes wait, and are tried again for a day: ${reason}`)
  }

  #warnOnce(what: string): void {
    if (!this.#isWarned) this.#warn(what)
    this.#isWarned = true
  }

  #warn(what: string): void {
    const { tableName, streamArn } = this.#place
    process.emitWarning(`Kinesis destination ${streamArn} of the table ${tableName}: ${what}`)
  }

  /**
   * Returns whether a destination to be disabled can be: everything has been sent, or cannot be sent now. On a
   * shared store, a server without Kinesis leaves this to those that have it.
   */
  #mayFinish(isThrough: boolean): boolean {
    const { catalogue, kinesis } = this.#context
    if (isThrough) return true
    return kinesis === undefined ? catalogue.shared === undefined : this.#failures >= patience
  }

  async #finish(): Promise<void> {
    const { space, streamArn } = this.#place
    const finished = await changeDestination(this.#context, this.#place, async (destination) => {
      const isMeant = destination.status === 'DISABLING' && destination.space === space
      return isMeant ? { streamArn, status: 'DISABLED' } : undefined
    })
    if (finished === undefined) return
    if (this.#oldestMs !== undefined)
      this.#warn('changes that still waited were given up, since it was disabled')
    await dropSpaces(this.#context, [space])
  }
}

/**
 * Returns whether Kinesis refused a change because of its size: a stream accepts a megabyte unless configured for
 * more.
 */
function isTooLarge(batch: readonly WaitingChange[], error: unknown): boolean {
  const [only, other] = batch
  if (only === undefined || other !== undefined || only.sizeBytes <= RECORD_MAX_BYTES) return false
  const { name } = error as { readonly name?: unknown }
  return name === 'ValidationException' || name === 'InvalidArgumentException'
}
