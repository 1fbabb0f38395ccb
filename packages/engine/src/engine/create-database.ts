import type { OperationInputs, OperationName, OperationOutputs, Wording } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import { Adversity } from '../adversity/adversity.ts'
import { resumeBulk } from '../bulk/resume-bulk.ts'
import { CapacityControl } from '../capacity/capacity-control.ts'
import { CollectionSizes } from '../capacity/collection-sizes.ts'
import type { Heat, Insights } from '../capacity/heat.ts'
import { UsageMeter } from '../capacity/usage-meter.ts'
import { resumeCopies } from '../copies/resume-copies.ts'
import { resumeSettling } from '../kinesis/settle-destination.ts'
import { Metrics } from '../metrics/metrics.ts'
import { prometheusText } from '../metrics/prometheus-text.ts'
import type { RequestDetails, RequestListener, RequestObserver } from '../metrics/request-observer.ts'
import type { RequestRecord } from '../metrics/request-ring.ts'
import { expireItems } from '../operations/expiry/expire-items.ts'
import { namedAsAsked } from '../operations/named-as-asked.ts'
import type { EngineSettings, OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { resumeDepartures } from '../operations/replicas/departure-job.ts'
import { requireExistingTable } from '../operations/require-existing-table.ts'
import {
  type InsightsSubject,
  insightsSubjects,
  requireInsightsSubject,
  settingOf,
} from '../operations/settings/contributor-insights.ts'
import { keepStreams } from '../operations/streams/keep-streams.ts'
import { resumeStreams } from '../operations/streams/table-stream.ts'
import { resumeBackfills } from '../operations/tables/backfill.ts'
import { retryStale } from '../operations/writes/retry-stale.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage, StorageSnapshot } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { Realm } from '../tables/catalogue.ts'
import { SYSTEM_SPACES } from '../tables/space-names.ts'
import { StaleTable } from '../tables/stale-table.ts'
import type { TriggerHandler } from '../triggers/stream-event.ts'
import type { Trigger, TriggerOptions } from '../triggers/trigger.ts'
import { Triggers } from '../triggers/triggers.ts'
import { type Clock, clockOf, systemClock } from '../util/clock.ts'
import type { KinesisStreams } from '../util/kinesis-streams.ts'
import type { ObjectFolder } from '../util/object-folder.ts'
import { type Random, systemRandom } from '../util/random.ts'
import { validateRequest } from '../validation/validate-request.ts'
import { Answered, encodeAnswer } from './answered.ts'
import { createObserver, registerKinesisLag, registerStreamLag } from './create-observer.ts'
import type { Caller, Database, HeatOptions, InsightsOptions, Snapshot, TablePlace } from './database.ts'
import { type DatabaseOptions, settingsOf } from './database-options.ts'
import { injectAdversity } from './inject-adversity.ts'
import { materialize } from './materialize.ts'
import { type OpenedServices, openServices } from './open-services.ts'
import { bodiless, isOperation } from './operation-table.ts'
import { RealmContexts } from './realm-contexts.ts'
import { notBuilt, serviceErrorOf } from './refusals.ts'
import { registerKeyInsights } from './register-key-insights.ts'
import { RequestScopes } from './request-scopes.ts'
import { type PlacedCall, runPermitted } from './run-permitted.ts'
import { runShared } from './run-shared.ts'
import { restoreStore, type StoreSharing, shareStore } from './share-store.ts'

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
  readonly #kinesis: KinesisStreams | undefined
  readonly #meter: UsageMeter
  readonly #metrics = new Metrics()
  readonly #scopes = new RequestScopes()
  /** Absent unless asked for: it costs half of an in-process read. */
  readonly #observer: RequestObserver | undefined
  readonly #collections: CollectionSizes
  readonly #triggers = new Triggers()
  #opened: OpenedServices | undefined
  #sharing: StoreSharing | undefined
  readonly #contexts = new RealmContexts()
  /** Resolves when the operations on the whole store, which run one after the other, have finished. */
  #turn: Promise<unknown> = Promise.resolve()
  /** Resolves when the store has been replaced and read again: no request may work with what was known before. */
  #exchange: Promise<unknown> | undefined

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
    this.#kinesis = options.kinesis
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
    registerKinesisLag(this.#metrics, () => this.#opened?.deliveries)
    registerKeyInsights(this.#metrics, this.#meter, () => this.#opened?.catalogue)
    this.#collections = new CollectionSizes(this.#storage, capacity.collectionMaxBytes)
  }

  async open(): Promise<void> {
    const opened = await openServices({
      storage: this.#storage,
      clock: this.#clock,
      random: this.#random,
      kinesis: this.#kinesis,
      expire: (signal) => this.#expire(signal),
      keepStreams: (signal) => keepStreams(this.#contextFor(this.#home), signal),
    })
    this.#opened = opened
    this.#contexts.clear()
    this.#collections.clear()
    this.#adversity?.forget()
    const watchInsights = () => {
      for (const [, table] of opened.catalogue.all()) {
        if (insightsSubjects(table).some((subject) => settingOf(subject)?.enabled === true)) {
          this.#meter.watch()
        }
      }
    }
    watchInsights()
    const resume = () => this.#resume(this.#contextFor(this.#home))
    const onTableChange = () => {
      watchInsights()
      opened.deliveries.sync()
    }
    this.#sharing = shareStore(opened, { clock: this.#clock, resume, onTableChange })
    if (this.#sharing === undefined) await resume()
  }

  /** Stops the background work; other servers, or the next opening, resume what is left. */
  async #stop(): Promise<void> {
    await this.#triggers.stopAll()
    await this.#opened?.background.stop()
    await this.#sharing?.stop()
  }

  /** Resumes what was in progress when the database was closed. */
  async #resume(context: OperationContext): Promise<void> {
    resumeBackfills(context)
    resumeDepartures(context)
    context.background.start((signal) => context.tokens.load(context.storage, signal))
    if ([...context.catalogue.all()].some(([, table]) => table.definition.expiry)) {
      context.expirer.wakeAt(this.#clock.now())
    }
    await resumeStreams(context)
    await resumeCopies(context)
    await resumeBulk(context)
    resumeSettling(context)
    context.deliveries.sync()
  }

  async #expire(signal: AbortSignal): Promise<number | undefined> {
    const { catalogue } = this.#contextFor(this.#home)
    // Each table in its own realm, even if all callers share one: the store may hold tables of other realms.
    const contextOf = (realm: Realm) => this.#contexts.get(realm, this.#createContext)
    const tables = [...catalogue.all()].map(([realm, table]) => ({ context: contextOf(realm), table }))
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

  execute(operation: string, input: unknown, caller: Caller, details?: RequestDetails): Promise<string> {
    return this.#run(operation, input, { caller, details, encodes: true }).then(({ text }) => text ?? '')
  }

  requests(): readonly RequestRecord[] {
    return this.#observer?.ring.list() ?? []
  }

  watchRequests(listener: RequestListener): () => void {
    return this.#observer?.watch(listener) ?? (() => {})
  }

  async metrics(): Promise<string> {
    const { storage, catalogue } = this.#contextFor(this.#home)
    return prometheusText(await this.#metrics.families(storage, catalogue))
  }

  async tables(): Promise<readonly TablePlace[]> {
    const { catalogue } = this.#contextFor(this.#home)
    await catalogue.refresh()
    const all = [...catalogue.all(), ...catalogue.inCreation()]
    return all
      .map(([{ region, accountId }, { definition }]) => ({ region, accountId, name: definition.name }))
      .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
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

  async ready(): Promise<void> {
    await this.#storage.listSpaces()
  }

  async settled(): Promise<void> {
    await this.#opened?.background.settled()
  }

  reset(): Promise<void> {
    // Orphaned spaces are swept eventually, but tables without their spaces would stay forever.
    return this.#inTurn(() => this.#replace(() => this.#storage.clear(SYSTEM_SPACES)))
  }

  async snapshot(): Promise<Snapshot> {
    await this.settled()
    return this.#storage.snapshot()
  }

  restore(snapshot: Snapshot): Promise<void> {
    return this.#inTurn(() => this.#replace(() => restoreStore(this.#storage, snapshot as StorageSnapshot)))
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#stop()
      this.#opened = undefined
      this.#contexts.clear()
      await this.#storage.close()
    })
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  /** Replaces the contents of the store; if that fails, reopens what it has, since all work on it was stopped. */
  async #replace(work: () => Promise<void>): Promise<void> {
    await this.#stop()
    const done = this.#lastRequests()
      .then(work)
      .finally(() => this.open())
    this.#exchange = done.catch(() => {})
    await done.finally(() => {
      this.#exchange = undefined
    })
  }

  /** Waits for requests that began before the exchange, so that they write nothing into the new contents. */
  async #lastRequests(): Promise<void> {
    await this.#opened?.inFlight.drained()
    await this.#opened?.background.settled()
  }

  async #run(operation: string, input: unknown, { caller, details, encodes }: Call): Promise<Answered> {
    if (this.#exchange !== undefined) await this.#exchange
    const context = this.#contextFor(caller)
    const observer = this.#observer
    const request = observer?.begin(operation, input, context, details)
    const scope = observer?.ring.countsUnits ? this.#scopes.enter(operation, context) : undefined
    let answered: Answered
    try {
      if (!isOperation(operation)) throw notBuilt(operation)
      const call = { caller, context: scope?.context ?? context, sizeBytes: details?.sizeBytes }
      const answer = namedAsAsked(operation, input, await this.#dispatch(operation, input, call))
      answered = new Answered(answer, encodes ? textOf(operation, answer) : undefined)
    } catch (cause) {
      // Using a closed database is a mistake of the surrounding program, not of a request.
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
    call: PlacedCall,
  ): Promise<WireAnswer> {
    const { context } = call
    const valid = validateRequest(operation, input)
    const ticket = context.inFlight.enter()
    try {
      if (this.#adversity) await injectAdversity(this.#adversity, context, operation, valid)
      if (this.#sharing === undefined) return await runPermitted(operation, valid, call)
      return await runShared(context, operation, () => runPermitted(operation, valid, call))
    } catch (error) {
      if (!(error instanceof StaleTable)) throw error
      // Another request changed a table before this one committed.
      return await retryStale(context, () => runPermitted(operation, valid, call))
    } finally {
      context.inFlight.leave(ticket)
    }
  }

  #contextFor(caller: Caller): OperationContext {
    const realm = this.#shared ? this.#home : caller
    if (caller.endpoint !== undefined) return { ...this.#createContext(realm), endpoint: caller.endpoint }
    return this.#contexts.get(realm, this.#createContext)
  }

  readonly #createContext = ({ region, accountId }: Realm): OperationContext => {
    if (this.#opened === undefined) throw new StorageError('CLOSED', 'the database is not open')
    return {
      storage: this.#storage,
      eventual: this.#adversity?.eventualReader(this.#storage) ?? this.#storage,
      adversity: this.#adversity,
      settings: this.#settings,
      objects: this.#objects,
      kinesis: this.#kinesis,
      realm: { region, accountId },
      clock: this.#clock,
      random: this.#random,
      meter: this.#meter,
      collections: this.#collections,
      ...this.#opened,
    }
  }

  /** Gives errors for a caller in this process the message of the chosen wording, and binary values as bytes. */
  #wordedForCaller(error: unknown): unknown {
    if (!(error instanceof ServiceError)) return error
    const message = error.messageIn(this.messages)
    const fields = materialize(error.fields) as { [name: string]: unknown }
    return new ServiceError(error.name, message, { fields, cause: error.cause })
  }
}

/** Who sent a request, and whether the answer is wanted as text. */
interface Call {
  readonly caller: Caller
  readonly details?: RequestDetails | undefined
  readonly encodes: boolean
}

function textOf(operation: string, answer: WireAnswer): string {
  return bodiless.has(operation) ? '' : encodeAnswer(answer)
}
