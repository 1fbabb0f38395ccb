import { validationError } from '@monotable/protocol'
import { StorageError } from '../storage/storage-error.ts'
import type { Clock } from '../util/clock.ts'
import { pause } from '../util/pause.ts'
import type { Random } from '../util/random.ts'
import { Bell } from './bell.ts'
import { CheckpointSaver } from './checkpoint-saver.ts'
import type { DeadLetter } from './dead-letter.ts'
import { guardObserver, warnOf } from './guard-observer.ts'
import { HandlerCaller } from './handler-caller.ts'
import type { TriggerPlan } from './plan-trigger.ts'
import { clearLetters, redriveLetters } from './redrive-letters.ts'
import { ShardLedger } from './shard-ledger.ts'
import type { ShardInfo, StreamDirectory, StreamSource } from './shard-source.ts'
import { ShardWorker } from './shard-worker.ts'
import type { TriggerHandler } from './stream-event.ts'
import type { Redriven, Trigger, TriggerHappening } from './trigger.ts'
import type { TriggerStore } from './trigger-store.ts'

/** What a trigger is made of. */
export interface TriggerParts {
  readonly plan: TriggerPlan
  readonly handler: TriggerHandler
  readonly directory: StreamDirectory
  readonly store: TriggerStore
  readonly clock: Clock
  readonly random: Random
  /** How far the clock of the stream may lag behind this one. */
  readonly clockSkewMs?: number
  readonly observe?: (happening: TriggerHappening) => void
  /** Called once, after it has stopped. */
  readonly onStop?: () => void
}

/** How long a stop waits for a handler. */
const stopLimitMs = 10_000
/** How often a stream is asked for new shards, if there is no other reason to. */
const discoveryMs = 10_000
const workerlessMs = 1_000
/**
 * What handlers write in response to a record belongs to it, through any number of steps, and may arrive seconds
 * later. On a stream that never rests, `idle` waits for records up to this much later.
 */
const aftermathMs = 10_000

/**
 * Starts a trigger from its checkpoint or, without one, from where its plan says. When it resolves, the starting
 * point is fixed, and everything written from then on will be handled.
 */
export async function createTrigger(parts: TriggerParts): Promise<Trigger> {
  const trigger = new RunningTrigger(parts)
  try {
    await trigger.start()
  } catch (error) {
    await trigger.stop()
    throw error
  }
  return trigger
}

class RunningTrigger implements Trigger {
  readonly name: string
  readonly #parts: TriggerParts
  readonly #observe: (happening: TriggerHappening) => void
  readonly #caller: HandlerCaller
  readonly #saver: CheckpointSaver
  readonly #abort = new AbortController()
  readonly #bell = new Bell()
  readonly #workers = new Map<string, { readonly worker: ShardWorker; readonly ended: Promise<void> }>()
  #ledger: ShardLedger | undefined
  #source: StreamSource | undefined
  /** No handler is called before the caller has received the trigger. */
  readonly #opened: Promise<void>
  #openUp = () => {}
  #following: Promise<void> = Promise.resolve()
  #discovering: Promise<void> = Promise.resolve()
  #discoveredMs = 0
  /** How many workers have ever been started. */
  #begun = 0
  #stopping: Promise<void> | undefined
  #stopListening: () => void = () => {}

