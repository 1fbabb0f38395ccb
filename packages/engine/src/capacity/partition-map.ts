import type { ByteString } from '../storage/storage.ts'
import { PARTITION_UNITS } from './partition-limits.ts'
import { RateWindow } from './rate-window.ts'
import { TokenBucket } from './token-bucket.ts'

/** Whether an access reads or writes. */
export type AccessKind = 'read' | 'write'

/** The reads or the writes of a partition. */
export interface PartitionSide {
  readonly bucket: TokenBucket
  readonly used: RateWindow
  /** Counts requests that it refused, or would have. */
  readonly refused: RateWindow
}

/** A range of places, from its own `from` to that of the next partition. */
export interface Partition {
  readonly from: ByteString
  readonly read: PartitionSide
  readonly write: PartitionSide
  /** The second in which it was last at its limit, and how many such seconds there were in a row. */
  hotSecond: number
  hotSeconds: number
  /** The places of recent accesses while it was hot, used to decide where to split; a ring. */
  samples: ByteString[]
  nextSample: number
}

/** Boundaries consist of this many bytes of a digest, which a number represents exactly. */
const prefixBytes = 6
const prefixes = 256 ** prefixBytes
const samplesMax = 128
/** A table on AWS can have more; this bounds the cost of a hot table here. */
const partitionsMax = 1_024

/**
 * How the places of a table or an index are divided into partitions. A place is the digest of a partition key
 * followed by the bytes of a sort key, so a split can also divide an item collection.
 */
export class PartitionMap {
  #partitions: Partition[]

  constructor(count: number, nowMs: number) {
    const wanted = Math.min(Math.max(1, count), partitionsMax)
    this.#partitions = Array.from({ length: wanted }, (_, number) =>
      createPartition(number === 0 ? '' : prefixText((prefixes * number) / wanted), nowMs),
    )
  }

  /** In the order of their places. */
  get partitions(): readonly Partition[] {
    return this.#partitions
  }

  /** Returns the partition that contains a place. */
  partitionAt(place: ByteString): Partition {
    let low = 0
    let high = this.#partitions.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#partitions[middle] as Partition).from <= place) low = middle
      else high = middle - 1
    }
    return this.#partitions[low] as Partition
  }

  /** Returns the place where the next partition begins. */
  endOf(partition: Partition): ByteString | undefined {
    return this.#partitions[this.#partitions.indexOf(partition) + 1]?.from
  }

  /**
   * Splits the widest partitions until there are `count`, for a table that got more capacity. The number never
   * decreases.
   */
  grow(count: number, nowMs: number): void {
    const wanted = Math.min(count, partitionsMax)
    while (this.#partitions.length < wanted && this.#splitWidest(nowMs)) {}
  }

  /** Splits partitions that hold too much, assuming that the hash spreads keys evenly. */
  growWithSize(sizeBytes: number, maxBytes: number, nowMs: number): void {
    while (this.#widest().share * sizeBytes > maxBytes && this.#splitWidest(nowMs)) {}
  }

  /**
   * Records that a partition is at its limit; splits it after it has been for long enough. A single place can be
   * isolated from its neighbours but not divided.
   */
  heat(partition: Partition, place: ByteString, { nowMs, splitSeconds }: HeatMoment): void {
    const second = Math.floor(nowMs / 1000)
    if (partition.hotSecond !== second) {
      partition.hotSeconds = partition.hotSecond === second - 1 ? partition.hotSeconds + 1 : 1
      if (partition.hotSeconds === 1) {
        partition.samples = []
        partition.nextSample = 0
      }
      partition.hotSecond = second
    }
    partition.samples[partition.nextSample] = place
    partition.nextSample = (partition.nextSample + 1) % samplesMax
    if (partition.hotSeconds < splitSeconds) return
    this.#split(partition, splitPlaces(partition), nowMs)
    partition.hotSeconds = 0
  }

  #split(partition: Partition, places: readonly ByteString[], nowMs: number): boolean {
    const at = this.#partitions.indexOf(partition)
    // It was split meanwhile, and this access still referred to the old partition.
    if (at < 0) return false
    const end = this.#partitions[at + 1]?.from
    const inside = places.filter((place) => place > partition.from && (end === undefined || place < end))
    if (inside.length === 0 || this.#partitions.length + inside.length > partitionsMax) return false
    const parts = [partition.from, ...inside].map((from) => createPartition(from, nowMs))
    this.#partitions = this.#partitions.toSpliced(at, 1, ...parts)
    return true
  }

  #splitWidest(nowMs: number): boolean {
    const { partition, low, high } = this.#widest()
    if (high - low < 2) return false
    return this.#split(partition, [prefixText((low + high) / 2)], nowMs)
  }

  #widest() {
    let widest = { partition: this.#partitions[0] as Partition, low: 0, high: 0, share: -1 }
    for (const [number, partition] of this.#partitions.entries()) {
      const low = prefixNumber(partition.from)
      const next = this.#partitions[number + 1]
      const high = next === undefined ? prefixes : prefixNumber(next.from)
      const share = (high - low) / prefixes
      if (share > widest.share) widest = { partition, low, high, share }
    }
    return widest
  }
}

/** When heat is recorded, and how long it must last for a split. */
export interface HeatMoment {
  readonly nowMs: number
  readonly splitSeconds: number
}

/** Returns where to split a hot partition: in the middle of the accessed places, or around the only one. */
function splitPlaces({ samples }: Partition): readonly ByteString[] {
  const sorted = [...samples].sort()
  const first = sorted[0]
  const middle = sorted[sorted.length >> 1]
  if (first === undefined || middle === undefined) return []
  if (middle > first) return [middle]
  const other = sorted.find((place) => place > first)
  // The smallest place that comes after this one.
  return other === undefined ? [first, `${first}\0`] : [other]
}

function createPartition(from: ByteString, nowMs: number): Partition {
  return {
    from,
    read: createSide(PARTITION_UNITS.read, nowMs),
    write: createSide(PARTITION_UNITS.write, nowMs),
    hotSecond: -1,
    hotSeconds: 0,
    samples: [],
    nextSample: 0,
  }
}

function createSide(perSecond: number, nowMs: number): PartitionSide {
  return {
    bucket: new TokenBucket({ perSecond, capacity: perSecond }, { level: perSecond, nowMs }),
    used: new RateWindow(),
    refused: new RateWindow(),
  }
}

function prefixNumber(place: ByteString): number {
  let number = 0
  for (let i = 0; i < prefixBytes; i++) number = number * 256 + (i < place.length ? place.charCodeAt(i) : 0)
  return number
}

function prefixText(value: number): ByteString {
  let rest = Math.ceil(value)
  let text = ''
  for (let i = 0; i < prefixBytes; i++) {
    text = String.fromCharCode(rest % 256) + text
    rest = Math.floor(rest / 256)
  }
  return text
}
