import type { Position, RecordValue, SpaceSize } from '../storage.ts'
import type { FoundRecord } from './found-record.ts'
import { IndexLoader } from './index-loader.ts'
import { readRecords, readValue } from './leaf-page.ts'
import { Page } from './page.ts'
import { PagePool } from './page-pool.ts'
import { childRankOf, findRank, rankOf } from './page-search.ts'
import type { Interval } from './range-interval.ts'
import { SearchKey } from './search-key.ts'
import {
  addChild,
  createRoot,
  dropPage,
  joinSparse,
  ownPage,
  type Replaced,
  removeRecord,
  setRecord,
  updateChild,
} from './tree-page.ts'

/** What to read of an interval. */
export interface IntervalRead extends Interval {
  readonly reverse?: boolean | undefined
  readonly maxRecords: number
  /** The read ends with the record that brings the sum of sizes to this or beyond. */
  readonly maxBytes: number
}

/** Reused for every search; no search runs while another is in progress. */
const sought = new SearchKey()
const lowest = new SearchKey()
const behind = new SearchKey()

/** No page has this number. */
const none = 0

/**
 * Records ordered by place: by partition, then by sort, both bytewise. One B+ tree serves many small partitions and
 * few large ones alike. Every page knows how many records lie below it and how large they are, so a whole partition
 * is measured without walking it.
 *
 * Finding, setting, deleting and measuring take O(log n). `fork` is O(1): pages are shared, and an index copies a
 * page before its first change to it. In a large index a cache miss costs more than anything else, so a search
 * touches few places: a contiguous run of numbers on each level on the way down, hashes in the leaf, one record.
 *
 * @example
 * const index = new OrderedIndex()
 * index.set({ partition: 'partition', sort: 'b' }, { doc: 'two', sizeBytes: 20 })
 * index.set({ partition: 'partition', sort: 'a' }, { doc: 'one', sizeBytes: 10 })
 * index.get({ partition: 'partition', sort: 'a' })?.doc // 'one'
 * index.measure({}) // { records: 2, sizeBytes: 30 }
 */
export class OrderedIndex {
  readonly #pool: PagePool
  #root = none

  /** Forks of one another share a pool; unrelated indexes may. */
  constructor(pool = new PagePool()) {
    this.#pool = pool
  }

