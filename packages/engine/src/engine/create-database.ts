import type { OperationInputs, OperationName, OperationOutputs, Wording } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import { Adversity } from '../adversity/adversity.ts'
import type { AdversityOptions } from '../adversity/adversity-options.ts'
import { CapacityControl } from '../capacity/capacity-control.ts'
import type { CapacityOptions } from '../capacity/capacity-options.ts'
import { CollectionSizes } from '../capacity/collection-sizes.ts'
import type { Heat, Insights } from '../capacity/heat.ts'
import { UsageMeter } from '../capacity/usage-meter.ts'
import { type OpenedCopies, openCopies } from '../copies/open-copies.ts'
import { resumeCopies } from '../copies/resume-copies.ts'
import { Metrics } from '../metrics/metrics.ts'
import { prometheusText } from '../metrics/prometheus-text.ts'
import type { MetricsOptions, RequestDetails, RequestObserver } from '../metrics/request-observer.ts'
import type { RequestRecord } from '../metrics/request-ring.ts'
import { resumeBackfills } from '../operations/backfill.ts'
import {
  type InsightsSubject,
  insightsSubjects,
  requireInsightsSubject,
  settingOf,
} from '../operations/contributor-insights.ts'
import { expireItems } from '../operations/expire-items.ts'
import { keepStreams } from '../operations/keep-streams.ts'
import type { EngineSettings, OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { requireExistingTable } from '../operations/require-existing-table.ts'
import { closeForgottenStreams } from '../operations/table-stream.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage, StorageSnapshot } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { StreamDocument } from '../streams/stream-document.ts'
import { StreamSignals } from '../streams/stream-signals.ts'
import { Catalogue } from '../tables/catalogue.ts'
import { Register } from '../tables/register.ts'
import { TokenLedger } from '../transactions/token-ledger.ts'
import type { TriggerHandler } from '../triggers/stream-event.ts'
import type { Trigger, TriggerOptions } from '../triggers/trigger.ts'
import { Triggers } from '../triggers/triggers.ts'
import { Background } from '../util/background.ts'
import { type Clock, clockOf, systemClock, type TimeSource } from '../util/clock.ts'
import { Housekeeper } from '../util/housekeeping.ts'
import { InFlight } from '../util/in-flight.ts'
import { encodeJson } from '../util/json-text.ts'
import type { ObjectFolder } from '../util/object-folder.ts'
import { type Random, systemRandom } from '../util/random.ts'
import { validateRequest } from '../validation/validate-request.ts'
import { VectorCache } from '../vectors/vector-cache.ts'
import { befallRequest } from './befall-request.ts'
import { createObserver, registerStreamLag } from './create-observer.ts'
import type { Caller, Database, HeatOptions, InsightsOptions, Snapshot } from './database.ts'
import { materialize } from './materialize.ts'
import { bodiless, isOperation, operationTable } from './operation-table.ts'
import { registerKeyInsights } from './register-key-insights.ts'
import { RequestScopes } from './request-scopes.ts'
import { runAuthorized } from './run-authorized.ts'

/** What a database is made of; everything has a default. */
export interface DatabaseOptions {
  /** Where everything is kept; in memory by default. The database closes it. */
  readonly storage?: Storage
  readonly clock?: TimeSource
  readonly random?: Random
  /** How validation errors are worded: as AWS does today, or as it did before 2026. */
  readonly messages?: Wording
  /** The region of callers that name none. */
  readonly region?: string
  /** The account that owns tables of callers that name none; it shows in ARNs. */
  readonly accountId?: string
  /** Whether all regions and accounts see the same tables. */
  readonly shared?: boolean
  /** Whether requests are counted, and the last of them remembered. A server does it unless told otherwise. */
  readonly metrics?: boolean | MetricsOptions
  /** What is done to requests to try their senders; nothing unless asked for. */
  readonly adversity?: AdversityOptions
  /** How expired items are deleted. */
  readonly ttl?: { readonly delayMs?: number }
  /** How streams are divided. */
  readonly streams?: StreamOptions
  /** Where exports are written to and imports read from; without it both are refused. */
  readonly objects?: ObjectFolder
  /** Whether and how capacity is watched and limited. */
  readonly capacity?: CapacityOptions
}

/** How streams are divided into shards, which AWS decides for itself. */
export interface StreamOptions {
  /** How many shards a new stream has; one unless told otherwise. */
  readonly shards?: number
  /** How long a shard takes records before another follows it; four hours, as on AWS. */
  readonly shardMs?: number
  /** With so many records a shard is followed by two; a million. */
  readonly shardRecords?: number
}

/**
 * Opens a database over a store.
 *
 * @example
 * const db = await createDatabase()
 * await db.send('ListTables', {})
 * // { TableNames: [] }
 */
export async function createDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const engine = new Engine(options)
  await engine.open()
  return engine
}

