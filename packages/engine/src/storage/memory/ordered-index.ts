import type { Position, RecordValue, SpaceSize, StoredRecord } from '../storage.ts'
import {
  childRankOf,
  copyNode,
  createLeaf,
  createRoot,
  findRank,
  type IndexNode,
  type InnerNode,
  insertChild,
  insertRecord,
  joinSparse,
  type Leaf,
  markOf,
  maxEntries,
  rankOf,
  removeEntry,
  replaceRecord,
  type SearchKey,
  searchKey,
  splitNode,
} from './index-node.ts'
import type { Interval } from './range-interval.ts'

/**
 * Is shown neighbouring records in ascending order, those from `first` on that lie before `end` and at least one;
 * `false` ends the scan. The array is the index's own and may change as soon as the scan is over.
 */
export type Visit = (records: readonly StoredRecord[], first: number, end: number) => boolean

/**
 * Records in the order of their places: by partition, then by sort, both bytewise. It is one B+ tree for
 * many small partitions and for few large ones alike, and every node knows how many records lie below it
 * and how large they are, so that a whole partition is measured without being walked.
 *
 * Finding, setting, deleting, measuring: O(log n). `fork` is O(1): nodes are shared and each index copies
 * a node before its first change to it. In a large index a look at memory that was not used lately costs more than
 * all else, so a search looks at few places: numbers in one piece on the way down, hashes in the leaf, one record.
 *
 * @example
 * const index = new OrderedIndex()
 * index.set({ partition: 'partition', sort: 'b' }, { doc: 'two', sizeBytes: 20 })
 * index.set({ partition: 'partition', sort: 'a' }, { doc: 'one', sizeBytes: 10 })
 * index.get({ partition: 'partition', sort: 'a' })?.doc // 'one'
 * index.measure({}) // { records: 2, sizeBytes: 30 }
 */
export class OrderedIndex {
  /** Says which nodes are ours alone. */
  #owner: object
  #root: IndexNode

  constructor() {
    this.#owner = {}
    this.#root = createLeaf(this.#owner)
  }

  /** An index with the same records; from now on each may change without the other. */
  fork(): OrderedIndex {
    const copy = new OrderedIndex()
    copy.#root = this.#root
    this.#owner = {}
    return copy
  }

  get(place: Position): StoredRecord | undefined {
    const key = searchKey(place)
    let node = this.#root
    while (node.children) node = node.children[childRankOf(node, key)] as IndexNode
    const rank = findRank(node, key, markOf(key))
    return rank < 0 ? undefined : node.keys[rank]
  }

  /** Adds a record or replaces the one that is there. */
  set(place: Position, value: RecordValue): void {
    this.#root = this.#owned(this.#root)
    const right = this.#setBelow(this.#root, searchKey(place), value)
    if (right) this.#root = createRoot(this.#owner, this.#root, right)
  }

