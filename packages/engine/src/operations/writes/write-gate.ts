import type { AttributeMap } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import { type Collection, type CollectionSizes, hasLocalIndexes } from '../../capacity/collection-sizes.ts'
import { isThrottling } from '../../capacity/throttling-error.ts'
import type { Access, Hold } from '../../capacity/usage.ts'
import type { UsageMeter } from '../../capacity/usage-meter.ts'
import type { RecordValue } from '../../storage/storage.ts'
import type { IndexEffect } from '../../tables/index-changes.ts'
import { StoredItem } from '../../tables/stored-item.ts'
import { readUnits, writeUnits } from '../../tables/units.ts'
import { canceledByErrors } from '../../transactions/transaction-canceled.ts'
import type { OperationContext } from '../operation-context.ts'
import { type ItemWrite, largestSize, type WriteOutcome } from './decide-write.ts'

/**
 * Writes that ask to pass the gate; a transaction passes as a whole or not at all, for double the units of the
 * table.
 */
export interface GatedWrites {
  readonly writes: readonly ItemWrite[]
  readonly isTransaction?: boolean | undefined
}

/** What a commit reports to the gate while it decides. It may decide repeatedly; the last decision counts. */
export interface GateWatch {
  /** Tells the gate the existing items. */
  saw(records: readonly (RecordValue | undefined)[]): void
  /**
   * Tells the gate the effects on them; throws if an index or a collection refuses these. There are no effects for
   * writes that were made before, whose sizes are known, or that fail their conditions.
   */
  decided(outcomes: readonly WriteOutcome[], repeatedBytes?: readonly number[]): void
}

const noGrowths: ReadonlyMap<Collection, number> = new Map()

/** Returns the gate that writes must pass, or `undefined` if usage is not tracked and no limit can be reached. */
export function findGate(context: OperationContext, gated: GatedWrites): WriteGate | undefined {
  const { meter, collections } = context
  if (!meter.active && !gated.writes.some(({ table }) => hasLocalIndexes(table))) return undefined
  return new WriteGate(gated, meter, collections)
}

/**
 * Reserves the capacity of writes before they are made and reports what they used: the table's capacity in advance,
 * that of global indexes once the effects of the writes are known. Also keeps item collections within their limit.
 */
class WriteGate implements GateWatch {
  readonly #gated: GatedWrites
  readonly #meter: UsageMeter
  readonly #sizes: CollectionSizes
  readonly #factor: number
  #holds: (Hold | undefined)[] = []
  #indexHolds: IndexHold[] = []
  #collections: (Collection | undefined)[] = []
  /** What has already been added to collections, according to the decision. */
  #growths: ReadonlyMap<Collection, number> = noGrowths
  #records: readonly (RecordValue | undefined)[] = []
  #outcomes: readonly WriteOutcome[] = []
  #repeatedBytes: readonly number[] | undefined

  constructor(gated: GatedWrites, meter: UsageMeter, sizes: CollectionSizes) {
    this.#gated = gated
    this.#meter = meter
    this.#sizes = sizes
    this.#factor = gated.isTransaction ? 2 : 1
  }

  /** Runs a commit: reserves capacity before it, and settles it afterwards. */
  async pass<Answer>(commit: (watch: GateWatch) => Promise<Answer>): Promise<Answer> {
    const { writes } = this.#gated
    if (writes.some(({ table }) => hasLocalIndexes(table))) {
      this.#collections = await Promise.all(writes.map((write) => this.#findCollection(write)))
    }
    this.#holds = this.#admitAll()
    try {
      const answer = await commit(this)
      this.#settle()
      return answer
    } catch (error) {
      this.#fail(error)
      throw error
    }
  }

  saw(records: readonly (RecordValue | undefined)[]): void {
    this.#takeBackGrowths()
    this.#records = records
    this.#outcomes = []
  }

