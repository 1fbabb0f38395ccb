import type { ByteString, RecordValue, SpaceId } from '../storage/storage.ts'
import type { Clock } from '../util/clock.ts'

/** What was at a place until a moment. */
export interface PastRecord {
  readonly untilMs: number
  readonly partition: ByteString
  readonly sort: ByteString
  /** `undefined`: nothing. */
  readonly value: RecordValue | undefined
}

/** More are not remembered, however short ago they were. */
const maxRecords = 100_000

/** Remembers for a while what records were before they changed. */
export class RecentPast {
  readonly #clock: Clock
  readonly #reachMs: number
  /** By space and place, oldest first. */
  readonly #spaces = new Map<SpaceId, Map<string, PastRecord[]>>()
  #count = 0

  constructor(clock: Clock, reachMs: number) {
    this.#clock = clock
    this.#reachMs = reachMs
  }

  remember(space: SpaceId, partition: ByteString, sort: ByteString, value: RecordValue | undefined): void {
    if (this.#count >= maxRecords) this.#forget()
    const places = this.#spaces.get(space) ?? new Map<string, PastRecord[]>()
    const record = { untilMs: this.#clock.now(), partition, sort, value }
    const records = places.get(partition + sort)
    if (records === undefined) places.set(partition + sort, [record])
    else records.push(record)
    this.#spaces.set(space, places)
    this.#count++
  }

  /** What a place held at a time, if it has changed since. */
  find(space: SpaceId, place: string, timeMs: number): PastRecord | undefined {
    return this.#spaces
      .get(space)
      ?.get(place)
      ?.find((record) => record.untilMs > timeMs)
  }

  /** What each place of a space that has changed since then held at that time. */
  asOf(space: SpaceId, timeMs: number): ReadonlyMap<string, PastRecord> {
    const past = new Map<string, PastRecord>()
    for (const [place, records] of this.#spaces.get(space) ?? []) {
      const record = records.find(({ untilMs }) => untilMs > timeMs)
      if (record !== undefined) past.set(place, record)
    }
    return past
  }

  /** Forgets everything. */
  clear(): void {
    this.#spaces.clear()
    this.#count = 0
  }

  /** Forgets what is too old, and everything if that is not enough. */
  #forget(): void {
    const horizonMs = this.#clock.now() - this.#reachMs
    this.#count = 0
    for (const places of this.#spaces.values()) {
      for (const [place, records] of places) {
        const young = records.filter((record) => record.untilMs > horizonMs)
        if (young.length === 0) places.delete(place)
        else places.set(place, young)
        this.#count += young.length
      }
    }
    if (this.#count >= maxRecords / 2) this.clear()
  }
}
