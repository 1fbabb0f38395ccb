import type { StreamSignals } from '../streams/stream-signals.ts'
import type { Lease } from '../tables/lease.ts'
import type { Leases } from '../tables/leases.ts'
import { Housekeeper, type JobSharing } from '../util/housekeeping.ts'
import { Delivery, type DeliveryContext, type DeliveryPlace } from './delivery.ts'

/** What deliveries work with. */
export interface DeliveriesContext extends Omit<DeliveryContext, 'mayContinue'> {
  readonly signals: StreamSignals
  /** Present if several servers share the store. */
  readonly leases: Leases | undefined
}

/** Writes of other servers send no signal here, so this polls as often as Lambda polls a stream. */
const lookMs = 250
const trimMs = 60_000

interface Running {
  readonly delivery: Delivery
  /** Runs it at once, even after a failure. */
  readonly hurry: () => void
  readonly stop: () => void
}

/** Sends the changes of tables to their Kinesis streams, with one delivery for each destination of the catalogue. */
export class Deliveries {
  readonly #context: DeliveriesContext
  readonly #running = new Map<string, Running>()

  constructor(context: DeliveriesContext) {
    this.#context = context
  }

  /** Starts deliveries that are missing, and drops those that are no longer wanted. */
  sync(): void {
    const wanted = new Map<string, DeliveryPlace>()
    for (const [realm, { name: tableName, definition }] of this.#context.catalogue.all()) {
      for (const { streamArn, space, status } of definition.destinations ?? []) {
        if (space === undefined) continue
        wanted.set(space, { realm, tableName, streamArn, space })
        if (status === 'DISABLING') this.#running.get(space)?.hurry()
      }
    }
    for (const [space, { stop }] of this.#running) {
      if (wanted.has(space)) continue
      stop()
      this.#running.delete(space)
    }
    for (const [space, place] of wanted) if (!this.#running.has(space)) this.#start(place)
  }

  /** Yields all deliveries, including those waiting for their turn. */
  *list(): Iterable<Delivery> {
    for (const { delivery } of this.#running.values()) yield delivery
  }

  #start(place: DeliveryPlace): void {
    const { clock, background, leases, signals, kinesis } = this.#context
    const turn = leases && new Turn(leases, place.space, kinesis !== undefined)
    let isStopped = false
    const mayContinue = () => !isStopped && turn?.isOwn !== false
    const delivery = new Delivery({ ...this.#context, mayContinue }, place)
    const run = async (signal: AbortSignal) => {
      const next = await delivery.run(signal)
      if (next === undefined) this.sync()
      return next
    }
    const keeper = new Housekeeper({ run }, { clock, background }, turn)
    const wake = () => keeper.wakeAt(Math.max(clock.now(), delivery.notBeforeMs))
    const ignore = signals.onAppend(place.space, wake)
    const stop = () => {
      // A run in progress must not send what would come after the changes of a new table of that name.
      isStopped = true
      ignore()
      keeper.end()
      turn?.giveBack()
    }
    this.#running.set(place.space, { delivery, hurry: () => keeper.wakeAt(clock.now()), stop })
    wake()
  }
}

/** Decides which server delivers, if several share a store. */
class Turn implements JobSharing {
  readonly everyMs: number
  readonly #leases: Leases
  readonly #name: string
  #lease: Lease | undefined

  constructor(leases: Leases, space: string, hasKinesis: boolean) {
    this.#leases = leases
    // A server without Kinesis must not keep those that have it from delivering; but it can remove old changes.
    this.#name = `${hasKinesis ? 'deliver' : 'trim'}/${space}`
    this.everyMs = hasKinesis ? lookMs : trimMs
  }

  async mayRun(): Promise<boolean> {
    if (this.#lease === undefined || this.#lease.signal.aborted) {
      this.#lease = await this.#leases.tryTake(this.#name)
    }
    return this.#lease !== undefined
  }

  /** Whether it is still this server's turn. */
  get isOwn(): boolean {
    return this.#lease !== undefined && !this.#lease.signal.aborted
  }

  giveBack(): void {
    // A lease that cannot be released is later found to be abandoned.
    void this.#lease?.release().catch(() => {})
  }
}