/** How much memory the vectors of indexes that are searched may take. */
const VECTOR_CACHE_BYTES = 256 * 1024 * 1024

/** What is read from the store when a database opens, and read again when it is reset or restored. */
interface Opened extends OpenedCopies {
  readonly catalogue: Catalogue
  readonly tokens: TokenLedger
  readonly vectors: VectorCache
  readonly background: Background
  readonly inFlight: InFlight
  readonly streams: Register<StreamDocument>
  readonly signals: StreamSignals
  readonly streamKeeper: Housekeeper
  readonly expirer: Housekeeper
}

class Engine implements Database {
  readonly messages: Wording
  readonly region: string
  readonly #home: Caller
  readonly #shared: boolean
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #random: Random
  readonly #settings: EngineSettings
  readonly #adversity: Adversity | undefined
  readonly #objects: ObjectFolder | undefined
  readonly #meter: UsageMeter
  readonly #metrics = new Metrics()
  readonly #scopes = new RequestScopes()
  /** Absent unless it was asked for: it costs a tenth of a read in process. */
  readonly #observer: RequestObserver | undefined
  readonly #collections: CollectionSizes
  readonly #triggers = new Triggers()
  #opened: Opened | undefined
  /** Contexts by region and account: making one for every request would cost more than a lookup. */
  readonly #contexts = new Map<string, OperationContext>()

