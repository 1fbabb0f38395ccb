import type { AttributeMap } from '@monotable/protocol'
import type { ByteString, Storage, StoredRecord } from '../storage/storage.ts'
import { TABLE_MAX_UNITS } from '../tables/capacity-quota.ts'
import { pickAttributes } from '../tables/item-key.ts'
import type { Table, TableIndex } from '../tables/table.ts'
import type { InsightsSetting, Throughput } from '../tables/table-definition.ts'
import type { Clock } from '../util/clock.ts'
import type { CapacityOptions } from './capacity-options.ts'
import { type Heat, type Insights, partitionHeats } from './heat.ts'
import { KeyInsights } from './key-insights.ts'
import { HEAT_SPLIT_SECONDS, PARTITION_MAX_BYTES } from './partition-limits.ts'
import { type CapacityTerms, ResourceCapacity, type SplitRules } from './resource-capacity.ts'
import { type LimitType, type Refusal, throttlingError } from './throttling-error.ts'
import type { Access, Hold } from './usage.ts'

/** A table or a global index whose capacity is tracked. */
interface Watched {
  /** The definition that the capacity was last tuned to. */
  source: object
  readonly capacity: ResourceCapacity
  readonly accessed: KeyInsights
  readonly accessedItems: KeyInsights
  readonly throttled: KeyInsights
  readonly throttledItems: KeyInsights
  measuredMs: number
}

/** How often the size of a table is measured. */
const measureEveryMs = 60_000
/** With more tables than this, the oldest are dropped; deleted ones go this way. */
const watchedMax = 1_000
/** Busy keys are remembered for an hour, or for a few minutes if very many tables are tracked. */
const insightsMinutes = 60
const fewMinutes = 5
const manyTables = 100
/** A write of one unit counts as three reads. */
const writeWeight = 3
const noThroughput: Throughput = { read: 0, write: 0, decreasesToday: 0 }

/** Tracks how busy every table and index is, and refuses what exceeds its capacity. */
export class CapacityControl {
  readonly #storage: Pick<Storage, 'size'>
  readonly #clock: Clock
  readonly #throttles: boolean
  /** Whether all tables are tracked, or only those with Contributor Insights. */
  #watchesAll: boolean
  readonly #rules: SplitRules
  readonly #account: CapacityTerms['account']
  readonly #watched = new Map<string, Watched>()