  constructor(parts: TriggerParts) {
    const { plan, handler, clock, random } = parts
    this.name = plan.name
    this.#parts = parts
    this.#opened = new Promise((resolve) => {
      this.#openUp = resolve
    })
    this.#observe = guardObserver(parts.observe)
    this.#caller = new HandlerCaller({ handler, plan, clock, random, observe: this.#observe })
    this.#saver = new CheckpointSaver(
      parts.store,
      () => this.#requireLedger().checkpoint(),
      (error) => this.#observe({ kind: 'unreadable', error }),
    )
  }

  async start(): Promise<void> {
    const { directory, store } = this.#parts
    const streamArn = await directory.findStream()
    const checkpoint = await store.load()
    if (checkpoint !== undefined) this.#open(new ShardLedger(checkpoint))
    else if (streamArn !== undefined) await this.#beginAt(streamArn)
    else throw validationError('The table has no stream; UpdateTable with a StreamSpecification turns it on')
    await this.#discover()
    this.#saver.request()
    await this.#saver.flush()
    this.#following = this.#follow()
    setImmediate(this.#openUp)
  }

  async idle(): Promise<void> {
    // Waiting for a retry does not keep a process alive, but a caller waiting for it must.
    const alive = setInterval(() => {}, 60_000)
    const { clock, clockSkewMs = 0 } = this.#parts
    const timeMs = clock.now() + clockSkewMs + aftermathMs
    try {
      for (let begun = -1; begun !== this.#begun; ) {
        begun = this.#begun
        await Promise.all([...this.#workers.values()].map(({ worker }) => worker.caughtUp(timeMs)))
        await this.#discover()
        if (this.#abort.signal.aborted)
          throw new StorageError('CLOSED', `the trigger ${this.name} was stopped`)
      }
      await this.#saver.flush()
    } finally {
      clearInterval(alive)
    }
  }

  lagMs(): number {
    let oldestMs = Number.POSITIVE_INFINITY
    for (const { worker } of this.#workers.values()) {
      oldestMs = Math.min(oldestMs, worker.progress.oldestMs ?? Number.POSITIVE_INFINITY)
    }
    return oldestMs === Number.POSITIVE_INFINITY ? 0 : Math.max(0, this.#parts.clock.now() - oldestMs)
  }

  deadLetters(): Promise<readonly DeadLetter[]> {
    return this.#parts.store.deadLetters()
  }

  redrive(): Promise<Redriven> {
    return redriveLetters(this.#parts.store, (records) => this.#caller.call(records))
  }

  async clearDeadLetters(): Promise<void> {
    await clearLetters(this.#parts.store)
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async remove(): Promise<void> {
    await this.stop()
    await this.#parts.store.forget()
  }

  async #stop(): Promise<void> {
    this.#stopListening()
    this.#abort.abort()
    this.#openUp()
    this.#bell.ring()
    const ended = Promise.all([this.#following, ...[...this.#workers.values()].map((one) => one.ended)])
    await within(ended, stopLimitMs)
    await this.#saver.flush()
    this.#parts.onStop?.()
  }

  /** Starts a new trigger at its position in the stream, and saves that. */
  async #beginAt(streamArn: string): Promise<void> {
    const { plan, clock, clockSkewMs = 0 } = this.#parts
    const { startingPosition: start } = plan
    if (start === 'TRIM_HORIZON') {
      this.#open(new ShardLedger({ streamArn, startMs: 0, shards: [] }))
      return
    }
    const startMs = start === 'LATEST' ? clock.now() - clockSkewMs : start.getTime()
    const ledger = new ShardLedger({ streamArn, startMs, shards: [] })
    const source = this.#open(ledger)
    const shards = await source.shards()
    ledger.list(shards)
    for (const shard of shards) {
      if (start === 'LATEST' && shard.isClosed) ledger.finish(shard.shardId)
      else ledger.begin(shard.shardId)
    }
    if (start !== 'LATEST') return
    for (const shard of shards.filter(({ isClosed }) => !isClosed)) {
      this.#begin(shard, await source.iterator(shard.shardId, { type: 'LATEST' }))
    }
  }

  #open(ledger: ShardLedger): StreamSource {
    this.#ledger = ledger
    this.#source = this.#parts.directory.open(ledger.streamArn)
    this.#stopListening()
    this.#stopListening = this.#source.listen(() => this.#onTick())
    return this.#source
  }

  /** Looks for new shards, and for the next stream of the table once this one has ended. */
  async #follow(): Promise<void> {
    const { signal } = this.#abort
    while (!signal.aborted) {
      const ring = this.#bell.wait()
      await this.#discover()
      // Without a shard to read, nothing signals the next one.
      if (this.#workers.size === 0) await Promise.race([ring, pause(this.#parts.clock, workerlessMs, signal)])
      else await ring
    }
  }

  #onTick(): void {
    for (const { worker } of this.#workers.values()) worker.wake()
    // A clock that was ahead may have been set right.
    if (Math.abs(this.#parts.clock.now() - this.#discoveredMs) >= discoveryMs) this.#bell.ring()
  }

  /** Looks for new shards, one call at a time: each needs to know what the other has started. */
  #discover(): Promise<void> {
    this.#discovering = this.#discovering.then(() => this.#discoverNow())
    return this.#discovering
  }

  async #discoverNow(): Promise<void> {
    const { signal } = this.#abort
    if (signal.aborted) return
    this.#discoveredMs = this.#parts.clock.now()
    try {
      await this.#beginReady()
      if (this.#workers.size === 0 && (await this.#moveOn())) await this.#beginReady()
    } catch (error) {
      if (signal.aborted) return
      this.#observe({ kind: 'unreadable', error })
      void pause(this.#parts.clock, workerlessMs, signal).then(() => this.#bell.ring())
    }
  }

  async #beginReady(): Promise<void> {
    const ledger = this.#requireLedger()
    ledger.list(await this.#listShards())
    for (const shard of ledger.ready(new Set(this.#workers.keys()))) this.#begin(shard)
  }

  async #listShards(): Promise<readonly ShardInfo[]> {
    try {
      return (await this.#source?.shards()) ?? []
    } catch (error) {
      // The stream of a deleted table is gone a day later.
      if ((error as { name?: unknown }).name === 'ResourceNotFoundException') return []
      throw error
    }
  }

  /** Switches to the table's current stream, if it is a different one. All of its records are wanted. */
  async #moveOn(): Promise<boolean> {
    const streamArn = await this.#parts.directory.findStream()
    if (streamArn === undefined || streamArn === this.#requireLedger().streamArn) return false
    this.#open(new ShardLedger({ streamArn, startMs: 0, shards: [] }))
    this.#saver.request()
    return true
  }

  #begin(shard: ShardInfo, iterator?: string): void {
    const { plan, clock } = this.#parts
    const { shardId } = shard
    const ledger = this.#requireLedger()
    const { streamArn } = ledger
    const known = ledger.find(shardId)
    const worker: ShardWorker = new ShardWorker({
      source: this.#source as StreamSource,
      shard,
      ...(iterator === undefined ? {} : { iterator }),
      start:
        known?.sequenceNumber === undefined
          ? { type: 'TRIM_HORIZON' }
          : { type: 'AFTER_SEQUENCE_NUMBER', sequenceNumber: known.sequenceNumber },
      // An unknown shard was opened after the trigger started.
      startMs: known === undefined ? 0 : ledger.startMs,
      plan,
      clock,
      signal: this.#abort.signal,
      handle: (entries) => this.#caller.call(entries.map(({ take }) => take())),
      abandon: (abandoned, error) =>
        this.#keepLetter(this.#caller.createLetter(abandoned, { shardId, streamArn, error })),
      onProgress: () => {
        const { committed } = worker.progress
        if (committed === undefined) return
        ledger.reach(shardId, committed)
        this.#saver.request()
      },
      onUnreadable: (error) => this.#observe({ kind: 'unreadable', error }),
    })
    this.#begun++
    const ended = this.#opened.then(async () => {
      const isFinished = await worker.run()
      this.#workers.delete(shardId)
      if (!isFinished) return
      ledger.finish(shardId)
      this.#saver.request()
      this.#bell.ring()
    })
    this.#workers.set(shardId, { worker, ended })
  }

  /**
   * Stores a dead letter; its records count as done only after that, so that they cannot be lost in between.
   * Resolves to whether it is stored: a stop does not wait for a store that fails.
   */
  async #keepLetter(letter: DeadLetter): Promise<boolean> {
    const { store, clock, plan } = this.#parts
    for (let isStored = false; !isStored; ) {
      try {
        await store.saveDeadLetter(letter)
        isStored = true
      } catch (error) {
        this.#observe({ kind: 'unreadable', error })
        if (this.#abort.signal.aborted) return false
        await pause(clock, 1_000, this.#abort.signal)
      }
    }
    this.#observe({ kind: 'abandoned', letter })
    try {
      await plan.onFailure?.(letter)
    } catch (error) {
      warnOf(error)
    }
    return true
  }

  #requireLedger(): ShardLedger {
    if (this.#ledger === undefined) throw new TypeError('the trigger has not been started')
    return this.#ledger
  }
}

/** Waits for some work, but not forever; by the machine's time, since that of a test may stand still. */
async function within(work: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
