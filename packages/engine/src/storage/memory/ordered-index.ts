import type { ByteString, SpaceSize } from '../storage.ts'
import {
  childRankOf,
  copyNode,
  createLeaf,
  createRoot,
  type Entry,
  type IndexNode,
  insertChild,
  insertValue,
  isAt,
  joinSparse,
  maxEntries,
  rankOf,
  removeEntry,
  type SearchKey,
  searchKey,
  splitNode,
} from './index-node.ts'
import type { Interval } from './range-interval.ts'

/** Is shown one entry of a scan; `false` ends the scan. */
export type Visit<Value> = (partition: ByteString, sort: ByteString, value: Value, weight: number) => boolean

/**
 * An ordered map from places to values: by partition, then by sort, both bytewise. It is one B+ tree for
 * many small partitions and for few large ones alike, and every node knows how many records lie below it
 * and what they weigh, so that a whole partition is measured without being walked.
 *
 * Finding, setting, deleting, measuring: O(log n). `fork` is O(1): nodes are shared and each index copies
 * a node before its first change to it.
 *
 * @example
 * const index = new OrderedIndex<string>()
 * index.set('partition', 'b', { value: 'two', weight: 20 })
 * index.set('partition', 'a', { value: 'one', weight: 10 })
 * index.get('partition', 'a') // { value: 'one', weight: 10 }
 * index.measure({}) // { records: 2, sizeBytes: 30 }
 */
export class OrderedIndex<Value> {
  /** Says which nodes are ours alone. */
  #owner: object
  #root: IndexNode<Value>

  constructor() {
    this.#owner = {}
    this.#root = createLeaf(this.#owner)
  }

  /** An index with the same entries; from now on each may change without the other. */
  fork(): OrderedIndex<Value> {
    const copy = new OrderedIndex<Value>()
    copy.#root = this.#root
    this.#owner = {}
    return copy
  }

  get(partition: ByteString, sort: ByteString): Entry<Value> | undefined {
    const key = searchKey({ partition, sort })
    let node = this.#root
    while (node.children) node = node.children[childRankOf(node, key)] as IndexNode<Value>
    const rank = rankOf(node, key)
    if (!isAt(node, rank, key)) return undefined
    return { value: node.values?.[rank] as Value, weight: node.weights?.[rank] as number }
  }

  /** Adds an entry or replaces the one that is there. */
  set(partition: ByteString, sort: ByteString, entry: Entry<Value>): void {
    this.#root = this.#owned(this.#root)
    const right = this.#setBelow(this.#root, searchKey({ partition, sort }), entry)
    if (right) this.#root = createRoot(this.#owner, this.#root, right)
  }