  decided(outcomes: readonly WriteOutcome[], repeatedBytes?: readonly number[]): void {
    this.#outcomes = outcomes
    this.#repeatedBytes = repeatedBytes
    this.#releaseIndexes()
    this.#checkCollections(outcomes)
    this.#refuseAny(
      outcomes.map((outcome, position) =>
        errorOf(() => {
          if (this.#isFree(position)) return
          for (const { access, units } of indexAccesses(this.#writeAt(position), outcome.indexEffects)) {
            this.#indexHolds.push({ hold: this.#meter.admit(access, units), units })
          }
        }),
      ),
    )
  }

  #admitAll(): (Hold | undefined)[] {
    const holds: (Hold | undefined)[] = []
    const errors = this.#gated.writes.map((write, position) =>
      errorOf(() => {
        if (!this.#isFree(position)) holds[position] = this.#meter.admit(tableAccess(write), this.#factor)
      }),
    )
    try {
      this.#refuseAny(errors)
    } catch (error) {
      for (const hold of holds) if (hold !== undefined) this.#meter.release(hold)
      throw error
    }
    return holds
  }

  /** Deletes by the service cost nothing, and bulk operations are billed by bytes. */
  #isFree(position: number): boolean {
    return !this.#meter.active || this.#writeAt(position).origin !== undefined
  }

  #refuseAny(errors: readonly (ServiceError | undefined)[]): void {
    const first = errors.find((error) => error !== undefined)
    if (first === undefined) return
    // AWS was seen to refuse throttled transactions as it does single writes, although it documents reasons for them.
    throw this.#gated.isTransaction && !isThrottling(first) ? canceledByErrors(errors) : first
  }

  async #findCollection({ table, key }: ItemWrite): Promise<Collection | undefined> {
    return hasLocalIndexes(table) ? this.#sizes.find(table, key.partition) : undefined
  }

  #checkCollections(outcomes: readonly WriteOutcome[]): void {
    if (this.#collections.every((collection) => collection === undefined)) return
    const growths = new Map<Collection, number>()
    const errors = outcomes.map((outcome, position) => {
      const collection = this.#collections[position]
      const added = growthBytes(outcome)
      if (collection === undefined) return undefined
      const sum = (growths.get(collection) ?? 0) + added
      growths.set(collection, sum)
      // A write that shrinks a collection is always allowed.
      return added > 0 && collection.sizeBytes + sum > this.#sizes.maxBytes ? collectionFull() : undefined
    })
    this.#refuseAny(errors)
    // Other writes are decided before this one is done, and together they must not exceed the limit.
    for (const [collection, added] of growths) collection.sizeBytes += added
    this.#growths = growths
  }

  #takeBackGrowths(): void {
    for (const [collection, added] of this.#growths) collection.sizeBytes -= added
    this.#growths = noGrowths
  }

  #settle(): void {
    // From now on, what was written counts wherever its collection is known.
    this.#takeBackGrowths()
    if (this.#repeatedBytes !== undefined) this.#settleRepeated(this.#repeatedBytes)
    else if (this.#outcomes.length === 0) this.#settleFailed()
    for (const [position, outcome] of this.#outcomes.entries()) {
      const write = this.#writeAt(position)
      if (hasLocalIndexes(write.table)) {
        this.#sizes.grew(write.table, write.key.partition, growthBytes(outcome))
      }
      const hold = this.#holds[position]
      if (hold === undefined) continue
      this.#meter.settle(hold, writeUnits(largestSize(outcome)) * this.#factor)
      for (const { index, units } of outcome.indexEffects) {
        // Local indexes use the capacity of their table.
        if (index.kind === 'local') this.#meter.use({ ...tableAccess(write), index }, units)
      }
    }
    for (const { hold, units } of this.#indexHolds) this.#meter.settle(hold, units)
  }

  /** A transaction that was made before is only looked up, which costs reads of the items as they were then. */
  #settleRepeated(sizes: readonly number[]): void {
    for (const [position, hold] of this.#holds.entries()) {
      if (hold === undefined) continue
      this.#meter.release(hold)
      const units = readUnits(sizes[position] ?? 0, true) * this.#factor
      this.#meter.use({ ...hold.access, kind: 'read' }, units)
    }
  }

  /** Throttled writes cost nothing. */
  #fail(error: unknown): void {
    this.#takeBackGrowths()
    this.#releaseIndexes()
    if (error instanceof ServiceError && this.#outcomes.length === 0) this.#settleFailed()
    else for (const hold of this.#holds) if (hold !== undefined) this.#meter.release(hold)
  }

  /** If a condition fails, all existing items are charged, including those whose own condition holds. */
  #settleFailed(): void {
    for (const [position, hold] of this.#holds.entries()) {
      if (hold === undefined) continue
      this.#meter.settle(hold, writeUnits(this.#records[position]?.sizeBytes ?? 0) * this.#factor)
    }
  }

  #releaseIndexes(): void {
    for (const { hold } of this.#indexHolds) this.#meter.release(hold)
    this.#indexHolds = []
  }

  #writeAt(position: number): ItemWrite {
    return this.#gated.writes[position] as ItemWrite
  }
}