  constructor(options: DatabaseOptions) {
    this.messages = options.messages ?? 'current'
    this.region = options.region ?? 'us-east-1'
    this.#home = { region: this.region, accountId: options.accountId ?? '000000000000' }
    this.#shared = options.shared ?? false
    this.#storage = options.storage ?? createMemoryStorage()
    this.#clock = options.clock === undefined ? systemClock : clockOf(options.clock)
    this.#random = options.random ?? systemRandom
    this.#settings = settingsOf(options)
    this.#adversity = options.adversity && new Adversity(options.adversity, this.#clock)
    this.#objects = options.objects
    const { capacity = {} } = options
    const surroundings = { storage: this.#storage, clock: this.#clock }
    this.#meter = new UsageMeter(() => new CapacityControl(capacity, surroundings))
    if (capacity.throttle || capacity.watch) this.#meter.watch()
    const { metrics } = options
    this.#observer = createObserver(metrics === true ? {} : metrics || undefined, {
      metrics: this.#metrics,
      clock: this.#clock,
      meter: this.#meter,
    })
    registerStreamLag(this.#metrics, this.#triggers)
    registerKeyInsights(this.#metrics, this.#meter, () => this.#opened?.catalogue)
    this.#collections = new CollectionSizes(this.#storage, capacity.collectionMaxBytes)
  }

  async open(): Promise<void> {
    const catalogue = await Catalogue.open(this.#storage)
    const tokens = await TokenLedger.open(this.#storage, this.#clock)
    const background = new Background()
    const streams = new Register<StreamDocument>(this.#storage, 'streams')
    const signals = new StreamSignals()
    const keeping = {
      storage: this.#storage,
      clock: this.#clock,
      random: this.#random,
      settings: this.#settings,
      streams,
      signals,
    }
    const keeper = { clock: this.#clock, background }
    const streamKeeper = new Housekeeper({ run: (signal) => keepStreams(keeping, signal) }, keeper)
    const inFlight = new InFlight()
    const copies = openCopies({
      storage: this.#storage,
      clock: this.#clock,
      background,
      inFlight,
      catalogue,
    })
    const expirer = new Housekeeper({ run: (signal) => this.#expire(signal) }, keeper)
    const keepers = { streamKeeper, expirer }
    const vectors = new VectorCache(VECTOR_CACHE_BYTES)
    this.#opened = {
      catalogue,
      tokens,
      vectors,
      background,
      inFlight,
      streams,
      signals,
      ...keepers,
      ...copies,
    }
    this.#contexts.clear()
    this.#collections.clear()
    for (const [, table] of catalogue.all()) {
      if (insightsSubjects(table).some((subject) => settingOf(subject)?.enabled === true)) this.#meter.watch()
    }
    await this.#resume(this.#contextFor(this.#home))
  }

  /** Takes up what was under way when the database was closed. */
  async #resume(context: OperationContext): Promise<void> {
    resumeBackfills(context)
    if ([...context.catalogue.all()].some(([, table]) => table.definition.expiry)) {
      context.expirer.wakeAt(this.#clock.now())
    }
    const streams = await closeForgottenStreams(context)
    if (streams.length > 0) context.streamKeeper.wakeAt(this.#clock.now())
    await resumeCopies(context)
  }

  async #expire(signal: AbortSignal): Promise<number | undefined> {
    const { catalogue } = this.#contextFor(this.#home)
    const tables = [...catalogue.all()].map(([realm, table]) => ({ context: this.#contextFor(realm), table }))
    return expireItems(tables, signal)
  }

  async send<Name extends OperationName>(
    operation: Name,
    input: OperationInputs[Name],
    options: { readonly region?: string } = {},
  ): Promise<OperationOutputs[Name]> {
    const caller = options.region === undefined ? this.#home : { ...this.#home, region: options.region }
    try {
      const { answer } = await this.#run(operation, input, { caller, encodes: false })
      return materialize(answer) as OperationOutputs[Name]
    } catch (error) {
      throw this.#wordedForCaller(error)
    }
  }

  async execute(
    operation: string,
    input: unknown,
    caller: Caller,
    details?: RequestDetails,
  ): Promise<string> {
    const { text } = await this.#run(operation, input, { caller, details, encodes: true })
    return text ?? ''
  }

  requests(): readonly RequestRecord[] {
    return this.#observer?.ring.list() ?? []
  }

  async metrics(): Promise<string> {
    const { storage, catalogue } = this.#contextFor(this.#home)
    return prometheusText(await this.#metrics.families(storage, catalogue))
  }

  async heat(table: string, options: HeatOptions = {}): Promise<Heat> {
    const subject = this.#insightsSubject(table, options)
    return this.#meter.heat(subject.table, subject.index)
  }

  async insights(table: string, options: InsightsOptions = {}): Promise<Insights> {
    const subject = this.#insightsSubject(table, options)
    return this.#meter.insights(subject.table, subject.index, options.minutes ?? 60)
  }

  #insightsSubject(table: string, { index, region = this.region }: HeatOptions): InsightsSubject {
    const context = this.#contextFor({ ...this.#home, region })
    return requireInsightsSubject(requireExistingTable(context, table), index)
  }

  async on(table: string, handler: TriggerHandler, options: TriggerOptions = {}): Promise<Trigger> {
    const caller = { ...this.#home, region: options.region ?? this.region }
    const context = this.#contextFor(caller)
    return this.#triggers.start(
      context,
      (operation, input) => this.#dispatch(operation, input, { caller, context }),
      { tableName: table, handler, options },
    )
  }

  async settled(): Promise<void> {
    await this.#opened?.background.settled()
  }

  async reset(): Promise<void> {
    await this.#triggers.stopAll()
    await this.#opened?.background.stop()
    await this.#storage.clear()
    await this.open()
  }

  async snapshot(): Promise<Snapshot> {
    await this.settled()
    return this.#storage.snapshot()
  }

  async restore(snapshot: Snapshot): Promise<void> {
    await this.#triggers.stopAll()
    await this.#opened?.background.stop()
    await this.#storage.restore(snapshot as StorageSnapshot)
    await this.open()
  }

  async close(): Promise<void> {
    await this.#triggers.stopAll()
    await this.#opened?.background.stop()
    this.#opened = undefined
    this.#contexts.clear()
    await this.#storage.close()
  }

  async #run(operation: string, input: unknown, { caller, details, encodes }: Call): Promise<Answered> {
    const context = this.#contextFor(caller)
    const observer = this.#observer
    const request = observer?.begin(operation, input, context, details)
    const scope = observer?.ring.countsUnits ? this.#scopes.enter(operation, context) : undefined
    let answered: Answered
    try {
      if (!isOperation(operation)) throw notBuilt(operation)
      const answer = await this.#dispatch(operation, input, { caller, context: scope?.context ?? context })
      answered = { answer, text: encodes ? encodeAnswer(operation, answer) : undefined }
    } catch (cause) {
      // To use a database that was closed is a mistake of the program around it, not of a request.
      const isFailure = cause instanceof StorageError && cause.code !== 'CLOSED'
      const error = isFailure ? serviceErrorOf(cause) : cause
      if (request !== undefined) observer?.failed(request, error, scope?.leave())
      throw error
    }
    if (request !== undefined) observer?.answered(request, answered, scope?.leave())
    return answered
  }

  async #dispatch<Name extends OperationName>(
    operation: Name,
    input: unknown,
    { caller, context }: { caller: Caller; context: OperationContext },
  ): Promise<WireAnswer> {
    const valid = validateRequest(operation, input)
    const ticket = context.inFlight.enter()
    try {
      if (this.#adversity) await befallRequest(this.#adversity, context, operation, valid)
      const { access, region } = caller
      if (access === undefined) return await operationTable[operation](context, valid)
      const run = (permitted: typeof valid) => operationTable[operation](context, permitted)
      return await runAuthorized(context, { access, region, operation, input: valid, run })
    } finally {
      context.inFlight.leave(ticket)
    }
  }

  #contextFor(caller: Caller): OperationContext {
    const realm = this.#shared ? this.#home : caller
    if (caller.endpoint !== undefined) return { ...this.#createContext(realm), endpoint: caller.endpoint }
    const name = `${realm.region}/${realm.accountId}`
    const known = this.#contexts.get(name)
    if (known !== undefined) return known
    const context = this.#createContext(realm)
    // Regions and accounts are what callers say they are, so what is kept of them is bounded.
    if (this.#contexts.size < 100) this.#contexts.set(name, context)
    return context
  }

  #createContext({ region, accountId }: Caller): OperationContext {
    if (this.#opened === undefined) throw new StorageError('CLOSED', 'the database is not open')
    return {
      storage: this.#storage,
      eventual: this.#adversity?.eventualReader(this.#storage) ?? this.#storage,
      adversity: this.#adversity,
      settings: this.#settings,
      objects: this.#objects,
      realm: { region, accountId },
      clock: this.#clock,
      random: this.#random,
      meter: this.#meter,
      collections: this.#collections,
      ...this.#opened,
    }
  }

  /** Errors that go to a caller in this process carry the message of the chosen wording, and binary as bytes. */
  #wordedForCaller(error: unknown): unknown {
    if (!(error instanceof ServiceError)) return error
    const message = error.messageIn(this.messages)
    const fields = materialize(error.fields) as { [name: string]: unknown }
    return new ServiceError(error.name, message, { fields, cause: error.cause })
  }
}

function settingsOf({ streams = {}, ttl = {} }: DatabaseOptions): EngineSettings {
  return {
    streamShards: streams.shards ?? 1,
    shardMs: streams.shardMs ?? 4 * 60 * 60 * 1000,
    shardRecords: streams.shardRecords ?? 1_000_000,
    maxShards: 64,
    ttlDelayMs: ttl.delayMs ?? 0,
  }
}

/** Who sent a request, and whether its answer is wanted as text. */
interface Call {
  readonly caller: Caller
  readonly details?: RequestDetails | undefined
  readonly encodes: boolean
}

interface Answered {
  readonly answer: WireAnswer
  readonly text: string | undefined
}

function encodeAnswer(operation: string, answer: WireAnswer): string {
  return bodiless.has(operation) ? '' : encodeJson(answer)
}

/** An operation that AWS has and this database does not, or not yet. */
function notBuilt(operation: string): ServiceError {
  return new ServiceError('UnknownOperationException', `Monotable does not have the operation ${operation}`)
}

/** What a client hears of a failure of the store: to try again, or that the table is gone. */
function serviceErrorOf(error: StorageError): ServiceError {
  if (error.code === 'NO_SPACE') {
    return new ServiceError('ResourceNotFoundException', 'Requested resource not found', { cause: error })
  }
  return new ServiceError('InternalServerError', `The request could not be completed: ${error.message}`, {
    cause: error,
  })
}
