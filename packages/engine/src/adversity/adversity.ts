import { ServiceError } from '@monotable/protocol'
import { type Refusal, throttlingError } from '../capacity/throttling-error.ts'
import type { RecordKey, SpaceId } from '../storage/storage.ts'
import { entryOf } from '../tables/index-changes.ts'
import type { StoredItem } from '../tables/stored-item.ts'
import { isGlobal, type Table } from '../tables/table.ts'
import { noReason, transactionCanceled } from '../transactions/transaction-canceled.ts'
import type { Clock } from '../util/clock.ts'
import { vectorEntryOf } from '../vectors/vector-entry.ts'
import type { AdversityOptions } from './adversity-options.ts'
import { RecentPast } from './recent-past.ts'
import { SeededChance } from './seeded-chance.ts'
import { createStaleReader, type Reader } from './stale-reader.ts'

/** Item operations, and whether they read or write. */
const itemOperations: ReadonlyMap<string, 'read' | 'write'> = new Map([
  ['BatchExecuteStatement', 'write'],
  ['BatchGetItem', 'read'],
  ['BatchWriteItem', 'write'],
  ['DeleteItem', 'write'],
  ['ExecuteStatement', 'read'],
  ['ExecuteTransaction', 'write'],
  ['GetItem', 'read'],
  ['PutItem', 'write'],
  ['Query', 'read'],
  ['Scan', 'read'],
  ['SearchVectors', 'read'],
  ['TransactGetItems', 'read'],
  ['TransactWriteItems', 'write'],
  ['UpdateItem', 'write'],
])

const singleWrites: ReadonlySet<string> = new Set(['DeleteItem', 'ExecuteStatement', 'PutItem', 'UpdateItem'])

/** Properties of a request that its operation does not determine. */
export interface RequestKind {
  /** The number of items of a transaction; undefined for other requests. */
  readonly transactionItems: number | undefined
  /** What a statement does; undefined for other requests. */
  readonly statement: 'read' | 'write' | undefined
}

const conflictMessage = 'Transaction is ongoing for the item'

/** A committed change of an item. */
export interface MadeChange {
  readonly table: Table
  readonly key: RecordKey
  readonly before: StoredItem | undefined
  readonly after: StoredItem | undefined
}

/** Injects adversity into the requests of a database, drawn from a seed. */
export class Adversity {
  readonly #options: AdversityOptions
  readonly #clock: Clock
  readonly #chance: SeededChance
  readonly #staleMs: number
  readonly #past: RecentPast
  readonly #globalIndexes = new Set<SpaceId>()

  constructor(options: AdversityOptions, clock: Clock) {
    this.#options = options
    this.#clock = clock
    this.#chance = new SeededChance(options.seed ?? 1)
    this.#staleMs = options.staleMs ?? 1_000
    this.#past = new RecentPast(clock, this.#staleMs)
  }

  /** Returns a reader for requests that did not ask for consistency. */
  eventualReader(storage: Reader): Reader {
    return createStaleReader(storage, this.#past, (space) => {
      const { staleReads = 0, laggingIndexes = 0 } = this.#options
      const chance = this.#globalIndexes.has(space) ? laggingIndexes : staleReads
      if (!this.#chance.happens(chance)) return undefined
      return this.#clock.now() - Math.ceil(this.#chance.next() * this.#staleMs)
    })
  }

  /** Makes stale reads wait for a commit, and for the `remember` calls that belong to it. */
  follow<Answer>(commit: Promise<Answer>): Promise<Answer> {
    return this.#past.follow(commit)
  }

  /** Records a change, so that stale reads can still see the previous state. */
  remember({ table, key, before, after }: MadeChange): void {
    if (!this.#options.staleReads && !this.#options.laggingIndexes) return
    const untilMs = this.#clock.now()
    this.#past.remember(key, before, untilMs)
    for (const index of table.indexes) {
      if (isGlobal(index)) this.#globalIndexes.add(index.space)
      const old = entryOf(table, index, before)
      const next = entryOf(table, index, after)
      if (old) this.#past.remember(old.key, old.value, untilMs)
      const hasMoved = next && (next.key.partition !== old?.key.partition || next.key.sort !== old.key.sort)
      if (hasMoved) this.#past.remember(next.key, undefined, untilMs)
    }
    for (const index of table.vectorIndexes) {
      this.#globalIndexes.add(index.space)
      const old = vectorEntryOf(table, index, before)
      const next = vectorEntryOf(table, index, after)
      if (old) this.#past.remember(old.key, old.value, untilMs)
      const hasMoved = next && next.key.partition !== old?.key.partition
      if (hasMoved) this.#past.remember(next.key, undefined, untilMs)
    }
  }

  /** Forgets the past: the contents of the store have been replaced. */
  forget(): void {
    this.#past.clear()
  }

  /** Returns how long to delay a request; `undefined` for no delay. */
  latencyMs(operation: string): number | undefined {
    const { latency = 0, latencyMs = 100 } = this.#options
    if (!itemOperations.has(operation)) return undefined
    return this.#chance.happens(latency) ? Math.ceil(this.#chance.next() * latencyMs) : undefined
  }

  /** Refuses a request at random. */
  refuse(operation: string, table: Table, { transactionItems: count, statement }: RequestKind): void {
    const kind = statement ?? itemOperations.get(operation)
    if (kind === undefined) return
    if (this.#chance.happens(this.#options.throttling ?? 0)) throw throttled(table, kind)
    const isSingleWrite = singleWrites.has(operation) && kind === 'write'
    if (count === undefined && !isSingleWrite) return
    if (!this.#chance.happens(this.#options.conflicts ?? 0)) return
    if (count === undefined) throw new ServiceError('TransactionConflictException', conflictMessage)
    const met = Math.floor(this.#chance.next() * count)
    const conflict = { Code: 'TransactionConflict', Message: conflictMessage } as const
    throw transactionCanceled(Array.from({ length: count }, (_, i) => (i === met ? conflict : noReason)))
  }

  /** Throws for an item of a batch that is to be left unprocessed. */
  refuseOne(table: Table, kind: 'read' | 'write'): void {
    if (this.#chance.happens(this.#options.unprocessed ?? 0)) throw throttled(table, kind)
  }

  /** Returns how many of the records just read are to be repeated: usually none. */
  repeated(records: number): number {
    if (records === 0 || !this.#chance.happens(this.#options.repeatedRecords ?? 0)) return 0
    return 1 + Math.floor(this.#chance.next() * records)
  }

  /** Returns how much later an expired item is deleted. */
  lateTtlMs(): number {
    const { lateTtlMs = 0 } = this.#options
    return lateTtlMs === 0 ? 0 : Math.floor(this.#chance.next() * lateTtlMs)
  }
}

function throttled({ definition }: Table, kind: 'read' | 'write'): ServiceError {
  const { arn, billingMode } = definition
  const refusal: Refusal = {
    resource: 'Table',
    arn,
    kind,
    limit: billingMode === 'PROVISIONED' ? 'ProvisionedThroughputExceeded' : 'KeyRangeThroughputExceeded',
    billingMode,
  }
  return throttlingError([refusal])
}