  /** Removes a record; tells whether there was one. */
  delete(place: Position): boolean {
    if (this.get(place) === undefined) return false
    this.#root = this.#owned(this.#root)
    this.#deleteBelow(this.#root, searchKey(place))
    while (this.#root.children?.length === 1) this.#root = this.#root.children[0] as IndexNode
    if (this.#root.records === 0) this.#root = createLeaf(this.#owner)
    return true
  }

  /**
   * Shows the records of an interval, leaf by leaf, until `visit` has seen enough. It must not change the index. In
   * reverse the last leaf comes first; the records of each are in ascending order all the same.
   */
  scan(interval: Interval & { readonly reverse?: boolean | undefined }, visit: Visit): void {
    const low = interval.low && searchKey(interval.low)
    const high = interval.high && searchKey(interval.high)
    walkNode(this.#root, { low, high, reverse: interval.reverse ?? false, visit })
  }

  /** How many records an interval has and how large they are. */
  measure({ low, high }: Interval): SpaceSize {
    const end = high
      ? this.#measureBelow(searchKey(high))
      : { records: this.#root.records, sizeBytes: this.#root.sizeBytes }
    if (!low) return end
    const start = this.#measureBelow(searchKey(low))
    return { records: end.records - start.records, sizeBytes: end.sizeBytes - start.sizeBytes }
  }

  #owned(node: IndexNode): IndexNode {
    return node.owner === this.#owner ? node : copyNode(node, this.#owner)
  }

  #ownedChild({ children }: InnerNode, rank: number): IndexNode {
    const child = children[rank] as IndexNode
    if (child.owner === this.#owner) return child
    const copy = copyNode(child, this.#owner)
    children[rank] = copy
    return copy
  }

  /** Sets in or below a node of ours; gives its right part if it had to be split. */
  #setBelow(node: IndexNode, key: SearchKey, value: RecordValue): IndexNode | undefined {
    if (!node.children) return setInLeaf(node, key, value)
    const rank = childRankOf(node, key)
    const child = this.#ownedChild(node, rank)
    const { records, sizeBytes } = child
    const right = this.#setBelow(child, key, value)
    node.records += child.records - records
    node.sizeBytes += child.sizeBytes - sizeBytes
    if (!right) return undefined
    node.records += right.records
    node.sizeBytes += right.sizeBytes
    insertChild(node, rank + 1, right)
    return node.prefixes.length > maxEntries ? splitNode(node, rank + 1) : undefined
  }

  /** Deletes a record that exists, in or below a node of ours. */
  #deleteBelow(node: IndexNode, key: SearchKey): void {
    if (!node.children) {
      const rank = findRank(node, key, markOf(key))
      node.records -= 1
      node.sizeBytes -= (node.keys[rank] as StoredRecord).sizeBytes
      removeEntry(node, rank)
      return
    }
    const rank = childRankOf(node, key)
    const child = this.#ownedChild(node, rank)
    const { sizeBytes } = child
    this.#deleteBelow(child, key)
    node.records -= 1
    node.sizeBytes += child.sizeBytes - sizeBytes
    if (child.records === 0) removeEntry(node, rank)
    else joinSparse(node, rank)
  }

  /** What lies before a key. */
  #measureBelow(key: SearchKey): SpaceSize {
    let records = 0
    let sizeBytes = 0
    let node = this.#root
    while (node.children) {
      const rank = childRankOf(node, key)
      for (let i = 0; i < rank; i++) {
        const child = node.children[i] as IndexNode
        records += child.records
        sizeBytes += child.sizeBytes
      }
      node = node.children[rank] as IndexNode
    }
    const rank = rankOf(node, key)
    for (let i = 0; i < rank; i++) sizeBytes += (node.keys[i] as StoredRecord).sizeBytes
    return { records: records + rank, sizeBytes }
  }
}

function setInLeaf(leaf: Leaf, key: SearchKey, value: RecordValue): IndexNode | undefined {
  const found = findRank(leaf, key, markOf(key))
  if (found >= 0) {
    replaceRecord(leaf, found, value)
    return undefined
  }
  const rank = rankOf(leaf, key)
  insertRecord(leaf, rank, key, value)
  return leaf.prefixes.length > maxEntries ? splitNode(leaf, rank) : undefined
}

interface Walk {
  readonly low: SearchKey | undefined
  readonly high: SearchKey | undefined
  readonly reverse: boolean
  readonly visit: Visit
}

/** Shows what lies in and below a node; `false` if the visitor has seen enough. */
function walkNode(node: IndexNode, walk: Walk): boolean {
  if (!node.children) return walkLeaf(node, walk)
  const { low, high, reverse, visit } = walk
  const first = low ? childRankOf(node, low) : 0
  const last = high ? childRankOf(node, high) : node.children.length - 1
  for (let i = reverse ? last : first; i >= first && i <= last; i += reverse ? -1 : 1) {
    // Only the outermost children can hold what lies outside, and to look for it is slow.
    const part = { low: i === first ? low : undefined, high: i === last ? high : undefined, reverse, visit }
    if (!walkNode(node.children[i] as IndexNode, part)) return false
  }
  return true
}

function walkLeaf(leaf: Leaf, { low, high, visit }: Walk): boolean {
  const { keys } = leaf
  const first = low ? rankOf(leaf, low) : 0
  const end = high ? rankOf(leaf, high) : keys.length
  return first >= end || visit(keys, first, end)
}
