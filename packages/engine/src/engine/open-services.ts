import { type OpenedCopies, openCopies } from '../copies/open-copies.ts'
import { Deliveries } from '../kinesis/deliveries.ts'
import { StoreSweeper, SWEEP_EVERY_MS } from '../operations/tables/sweep-store.ts'
import type { Storage } from '../storage/storage.ts'
import type { StreamDocument } from '../streams/stream-document.ts'
import { StreamSignals } from '../streams/stream-signals.ts'
import { Catalogue } from '../tables/catalogue.ts'
import { Leases } from '../tables/leases.ts'
import { Register } from '../tables/register.ts'
import { SharedCatalogue } from '../tables/shared-catalogue.ts'
import { TokenLedger } from '../transactions/token-ledger.ts'
import { Background } from '../util/background.ts'
import type { Clock } from '../util/clock.ts'
import { Housekeeper, type Job, type JobSharing } from '../util/housekeeping.ts'
import { InFlight } from '../util/in-flight.ts'
import type { KinesisStreams } from '../util/kinesis-streams.ts'
import { MicrosecondClock } from '../util/microsecond-clock.ts'
import type { Random } from '../util/random.ts'
import { VectorCache } from '../vectors/vector-cache.ts'

/** How much memory the vectors of searched indexes may take. */
const VECTOR_CACHE_BYTES = 256 * 1024 * 1024

/** What is read from the store when a database opens, and again when it is reset or restored. */
export interface OpenedServices extends OpenedCopies {
  readonly catalogue: Catalogue
  readonly tokens: TokenLedger
  readonly vectors: VectorCache
  readonly background: Background
  readonly inFlight: InFlight
  readonly streams: Register<StreamDocument>
  readonly signals: StreamSignals
  readonly micros: MicrosecondClock
  readonly streamKeeper: Housekeeper
  readonly expirer: Housekeeper
  /** Present if several servers share the store. */
  readonly leases: Leases | undefined
  readonly sweeper: Housekeeper | undefined
  readonly deliveries: Deliveries
}

/** What the services work with. */
export interface ServiceSetting {
  readonly storage: Storage
  readonly clock: Clock
  readonly random: Random
  readonly kinesis: KinesisStreams | undefined
  /** Deletes expired items. */
  readonly expire: Job['run']
  /** Maintains the streams. */
  readonly keepStreams: Job['run']
}

/** Reads the stored state and creates the services that work on it, without starting any. */
export async function openServices(setting: ServiceSetting): Promise<OpenedServices> {
  const { storage, clock, random, kinesis } = setting
  const leases = storage.isShared ? new Leases(storage, { clock, random }) : undefined
  const shared = leases && new SharedCatalogue(storage, { leases, clock, random })
  const catalogue = await Catalogue.open(storage, shared)
  const tokens = new TokenLedger(storage, clock)
  const background = new Background()
  const inFlight = new InFlight()
  const streams = new Register<StreamDocument>(storage, 'streams')
  const signals = new StreamSignals()
  const keeper = { clock, background }
  const sharing = (name: string, everyMs: number): JobSharing | undefined => {
    return leases && { mayRun: leases.permit(`keep/${name}`), everyMs }
  }
  const sweeping = new StoreSweeper({ storage, clock, catalogue, tokens })
  const copies = openCopies(
    { storage, clock, background, inFlight, catalogue },
    sharing('histories', 5 * 60_000),
  )
  const store = { storage, clock, background, inFlight, catalogue, signals, leases }
  return {
    catalogue,
    tokens,
    vectors: new VectorCache(VECTOR_CACHE_BYTES),
    background,
    inFlight,
    streams,
    signals,
    micros: new MicrosecondClock(),
    leases,
    streamKeeper: new Housekeeper({ run: setting.keepStreams }, keeper, sharing('streams', 5 * 60_000)),
    expirer: new Housekeeper({ run: setting.expire }, keeper, sharing('expiry', 2_000)),
    sweeper: leases && new Housekeeper(sweeping, keeper, sharing('sweeping', SWEEP_EVERY_MS)),
    deliveries: new Deliveries({ ...copies, ...store, kinesis }),
    ...copies,
  }
}
