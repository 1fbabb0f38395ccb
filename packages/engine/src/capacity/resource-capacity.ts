import type { BillingMode } from '@monotable/protocol'
import type { ByteString } from '../storage/storage.ts'
import type { OnDemandLimits, Units } from '../tables/table-definition.ts'
import { BURST_SECONDS, PARTITION_UNITS } from './partition-limits.ts'
import { type AccessKind, type Partition, PartitionMap } from './partition-map.ts'
import type { LimitType } from './throttling-error.ts'
import { type BucketRate, TokenBucket } from './token-bucket.ts'

/** The terms that apply to the capacity of a table or a global index. */
export interface CapacityTerms {
  readonly billingMode: BillingMode
  readonly provisioned: Units
  readonly maximum: OnDemandLimits
  /** What it can take at once; determines the initial number of partitions. */
  readonly warm: Units
  /** The limits of any on-demand table or index. */
  readonly account: Units
  /** Since when capacity may have gone unused. */
  readonly sinceMs: number
  /** When provisioned units last changed. */
  readonly changedMs: number
  /** Whether the items of one partition key stay together, because the table has local indexes. */
  readonly keepsCollections: boolean
}

/** When partitions are split. */
export interface SplitRules {
  readonly partitionMaxBytes: number
  readonly heatSplitSeconds: number
}

/** Units used at a place. */
interface HeatUse {
  readonly place: ByteString
  readonly units: number
  readonly nowMs: number
}

interface Gate {
  readonly limit: LimitType
  readonly bucket: TokenBucket
}

/** The share of its limit from which a partition counts as hot. */
const hotShare = 0.9
const noLimits: readonly LimitType[] = []

/**
 * The capacity of one table or global index: what it may use in total, and how that is spread over partitions.
 *
 * A partition may use everything its table has, up to its own limits, regardless of its share: adaptive capacity
 * has been instant since 2019. Unused capacity of the table is kept for 300 seconds; a partition has no burst,
 * since its limits are those of the hardware.
 */
export class ResourceCapacity {
  readonly map: PartitionMap
  readonly #rules: SplitRules
  #terms: CapacityTerms
  #gates: { readonly [kind in AccessKind]: Gate[] } = { read: [], write: [] }

  constructor(terms: CapacityTerms, rules: SplitRules, nowMs: number) {
    this.#terms = terms
    this.#rules = rules
    this.map = new PartitionMap(partitionCount(terms), nowMs)
    this.#setGates(nowMs)
  }

  get terms(): CapacityTerms {
    return this.#terms
  }

  /** Applies a change of the table's definition. */
  retune(terms: CapacityTerms, nowMs: number): void {
    this.#terms = terms
    this.map.grow(partitionCount(terms), nowMs)
    this.#setGates(nowMs)
  }

  /** Records how much it holds. */
  measured(sizeBytes: number, nowMs: number): void {
    this.map.growWithSize(sizeBytes, this.#rules.partitionMaxBytes, nowMs)
  }

  /** Returns the partition that contains a place. */
  partitionOf(place: ByteString): Partition {
    return this.map.partitionAt(this.#placeOf(place))
  }

  /** Returns the limits that refuse an access now; empty if it may proceed. */
  refusals(kind: AccessKind, partition: Partition, nowMs: number): readonly LimitType[] {
    let limits = noLimits
    for (const gate of this.#gates[kind]) if (gate.bucket.level(nowMs) <= 0) limits = [...limits, gate.limit]
    if (partition[kind].bucket.level(nowMs) > 0) return limits
    return [...limits, 'KeyRangeThroughputExceeded']
  }

  /** Charges units, or returns them if negative. */
  take(kind: AccessKind, partition: Partition, { units, nowMs }: { units: number; nowMs: number }): void {
    for (const gate of this.#gates[kind]) gate.bucket.take(units, nowMs)
    partition[kind].bucket.take(units, nowMs)
  }

  /** Counts units as heat of a place. */
  heat(kind: AccessKind, partition: Partition, { place, units, nowMs }: HeatUse): void {
    const { used } = partition[kind]
    used.add(units, nowMs)
    if (used.thisSecond(nowMs) < hotShare * PARTITION_UNITS[kind]) return
    const splitSeconds = this.#rules.heatSplitSeconds
    this.map.heat(partition, this.#placeOf(place), { nowMs, splitSeconds })
  }

  #placeOf(place: ByteString): ByteString {
    return this.#terms.keepsCollections ? place.slice(0, 16) : place
  }

  #setGates(nowMs: number): void {
    this.#gates = { read: this.#gatesOf('read', nowMs), write: this.#gatesOf('write', nowMs) }
  }

  #gatesOf(kind: AccessKind, nowMs: number): Gate[] {
    const old = this.#gates[kind]
    return ratesOf(this.#terms, kind).map(([limit, rate]) => {
      const known = old.find((gate) => gate.limit === limit)
      known?.bucket.retune(rate, Math.min(nowMs, this.#terms.changedMs))
      // Capacity unused since the table was created is available in addition to the units of the first second.
      const unusedSeconds = Math.max(0, nowMs - this.#terms.sinceMs) / 1000
      const level = rate.perSecond * (1 + unusedSeconds)
      return known ?? { limit, bucket: new TokenBucket(rate, { level, nowMs }) }
    })
  }
}

/** Returns how many partitions the terms ask for. */
export function partitionCount({ billingMode, provisioned, warm }: CapacityTerms): number {
  const forWarm = Math.max(warm.read / PARTITION_UNITS.read, warm.write / PARTITION_UNITS.write)
  if (billingMode === 'PAY_PER_REQUEST') return Math.ceil(forWarm)
  const { read, write } = provisioned
  return Math.ceil(Math.max(forWarm, read / PARTITION_UNITS.read + write / PARTITION_UNITS.write))
}

function ratesOf(terms: CapacityTerms, kind: AccessKind): [LimitType, BucketRate][] {
  if (terms.billingMode === 'PROVISIONED') {
    return [['ProvisionedThroughputExceeded', withBurst(terms.provisioned[kind])]]
  }
  const perSecond = terms.account[kind]
  const account: [LimitType, BucketRate] = ['AccountLimitExceeded', { perSecond, capacity: perSecond }]
  const maximum = terms.maximum[kind]
  return maximum === undefined ? [account] : [['MaxOnDemandThroughputExceeded', withBurst(maximum)], account]
}

function withBurst(perSecond: number): BucketRate {
  return { perSecond, capacity: perSecond * BURST_SECONDS }
}