  /** Removes an entry; tells whether there was one. */
  delete(partition: ByteString, sort: ByteString): boolean {
    if (this.get(partition, sort) === undefined) return false
    this.#root = this.#owned(this.#root)
    this.#deleteBelow(this.#root, searchKey({ partition, sort }))
    while (this.#root.children?.length === 1) this.#root = this.#root.children[0] as IndexNode<Value>
    if (this.#root.records === 0) this.#root = createLeaf(this.#owner)
    return true
  }

  /** Shows the entries of an interval in order until `visit` has seen enough. It must not change the index. */
  scan(interval: Interval & { readonly reverse?: boolean | undefined }, visit: Visit<Value>): void {
    const low = interval.low && searchKey(interval.low)
    const high = interval.high && searchKey(interval.high)
    walkNode(this.#root, { low, high, reverse: interval.reverse ?? false, visit })
  }

  /** How many entries an interval has and what they weigh. */
  measure({ low, high }: Interval): SpaceSize {
    const end = high
      ? this.#measureBelow(searchKey(high))
      : { records: this.#root.records, sizeBytes: this.#root.weight }
    if (!low) return end
    const start = this.#measureBelow(searchKey(low))
    return { records: end.records - start.records, sizeBytes: end.sizeBytes - start.sizeBytes }
  }

  #owned(node: IndexNode<Value>): IndexNode<Value> {
    return node.owner === this.#owner ? node : copyNode(node, this.#owner)
  }

  #ownedChild(node: IndexNode<Value>, rank: number): IndexNode<Value> {
    const children = node.children as IndexNode<Value>[]
    const child = children[rank] as IndexNode<Value>
    if (child.owner === this.#owner) return child
    const copy = copyNode(child, this.#owner)
    children[rank] = copy
    return copy
  }

  /** Sets in or below a node of ours; gives its right part if it had to be split. */
  #setBelow(node: IndexNode<Value>, key: SearchKey, entry: Entry<Value>): IndexNode<Value> | undefined {
    if (!node.children) return this.#setInLeaf(node, key, entry)
    const rank = childRankOf(node, key)
    const child = this.#ownedChild(node, rank)
    const { records, weight } = child
    const right = this.#setBelow(child, key, entry)
    node.records += child.records - records
    node.weight += child.weight - weight
    if (!right) return undefined
    node.records += right.records
    node.weight += right.weight
    insertChild(node, rank + 1, right)
    return node.prefixes.length > maxEntries ? splitNode(node, rank + 1) : undefined
  }

  #setInLeaf(leaf: IndexNode<Value>, key: SearchKey, entry: Entry<Value>): IndexNode<Value> | undefined {
    const rank = rankOf(leaf, key)
    if (isAt(leaf, rank, key)) {
      const values = leaf.values as Value[]
      const weights = leaf.weights as number[]
      leaf.weight += entry.weight - (weights[rank] as number)
      values[rank] = entry.value
      weights[rank] = entry.weight
      return undefined
    }
    insertValue(leaf, rank, key, entry)
    leaf.records += 1
    leaf.weight += entry.weight
    return leaf.prefixes.length > maxEntries ? splitNode(leaf, rank) : undefined
  }

  /** Deletes an entry that exists, in or below a node of ours. */
  #deleteBelow(node: IndexNode<Value>, key: SearchKey): void {
    if (!node.children) {
      const rank = rankOf(node, key)
      node.records -= 1
      node.weight -= node.weights?.[rank] as number
      removeEntry(node, rank)
      return
    }
    const rank = childRankOf(node, key)
    const child = this.#ownedChild(node, rank)
    const { weight } = child
    this.#deleteBelow(child, key)
    node.records -= 1
    node.weight += child.weight - weight
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
        const child = node.children[i] as IndexNode<Value>
        records += child.records
        sizeBytes += child.weight
      }
      node = node.children[rank] as IndexNode<Value>
    }
    const rank = rankOf(node, key)
    for (let i = 0; i < rank; i++) sizeBytes += node.weights?.[i] as number
    return { records: records + rank, sizeBytes }
  }
}

interface Walk<Value> {
  readonly low: SearchKey | undefined
  readonly high: SearchKey | undefined
  readonly reverse: boolean
  readonly visit: Visit<Value>
}

/** Shows what lies in and below a node; `false` if the visitor has seen enough. */
function walkNode<Value>(node: IndexNode<Value>, walk: Walk<Value>): boolean {
  const { low, high, reverse } = walk
  if (!node.children) return walkLeaf(node, walk)
  const first = low ? childRankOf(node, low) : 0
  const last = high ? childRankOf(node, high) : node.children.length - 1
  // Bounds are harmless in children that lie within them: all entries there are found to be inside.
  for (let i = reverse ? last : first; i >= first && i <= last; i += reverse ? -1 : 1) {
    if (!walkNode(node.children[i] as IndexNode<Value>, walk)) return false
  }
  return true
}

function walkLeaf<Value>(leaf: IndexNode<Value>, { low, high, reverse, visit }: Walk<Value>): boolean {
  const { partitions, sorts } = leaf
  const values = leaf.values as Value[]
  const weights = leaf.weights as number[]
  const first = low ? rankOf(leaf, low) : 0
  const end = high ? rankOf(leaf, high) : values.length
  for (let i = reverse ? end - 1 : first; i >= first && i < end; i += reverse ? -1 : 1) {
    const weight = weights[i] as number
    if (!visit(partitions[i] as ByteString, sorts[i] as ByteString, values[i] as Value, weight)) return false
  }
  return true
}
