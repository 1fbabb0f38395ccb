import { setTimeout } from 'node:timers/promises'
import {
  createDatabase,
  createMemoryStorage,
  type Database,
  type KinesisStreams,
  type ObjectFolder,
  type Storage,
  StorageError,
} from '@monotable/engine'
import { createMemoryKinesis } from '../../../packages/engine/src/testing/memory-kinesis.ts'
import { createMemoryObjects } from '../../../packages/engine/src/testing/memory-objects.ts'
import { createVirtualClock } from '../virtual-clock.ts'
import { type Json, wireAnswer, wireCall } from '../wire-call.ts'

/**
 * What goes wrong at a step: it is refused and has no effect, or the server is killed before it, or after it and before
 * the answer.
 */
export type Fault = 'refused' | 'killed before' | 'killed after'

/** A database that counts every step of its store, its files and its Kinesis, and lets one of them go wrong. */
export class SteppedWorld {
  readonly clock = createVirtualClock()
  readonly memory: Storage = createMemoryStorage()
  readonly objects = createMemoryObjects()
  readonly kinesis = createMemoryKinesis()
  db!: Database
  /** The number of steps since the fault was set. */
  steps = 0
  #fault: { readonly at: number; readonly kind: Fault } | undefined
  #servers = 0
  #onKilled: () => void = () => {}

  static async open(): Promise<SteppedWorld> {
    const world = new SteppedWorld()
    await world.start()
    return world
  }

  /** Starts a server over the existing data; all steps of the previous server hang from now on. */
  async start(): Promise<void> {
    const server = ++this.#servers
    const step = <Result>(work: () => Promise<Result>) => this.#step(server, work)
    this.db = await createDatabase({
      storage: steppedStorage(this.memory, step),
      clock: this.clock,
      objects: steppedObjects(this.objects, step),
      kinesis: steppedKinesis(this.kinesis, step),
    })
  }

  /** Does some work with a fault at one of its steps; returns whether the server was killed. */
  async meeting(at: number, kind: Fault, work: () => Promise<void>): Promise<boolean> {
    this.steps = 0
    this.#fault = { at, kind }
    const killed = new Promise<true>((resolve) => {
      this.#onKilled = () => resolve(true)
    })
    const isKilled = await Promise.race([work().then(() => false), killed])
    this.#fault = undefined
    return isKilled
  }

  /** Repeats a request until it is answered, as an SDK does. The errors in `fine` say that it was done already. */
  async say(operation: string, input: Json, ...fine: readonly string[]): Promise<Json> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await wireCall(this.db, operation, input)
      if (outcome.error === undefined) return outcome.answer
      if (fine.includes(outcome.error)) return {}
      if (outcome.error !== 'InternalServerError' || attempt === 4) {
        throw new Error(`${operation} answered ${outcome.error}: ${outcome.message}`)
      }
    }
  }

  ask(operation: string, input: Json = {}): Promise<Json> {
    return wireAnswer(this.db, operation, input)
  }

  /**
   * Lets everything run that is due within this time, and waits until what it started has ended, which may also wait
   * for the clock.
   */
  async settle(ms: number): Promise<void> {
    for (let part = 0; part < 5; part++) await this.clock.advance(ms / 5)
    let isSettled = false
    const settled = this.db.settled().then(() => {
      isSettled = true
    })
    while (!isSettled) {
      await Promise.race([settled, setTimeout(5)])
      await this.clock.advance(1_000)
    }
  }

  async #step<Result>(server: number, work: () => Promise<Result>): Promise<Result> {
    if (server !== this.#servers) return never()
    this.steps++
    const fault = this.#fault?.at === this.steps ? this.#fault.kind : undefined
    if (fault === 'refused') throw new StorageError('FULL', 'injected')
    if (fault === 'killed before') return this.#die()
    const result = await work()
    if (server !== this.#servers) return never()
    return fault === 'killed after' ? this.#die() : result
  }

  #die(): Promise<never> {
    this.#servers++
    this.#onKilled()
    return never()
  }
}

type Step = <Result>(work: () => Promise<Result>) => Promise<Result>

const never = () => new Promise<never>(() => {})

function steppedStorage(inner: Storage, step: Step): Storage {
  return {
    createSpace: (space) => step(() => inner.createSpace(space)),
    dropSpace: (space) => step(() => inner.dropSpace(space)),
    listSpaces: () => step(() => inner.listSpaces()),
    read: (keys) => step(() => inner.read(keys)),
    range: (request) => step(() => inner.range(request)),
    mutate: (keys, decide) => step(() => inner.mutate(keys, decide)),
    size: (space, partition) => step(() => inner.size(space, partition)),
    clear: () => step(() => inner.clear()),
    snapshot: () => step(() => inner.snapshot()),
    restore: (snapshot) => step(() => inner.restore(snapshot)),
    // The memory outlives the server, as a file does.
    close: async () => {},
  }
}

function steppedObjects(inner: ObjectFolder, step: Step): ObjectFolder {
  return {
    list: (bucket, prefix) => step(() => inner.list(bucket, prefix)),
    read: (bucket, key) => inner.read(bucket, key),
    write: (bucket, key, content) => step(() => inner.write(bucket, key, content)),
  }
}

function steppedKinesis(inner: KinesisStreams, step: Step): KinesisStreams {
  return {
    state: (streamArn, signal) => step(() => inner.state(streamArn, signal)),
    put: (streamArn, records, signal) => step(() => inner.put(streamArn, records, signal)),
  }
}
