import type { StreamSignals } from '../streams/stream-signals.ts'
import type { Lease } from '../tables/lease.ts'
import type { Leases } from '../tables/leases.ts'
import { Housekeeper, type JobSharing } from '../util/housekeeping.ts'
import { Delivery, type DeliveryContext, type DeliveryPlace } from './delivery.ts'

/** What deliveries work with. */
export interface DeliveriesContext extends Omit<DeliveryContext, 'mayGoOn'> {
  readonly signals: StreamSignals
  /** Present where several servers share the store. */
  readonly leases: Leases | undefined
}

/** What other servers write gives no signal here: it is looked for as often as Lambda looks at a stream. */
const lookMs = 250
const trimMs = 60_000

interface Running {
  readonly delivery: Delivery
  /** Runs it at once, also after a failure. */
  readonly hurry: () => void
  readonly stop: () => void
}

/** Sends the changes of tables to their Kinesis streams: for each destination of the catalogue there is a delivery. */
export class Deliveries {
  readonly #context: DeliveriesContext
  readonly #running = new Map<string, Running>()

  constructor(context: DeliveriesContext) {
    this.#context = context
  }

  /** Begins what is to be delivered and is not yet, and forgets what is not to be delivered any more. */
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

  /** All that is delivered, or waits for its turn to be. */
  *list(): Iterable<Delivery> {
    for (const { delivery } of this.#running.values()) yield delivery
  }

  #start(place: DeliveryPlace): void {
    const { clock, background, leases, signals, kinesis } = this.#context
    const turn = leases && new Turn(leases, place.space, kinesis !== undefined)
    let isStopped = false
    const mayGoOn = () => !isStopped && turn?.isOwn !== false
    const delivery = new Delivery({ ...this.#context, mayGoOn }, place)
    const run = async (signal: AbortSignal) => {
      const next = await delivery.run(signal)
      if (next === undefined) this.sync()
      return next
    }
    const keeper = new Housekeeper({ run }, { clock, background }, turn)
    const wake = () => keeper.wakeAt(Math.max(clock.now(), delivery.notBeforeMs))
    const ignore = signals.onAppend(place.space, wake)
    const stop = () => {
      // A run that goes on must not send what would come after the changes of a new table of that name.
      isStopped = true
      ignore()
      keeper.end()
      turn?.giveBack()
    }
    this.#running.set(place.space, { delivery, hurry: () => keeper.wakeAt(clock.now()), stop })
    wake()
  }
}

/** Whose turn it is to deliver, where servers share a store. */
class Turn implements JobSharing {
  readonly everyMs: number
  readonly #leases: Leases
  readonly #name: string
  #lease: Lease | undefined

  constructor(leases: Leases, space: string, hasKinesis: boolean) {
    this.#leases = leases
    // A server without a Kinesis must not keep those from delivering that have one; what is old it can remove.
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
    // What cannot be given back is found to be abandoned later.
    void this.#lease?.release().catch(() => {})
  }
}