/** Reports what a write used that could not be refused. */
export function meterWrite(meter: UsageMeter, write: ItemWrite, outcome: WriteOutcome): void {
  if (write.origin !== undefined) return
  const access = tableAccess(write)
  meter.use(access, writeUnits(largestSize(outcome)))
  if (outcome.indexEffects.length === 0) return
  for (const { index, units } of outcome.indexEffects) {
    if (index.kind === 'local') meter.use({ ...access, index }, units)
  }
  for (const { access: other, units } of indexAccesses(write, outcome.indexEffects)) meter.use(other, units)
}

/** Same for a failed write, which is charged for the existing item. */
export function meterFailedWrite(
  meter: UsageMeter,
  write: ItemWrite,
  { error, found }: { readonly error: unknown; readonly found: RecordValue | undefined },
): void {
  if (!(error instanceof ServiceError) || write.origin !== undefined) return
  meter.use(tableAccess(write), writeUnits(found?.sizeBytes ?? 0))
}

function tableAccess({ table, key, keyItem }: ItemWrite): Access {
  return { table, kind: 'write', partition: key.partition, sort: key.sort, keyItem }
}

interface IndexHold {
  readonly hold: Hold
  readonly units: number
}

/** Returns the accesses of a write to global indexes; an entry that moves is written in two places. */
function indexAccesses({ table }: ItemWrite, effects: readonly IndexEffect[]) {
  const accesses: { readonly access: Access; readonly units: number }[] = []
  for (const { index, changes, units } of effects) {
    if (index.kind !== 'global') continue
    const last = changes.at(-1)
    // The removed entry comes first; it accounts for the units that the new one does not use.
    const lastUnits = changes.length === 1 ? units : writeUnits(last?.value?.sizeBytes ?? 0)
    for (const change of changes) {
      const { partition, sort, value } = change
      const access: Access = { table, index, kind: 'write', partition, sort, keyItem: itemOf(value) }
      accesses.push({ access, units: change === last ? lastUnits : units - lastUnits })
    }
  }
  return accesses
}

// An entry that is being written is already an item, so nothing needs parsing.
function itemOf(value: RecordValue | undefined): AttributeMap | undefined {
  return value instanceof StoredItem ? value.item : undefined
}

/** Returns how much a write adds to a collection: the item and its entries in local indexes. */
function growthBytes({ before, after, indexEffects }: WriteOutcome): number {
  let growth = (after?.sizeBytes ?? 0) - (before?.sizeBytes ?? 0)
  for (const { index, growthBytes: added } of indexEffects) if (index.kind === 'local') growth += added
  return growth
}

function collectionFull(): ServiceError {
  return new ServiceError('ItemCollectionSizeLimitExceededException', 'Collection size exceeded.')
}

function errorOf(attempt: () => void): ServiceError | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}