  /** Returns an index with the same records; from then on each can change without affecting the other. */
  fork(): OrderedIndex {
    const copy = new OrderedIndex(this.#pool)
    copy.#root = this.#root
    if (this.#root !== none) this.#pool.hold(this.#root)
    return copy
  }

  /** Removes all records. The pages of an index that is dropped without `clear` are never reused. */
  clear(): void {
    if (this.#root !== none) dropPage(this.#pool, this.#root)
    this.#root = none
  }

  get isEmpty(): boolean {
    return this.#root === none
  }

  get(place: Position): RecordValue | undefined {
    if (this.#root === none) return undefined
    const key = sought.read(place)
    const leaf = this.#leafOf(key)
    const rank = findRank(leaf, key)
    return rank < 0 ? undefined : readValue(leaf, rank)
  }

  /** Adds a record, or replaces the existing one. */
  set(place: Position, value: RecordValue): void {
    this.#set(place, value, undefined)
  }

  /** Same as `set`; returns the previous value. */
  exchange(place: Position, value: RecordValue): RecordValue | undefined {
    const replaced: Replaced = { value: undefined }
    this.#set(place, value, replaced)
    return replaced.value
  }

  /**
   * Returns a loader that takes the records of this empty index in order; they are in the index once it has
   * finished.
   */
  loader(): IndexLoader {
    return new IndexLoader(this.#pool, (root) => {
      this.#root = root
    })
  }

  /** Removes a record; returns whether there was one. */
  delete(place: Position): boolean {
    if (this.#root === none) return false
    const key = sought.read(place)
    if (findRank(this.#leafOf(key), key) < 0) return false
    let root = ownPage(this.#pageAt(this.#root))
    this.#deleteBelow(root, key)
    while (root.level > 0 && root.count === 1) {
      const child = this.#pageAt(root.childAt(0))
      this.#pool.hold(child.number)
      dropPage(this.#pool, root.number)
      root = child
    }
    this.#root = root.number
    if (root.records === 0) this.clear()
    return true
  }

  /** Reads the first records of an interval, or the last ones in reverse, and whether more follow. */
  read({ low, high, reverse, maxRecords, maxBytes }: IntervalRead): {
    records: FoundRecord[]
    more: boolean
  } {
    const walk = new RangeWalk(reverse ?? false, maxRecords, maxBytes)
    if (this.#root !== none) {
      walk.visit(this.#pageAt(this.#root), low && lowest.read(low), high && behind.read(high))
    }
    return { records: walk.records, more: walk.more }
  }

  /** Returns how many records an interval has and how large they are. */
  measure({ low, high }: Interval): SpaceSize {
    if (this.#root === none) return { records: 0, sizeBytes: 0 }
    const end = high ? this.#measureBelow(sought.read(high)) : sizeOf(this.#pageAt(this.#root))
    if (!low) return end
    const start = this.#measureBelow(sought.read(low))
    return { records: end.records - start.records, sizeBytes: end.sizeBytes - start.sizeBytes }
  }

  #pageAt(number: number): Page {
    return new Page(this.#pool, number)
  }

  #leafOf(key: SearchKey): Page {
    const page = this.#pageAt(this.#root)
    while (page.level > 0) page.moveTo(page.childAt(childRankOf(page, key)))
    return page
  }

  #set(place: Position, value: RecordValue, replaced: Replaced | undefined): void {
    const key = sought.read(place)
    const root = this.#root === none ? Page.create(this.#pool, 0) : ownPage(this.#pageAt(this.#root))
    const right = this.#setBelow(root, key, value, replaced)
    this.#root = right ? createRoot(root, right).number : root.number
  }

  /** Sets a record in or below a page we own; returns the right half if the page had to be split. */
  #setBelow(
    page: Page,
    key: SearchKey,
    value: RecordValue,
    replaced: Replaced | undefined,
  ): Page | undefined {
    if (page.level === 0) return setRecord(page, key, value, replaced)
    const rank = childRankOf(page, key)
    const child = ownPage(this.#pageAt(page.childAt(rank)))
    const right = this.#setBelow(child, key, value, replaced)
    updateChild(page, rank, child)
    return right && addChild(page, rank + 1, right)
  }

  /** Deletes an existing record in or below a page we own. */
  #deleteBelow(page: Page, key: SearchKey): void {
    if (page.level === 0) {
      removeRecord(page, findRank(page, key))
      return
    }
    const rank = childRankOf(page, key)
    const child = ownPage(this.#pageAt(page.childAt(rank)))
    this.#deleteBelow(child, key)
    updateChild(page, rank, child)
    joinSparse(page, rank, child)
  }

  /** Measures everything before a key. */
  #measureBelow(key: SearchKey): SpaceSize {
    let records = 0
    let sizeBytes = 0
    const page = this.#pageAt(this.#root)
    while (page.level > 0) {
      const rank = childRankOf(page, key)
      for (let i = 0; i < rank; i++) {
        records += page.childRecordsAt(i)
        sizeBytes += page.childBytesAt(i)
      }
      page.moveTo(page.childAt(rank))
    }
    const rank = rankOf(page, key)
    for (let i = 0; i < rank; i++) sizeBytes += page.sizeAt(i)
    return { records: records + rank, sizeBytes }
  }
}

function sizeOf({ records, sizeBytes }: Page): SpaceSize {
  return { records, sizeBytes }
}

/** Reads leaf after leaf until it has enough. */
class RangeWalk {
  readonly records: FoundRecord[] = []
  more = false
  readonly #reverse: boolean
  #roomRecords: number
  #roomBytes: number
  #isFull: boolean

  constructor(reverse: boolean, maxRecords: number, maxBytes: number) {
    this.#reverse = reverse
    this.#roomRecords = maxRecords
    this.#roomBytes = maxBytes
    this.#isFull = maxRecords <= 0
  }

  /** Reads what lies in and below a page, from `low` on and before `high`. */
  visit(page: Page, low: SearchKey | undefined, high: SearchKey | undefined): void {
    if (page.level === 0) {
      this.#take(page, low ? rankOf(page, low) : 0, high ? rankOf(page, high) : page.count)
      return
    }
    const first = low ? childRankOf(page, low) : 0
    const last = high ? childRankOf(page, high) : page.count - 1
    for (let left = last - first; left >= 0 && !this.more; left--) {
      const rank = this.#reverse ? first + left : last - left
      const child = new Page(page.pool, page.childAt(rank))
      // Only the outermost children can hold anything outside the bounds, and checking for it is slow.
      this.visit(child, rank === first ? low : undefined, rank === last ? high : undefined)
    }
  }

  #take(leaf: Page, first: number, end: number): void {
    let taken = 0
    while (taken < end - first && !this.#isFull) {
      this.#roomRecords -= 1
      this.#roomBytes -= leaf.sizeAt(this.#reverse ? end - 1 - taken : first + taken)
      this.#isFull = this.#roomRecords <= 0 || this.#roomBytes <= 0
      taken += 1
    }
    this.more = taken < end - first
    if (taken <= 0) return
    if (this.#reverse) readRecords(leaf, this.records, end - 1, end - 1 - taken)
    else readRecords(leaf, this.records, first, first + taken)
  }
}
