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
  /** Whether it is still to be delivered, and by this server where several share the store. */
  readonly mayGoOn: () => boolean
}

/** The destination of a delivery, and where its log is. */
export interface DeliveryPlace extends DestinationPlace {
  readonly space: string
}

/** A run ends after so many pages, and another follows: whoever waits for work in the background gets a turn. */
const maxPages = 50
const pageMaxRecords = 1_000
const pageMaxBytes = 4 * 1024 * 1024
const trimEveryMs = 5 * 60_000
const firstPauseMs = 100
const longestPauseMs = 30_000
/** Who is to end waits so long for an answer: without it, what was sent would be sent again by the next. */
const answerMs = 2_000
/** So many failures in a row are no passing thing. */
const patience = 3
/** A log has a single shard: what Kinesis divides is not divided here. */
const partition = shardPartition(1)

/**
 * Sends the changes that wait in the log of a destination, in order for each item, and removes those that Kinesis has. So a
 * change is sent again when it is not known whether it arrived. What is a day old is given up, as it is in a stream.
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
    // A clock that was put back holds nothing up.
    const isAhead = this.#notBeforeMs > this.#context.clock.now() + longestPauseMs
    return isAhead ? 0 : this.#notBeforeMs
  }

  /** How old the oldest change is that waits; 0 when none does, or another server knows. */
  lagMs(): number {
    const { clock, mayGoOn } = this.#context
    return this.#oldestMs === undefined || !mayGoOn() ? 0 : Math.max(0, clock.now() - this.#oldestMs)
  }

  /** Sends what waits, and says when to look again; nothing when there is nothing to be sent ever again. */
  async run(signal: AbortSignal): Promise<number | undefined> {
    const { clock, catalogue, kinesis } = this.#context
    try {
      for (let page = 0; page < maxPages && this.#mayGoOn(signal); page++) {
        const destination = findDestination(this.#context, this.#place)
        if (destination?.space !== this.#place.space) return undefined
        // What is to be disabled is tried at once, and given up if Kinesis has failed for long.
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
      // The table was deleted meanwhile, or another server has come to the end.
      await catalogue.refresh()
      return undefined
    }
  }

  #mayGoOn(signal: AbortSignal): boolean {
    return !signal.aborted && this.#context.mayGoOn()
  }

  /** Whether all that waited is through; nothing when there may be more. */
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
    // A store in memory and a Kinesis in this process would else let nobody else have a turn.
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

  /** Sends changes until none is left, or something goes wrong. */
  async #send(
    kinesis: KinesisStreams,
    changes: readonly WaitingChange[],
    signal: AbortSignal,
  ): Promise<boolean> {
    for (let waiting = changes; waiting.length > 0; ) {
      // Whoever has taken over begins with what is in the log; what came later from here would be out of order.
      if (!this.#mayGoOn(signal)) return false
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

  /** Those of some changes that are done with; nothing when it is not known of any. */
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
    // Streams throttle now and then; what lasts is said once.
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
   * Whether a destination that is to be disabled can be: all is sent, or cannot be sent now. Where servers share a store, one
   * that has no Kinesis leaves it to those that have.
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

/** Whether Kinesis refused a change for its size: a stream takes a megabyte unless it was told to take more. */
function isTooLarge(batch: readonly WaitingChange[], error: unknown): boolean {
  const [only, other] = batch
  if (only === undefined || other !== undefined || only.sizeBytes <= RECORD_MAX_BYTES) return false
  const { name } = error as { readonly name?: unknown }
  return name === 'ValidationException' || name === 'InvalidArgumentException'
}
