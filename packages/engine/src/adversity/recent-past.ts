import type { ByteString, RecordKey, RecordValue, SpaceId } from '../storage/storage.ts'
import type { Clock } from '../util/clock.ts'

/** The contents of a place until a given moment. */
export interface PastRecord {
  readonly untilMs: number
  readonly partition: ByteString
  readonly sort: ByteString
  /** `undefined` if there was no record. */
  readonly value: RecordValue | undefined
}

/** No more than these are remembered, however recent. */
const maxRecords = 100_000

/** Remembers for a while what records contained before they changed. */
export class RecentPast {
  readonly #clock: Clock
  readonly #reachMs: number
  /** By space and place, oldest first. */
  readonly #spaces = new Map<SpaceId, Map<string, PastRecord[]>>()
  readonly #commits = new Set<Promise<unknown>>()
  #count = 0

  constructor(clock: Clock, reachMs: number) {
    this.#clock = clock
    this.#reachMs = reachMs
  }

  /** Tracks a commit until the previous contents have been remembered. */
  async follow<Answer>(commit: Promise<Answer>): Promise<Answer> {
    this.#commits.add(commit)
    try {
      return await commit
    } finally {
      this.#commits.delete(commit)
    }
  }

  /**
   * Remembers what a record contained until a moment, which must be the same for everything that one change
   * changes.
   */
  remember({ space, partition, sort }: RecordKey, value: RecordValue | undefined, untilMs: number): void {
    if (this.#count >= maxRecords) this.#forget()
    const places = this.#spaces.get(space) ?? new Map<string, PastRecord[]>()
    const record = { untilMs, partition, sort, value }
    const records = places.get(partition + sort)
    if (records === undefined) places.set(partition + sort, [record])
    else records.push(record)
    this.#spaces.set(space, places)
    this.#count++
  }

  /** Returns what a place contained at a time, if it has changed since. */
  find(space: SpaceId, place: string, timeMs: number): PastRecord | undefined {
    return this.#spaces
      .get(space)
      ?.get(place)
      ?.find((record) => record.untilMs > timeMs)
  }

  /**
   * Returns what each place of a space that has changed since a time contained then. Waits for commits in progress:
   * a store may show their changes before they resolve.
   */
  async asOf(space: SpaceId, timeMs: number): Promise<ReadonlyMap<string, PastRecord>> {
    await Promise.allSettled(this.#commits)
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

  /** Forgets what is too old, or everything if that is not enough. */
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