  constructor(
    options: CapacityOptions,
    { storage, clock }: { storage: Pick<Storage, 'size'>; clock: Clock },
  ) {
    this.#storage = storage
    this.#clock = clock
    this.#throttles = options.throttle ?? false
    this.#watchesAll = this.#throttles || (options.watch ?? false)
    this.#rules = {
      partitionMaxBytes: options.partitionMaxBytes ?? PARTITION_MAX_BYTES,
      heatSplitSeconds: options.heatSplitSeconds ?? HEAT_SPLIT_SECONDS,
    }
    this.#account = {
      read: options.accountReadUnits ?? TABLE_MAX_UNITS,
      write: options.accountWriteUnits ?? TABLE_MAX_UNITS,
    }
  }

  /** Admits an access and charges its minimum; throws AWS's error if the limits are exceeded. */
  admit(access: Access, leastUnits: number, onRefused: (limits: readonly LimitType[]) => void): Hold {
    const watched = this.#watchedOf(access.table, ownIndex(access))
    if (watched === undefined) return { access, reserved: 0, refused: false }
    const { capacity } = watched
    const nowMs = this.#clock.now()
    const partition = capacity.partitionOf(placeOf(access))
    const limits = capacity.refusals(access.kind, partition, nowMs)
    if (limits.length === 0) {
      capacity.take(access.kind, partition, { units: leastUnits, nowMs })
      return { access, reserved: leastUnits, refused: false, partition }
    }
    partition[access.kind].refused.add(1, nowMs)
    this.#countThrottle(watched, access, nowMs)
    if (!this.#throttles) return { access, reserved: 0, refused: true, partition }
    onRefused(limits)
    throw throttlingError(refusalsOf(access, capacity.terms, limits))
  }

  /** Charges what an access used beyond its reservation. */
  settle({ access, reserved, refused, partition: held }: Hold, units: number): void {
    const watched = this.#watchedOf(access.table, ownIndex(access))
    if (watched === undefined) return
    const { capacity } = watched
    const nowMs = this.#clock.now()
    const place = placeOf(access)
    const partition = held ?? capacity.partitionOf(place)
    if (!refused && units !== reserved) {
      capacity.take(access.kind, partition, { units: units - reserved, nowMs })
    }
    capacity.heat(access.kind, partition, { place, units, nowMs })
    this.#countAccess(watched, access, units * (access.kind === 'write' ? writeWeight : 1), nowMs)
    this.#measureNowAndThen(watched, access, nowMs)
  }

  /** Returns the reservation of an access that did not take place. */
  release({ access, reserved, refused, partition: held }: Hold): void {
    const watched = this.#watchedOf(access.table, ownIndex(access))
    if (watched === undefined || refused || reserved === 0) return
    const partition = held ?? watched.capacity.partitionOf(placeOf(access))
    watched.capacity.take(access.kind, partition, { units: -reserved, nowMs: this.#clock.now() })
  }

  /** Charges a page of a Query or a Scan to the partitions that it came from. */
  settlePage(hold: Hold, units: number, records: readonly StoredRecord[]): void {
    const { access } = hold
    const watched = this.#watchedOf(access.table, ownIndex(access))
    if (watched === undefined) return
    const parts = pageParts(watched.capacity, records)
    if (parts.length < 2) {
      this.settle(hold, units)
      return
    }
    this.release(hold)
    const total = parts.reduce((sum, part) => sum + part.sizeBytes, 0)
    for (const { partition, sort, sizeBytes } of parts) {
      const part = { access: { ...access, partition, sort }, reserved: 0, refused: hold.refused }
      this.settle(part, total === 0 ? units / parts.length : (units * sizeBytes) / total)
    }
  }

  /** Tracks all tables from now on. */
  watchAll(): void {
    this.#watchesAll = true
  }

  /** Returns how busy a table or a global index is; nothing is known about one that is not tracked. */
  heat(table: Table, index: TableIndex | undefined): Heat {
    const watched = this.#watchedOf(table, index)
    return {
      table: table.name,
      ...(index && { index: index.name }),
      billingMode: table.definition.billingMode,
      throttles: this.#throttles,
      partitions: watched === undefined ? [] : partitionHeats(watched.capacity, this.#clock.now()),
    }
  }

  /** Returns the busiest keys of the last minutes. */
  insights(table: Table, index: TableIndex | undefined, minutes: number): Insights {
    const watched = this.#watchedOf(table, index)
    const nowMs = this.#clock.now()
    return {
      table: table.name,
      ...(index && { index: index.name }),
      mostAccessed: watched?.accessed.top(nowMs, minutes) ?? [],
      mostThrottled: watched?.throttled.top(nowMs, minutes) ?? [],
      mostAccessedItems: watched?.accessedItems.top(nowMs, minutes) ?? [],
      mostThrottledItems: watched?.throttledItems.top(nowMs, minutes) ?? [],
    }
  }

  #watchedOf(table: Table, index: TableIndex | undefined): Watched | undefined {
    const source = index ?? table.definition
    if (!this.#watchesAll && source.insights?.enabled !== true) return undefined
    const known = this.#watched.get(placeOfCapacity(table, source))
    if (known === undefined) return this.#watch(table, index)
    if (known.source !== source) {
      known.source = source
      known.capacity.retune(this.#termsOf(table, index), this.#clock.now())
    }
    return known
  }

  #watch(table: Table, index: TableIndex | undefined): Watched {
    const source = index ?? table.definition
    // The longest-tracked one goes first; if its table still exists, it is tracked anew.
    if (this.#watched.size >= watchedMax) this.#watched.delete(this.#watched.keys().next().value ?? '')
    const minutes = this.#watched.size < manyTables ? insightsMinutes : fewMinutes
    const watched: Watched = {
      source,
      capacity: new ResourceCapacity(this.#termsOf(table, index), this.#rules, this.#clock.now()),
      accessed: new KeyInsights(minutes),
      accessedItems: new KeyInsights(minutes),
      throttled: new KeyInsights(minutes),
      throttledItems: new KeyInsights(minutes),
      measuredMs: Number.NEGATIVE_INFINITY,
    }
    this.#watched.set(placeOfCapacity(table, source), watched)
    return watched
  }

  #termsOf({ definition }: Table, index: TableIndex | undefined): CapacityTerms {
    const owner = index ?? definition
    const provisioned = owner.throughput ?? noThroughput
    return {
      billingMode: definition.billingMode,
      provisioned,
      maximum: owner.onDemandLimits ?? {},
      warm: owner.warmThroughput ?? provisioned,
      account: this.#account,
      sinceMs: definition.createdMs,
      changedMs: Math.max(provisioned.lastIncreaseMs ?? 0, provisioned.lastDecreaseMs ?? 0),
      keepsCollections: index === undefined && definition.indexes.some(({ kind }) => kind === 'local'),
    }
  }

  #countAccess(watched: Watched, access: Access, amount: number, nowMs: number): void {
    if (access.keyItem === undefined || !this.#counts(access, 'ACCESSED_AND_THROTTLED_KEYS')) return
    count(watched.accessed, watched.accessedItems, { access, amount, nowMs })
  }

  #countThrottle(watched: Watched, access: Access, nowMs: number): void {
    if (access.keyItem === undefined || !this.#counts(access, 'THROTTLED_KEYS')) return
    count(watched.throttled, watched.throttledItems, { access, amount: 1, nowMs })
  }

  #counts(access: Access, mode: InsightsSetting['mode']): boolean {
    if (this.#watchesAll) return true
    const insights = (ownIndex(access) ?? access.table.definition).insights
    return insights?.enabled === true && (mode === 'THROTTLED_KEYS' || insights.mode === mode)
  }

  // The size arrives slightly later, and only the partitions of this table depend on it.
  #measureNowAndThen(watched: Watched, access: Access, nowMs: number): void {
    // A clock that was ahead may have been set right.
    if (Math.abs(nowMs - watched.measuredMs) < measureEveryMs) return
    watched.measuredMs = nowMs
    const { space } = ownIndex(access) ?? access.table.definition
    this.#storage.size(space).then(
      ({ sizeBytes }) => watched.capacity.measured(sizeBytes, nowMs),
      // The table was dropped or the store closed meanwhile: there is nothing left to measure.
      () => {},
    )
  }
}

/** Tables of a group share their spaces, but not their capacity. */
function placeOfCapacity(
  { definition: { group, id } }: Table,
  { space }: { readonly space: string },
): string {
  return group === undefined ? space : `${space} ${id}`
}

function placeOf({ partition, sort }: Access): ByteString {
  return sort === '' ? partition : partition + sort
}

/** Local indexes share the partitions and the capacity of their table. */
function ownIndex({ index }: Access): TableIndex | undefined {
  return index?.kind === 'global' ? index : undefined
}

interface Counted {
  readonly access: Access
  readonly amount: number
  readonly nowMs: number
}

function count(byKey: KeyInsights, byItem: KeyInsights, { access, amount, nowMs }: Counted): void {
  const { key, keyAttributes } = ownIndex(access) ?? access.table
  const item = access.keyItem as AttributeMap
  byKey.add(access.partition, amount, { nowMs, keyOf: () => pickAttributes(item, key.hash) })
  // A Query is for a partition key, not for an item.
  if (key.range.length === 0 || !keyAttributes.every(({ name }) => Object.hasOwn(item, name))) return
  const keyOf = () => pickAttributes(item, keyAttributes)
  byItem.add(access.partition + access.sort, amount, { nowMs, keyOf })
}

function refusalsOf(
  { table, index, kind }: Access,
  { billingMode }: CapacityTerms,
  limits: readonly LimitType[],
): [Refusal, ...Refusal[]] {
  const isIndex = index?.kind === 'global'
  const arn = isIndex ? `${table.definition.arn}/index/${index.name}` : table.definition.arn
  const resource = isIndex ? 'Index' : 'Table'
  const refusals = limits.map((limit): Refusal => ({ resource, arn, kind, limit, billingMode }))
  return refusals as [Refusal, ...Refusal[]]
}

interface PagePart {
  readonly partition: string
  readonly sort: string
  sizeBytes: number
}

/** Returns the runs of records that lie in the same partition. */
function pageParts(capacity: ResourceCapacity, records: readonly StoredRecord[]): PagePart[] {
  const parts: PagePart[] = []
  const first = records[0]
  const last = records.at(-1)
  if (first === undefined || last === undefined || capacity.map.partitions.length === 1) return parts
  const ofFirst = capacity.partitionOf(first.partition + first.sort)
  if (ofFirst === capacity.partitionOf(last.partition + last.sort)) return parts
  let current: unknown
  for (const { partition, sort, sizeBytes } of records) {
    const holder = capacity.partitionOf(partition + sort)
    if (holder !== current) parts.push({ partition, sort, sizeBytes: 0 })
    current = holder
    const part = parts.at(-1)
    if (part !== undefined) part.sizeBytes += sizeBytes
  }
  return parts
}
