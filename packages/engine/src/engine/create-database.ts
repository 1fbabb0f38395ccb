import type { OperationInputs, OperationName, OperationOutputs, Wording } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import { resumeBackfills } from '../operations/backfill-index.ts'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage, StorageSnapshot } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { Catalogue } from '../tables/catalogue.ts'
import { TokenLedger } from '../transactions/token-ledger.ts'
import { Background } from '../util/background.ts'
import { type Clock, systemClock } from '../util/clock.ts'
import { InFlight } from '../util/in-flight.ts'
import { encodeJson } from '../util/json-text.ts'
import { type Random, systemRandom } from '../util/random.ts'
import { validateRequest } from '../validation/validate-request.ts'
import type { Caller, Database, Snapshot } from './database.ts'
import { materialize } from './materialize.ts'
import { bodiless, isOperation, operationTable } from './operation-table.ts'

/** What a database is made of; everything has a default. */
export interface DatabaseOptions {
  /** Where everything is kept; in memory by default. The database closes it. */
  readonly storage?: Storage
  readonly clock?: Clock
  readonly random?: Random
  /** How validation errors are worded: as AWS does today, or as it did before 2026. */
  readonly messages?: Wording
  /** The region of callers that name none. */
  readonly region?: string
  /** The account that owns tables of callers that name none; it shows in ARNs. */
  readonly accountId?: string
  /** Whether all regions and accounts see the same tables. */
  readonly shared?: boolean
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

/** What is read from the store when a database opens, and read again when it is reset or restored. */
interface Opened {
  readonly catalogue: Catalogue
  readonly tokens: TokenLedger
  readonly background: Background
  readonly inFlight: InFlight
}

class Engine implements Database {
  readonly messages: Wording
  readonly region: string
  readonly #home: Caller
  readonly #shared: boolean
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #random: Random
  #opened: Opened | undefined
  /** Contexts by region and account: making one for every request would cost more than a lookup. */
  readonly #contexts = new Map<string, OperationContext>()

  constructor(options: DatabaseOptions) {
    this.messages = options.messages ?? 'current'
    this.region = options.region ?? 'us-east-1'
    this.#home = { region: this.region, accountId: options.accountId ?? '000000000000' }
    this.#shared = options.shared ?? false
    this.#storage = options.storage ?? createMemoryStorage()
    this.#clock = options.clock ?? systemClock
    this.#random = options.random ?? systemRandom
  }

  async open(): Promise<void> {
    const catalogue = await Catalogue.open(this.#storage)
    const tokens = await TokenLedger.open(this.#storage, this.#clock)
    this.#opened = { catalogue, tokens, background: new Background(), inFlight: new InFlight() }
    this.#contexts.clear()
    resumeBackfills(this.#contextFor(this.#home))
  }

  async send<Name extends OperationName>(
    operation: Name,
    input: OperationInputs[Name],
    options: { readonly region?: string } = {},
  ): Promise<OperationOutputs[Name]> {
    const caller = options.region === undefined ? this.#home : { ...this.#home, region: options.region }
    try {
      return materialize(await this.#run(operation, input, caller)) as OperationOutputs[Name]
    } catch (error) {
      throw this.#wordedForCaller(error)
    }
  }

  async execute(operation: string, input: unknown, caller: Caller): Promise<string> {
    const answer = await this.#run(operation, input, caller)
    return bodiless.has(operation) ? '' : encodeJson(answer)
  }

  async settled(): Promise<void> {
    await this.#opened?.background.settled()
  }

  async reset(): Promise<void> {
    await this.#opened?.background.stop()
    await this.#storage.clear()
    await this.open()
  }

  async snapshot(): Promise<Snapshot> {
    await this.settled()
    return this.#storage.snapshot()
  }

  async restore(snapshot: Snapshot): Promise<void> {
    await this.#opened?.background.stop()
    await this.#storage.restore(snapshot as StorageSnapshot)
    await this.open()
  }

  async close(): Promise<void> {
    await this.#opened?.background.stop()
    this.#opened = undefined
    this.#contexts.clear()
    await this.#storage.close()
  }

  async #run(operation: string, input: unknown, caller: Caller): Promise<WireAnswer> {
    if (!isOperation(operation)) throw notBuilt(operation)
    try {
      return await this.#dispatch(operation, input, caller)
    } catch (error) {
      // To use a database that was closed is a mistake of the program around it, not of a request.
      throw error instanceof StorageError && error.code !== 'CLOSED' ? serviceErrorOf(error) : error
    }
  }

  async #dispatch<Name extends OperationName>(
    operation: Name,
    input: unknown,
    caller: Caller,
  ): Promise<WireAnswer> {
    const valid = validateRequest(operation, input)
    const context = this.#contextFor(caller)
    const ticket = context.inFlight.enter()
    try {
      return await operationTable[operation](context, valid)
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
      realm: { region, accountId },
      clock: this.#clock,
      random: this.#random,
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
