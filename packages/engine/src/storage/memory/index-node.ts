import type { ByteString, Position } from '../storage.ts'
import { flatCopy } from './flat-copy.ts'

/** Most entries of a node. With 64, a million records are three levels deep and a split moves 32 entries. */
export const maxEntries = 64

/** A node with fewer entries than this is joined with a neighbour if both fit well into one. */
const fewEntries = 16

/**
 * A key to look for. `prefix` is the first six bytes of the partition as a number, so that most comparisons
 * are of numbers that lie side by side in memory instead of strings that lie anywhere.
 */
export interface SearchKey {
  readonly prefix: number
  readonly partition: ByteString
  readonly sort: ByteString
}

/**
 * A node of the tree: parallel arrays of keys in ascending order, and beside them either the values (a leaf)
 * or the children. A child's key is a lower bound of all keys in it, except that the first child also holds
 * whatever is smaller.
 *
 * Only the index whose `owner` token a node carries may change it; any other must copy it first.
 */
export interface IndexNode<Value> {
  readonly owner: object
  readonly prefixes: number[]
  readonly partitions: ByteString[]
  readonly sorts: ByteString[]
  readonly values: Value[] | undefined
  /** What each value weighs, so that values need not be looked at, wherever in memory they lie. */
  readonly weights: number[] | undefined
  readonly children: IndexNode<Value>[] | undefined
  /** How many records lie in and below this node, and the sum of their weights. */
  records: number
  weight: number
}

/** A value and its weight. */
export interface Entry<Value> {
  readonly value: Value
  readonly weight: number
}

/** An empty leaf. */
export function createLeaf<Value>(owner: object): IndexNode<Value> {
  return {
    owner,
    prefixes: [],
    partitions: [],
    sorts: [],
    values: [],
    weights: [],
    children: undefined,
    records: 0,
    weight: 0,
  }
}

/** A new root above two halves. */
export function createRoot<Value>(
  owner: object,
  left: IndexNode<Value>,
  right: IndexNode<Value>,
): IndexNode<Value> {
  return {
    owner,
    prefixes: [left.prefixes[0] as number, right.prefixes[0] as number],
    partitions: [left.partitions[0] as ByteString, right.partitions[0] as ByteString],
    sorts: [left.sorts[0] as ByteString, right.sorts[0] as ByteString],
    values: undefined,
    weights: undefined,
    children: [left, right],
    records: left.records + right.records,
    weight: left.weight + right.weight,
  }
}

/** A copy of one node, not of what lies below it, that belongs to `owner`. */
export function copyNode<Value>(node: IndexNode<Value>, owner: object): IndexNode<Value> {
  return {
    owner,
    prefixes: node.prefixes.slice(),
    partitions: node.partitions.slice(),
    sorts: node.sorts.slice(),
    values: node.values?.slice(),
    weights: node.weights?.slice(),
    children: node.children?.slice(),
    records: node.records,
    weight: node.weight,
  }
}

/** Prepares a place for searches. */
export function searchKey({ partition, sort }: Position): SearchKey {
  return { prefix: partitionPrefix(partition), partition, sort }
}

/**
 * Monotone in the partition: a shorter string counts as if zeros followed. The half keeps it from being a
 * small integer, so that arrays of prefixes always are arrays of unboxed doubles.
 */
function partitionPrefix(partition: ByteString): number {
  const high =
    ((partition.charCodeAt(0) & 0xff) << 16) |
    ((partition.charCodeAt(1) & 0xff) << 8) |
    (partition.charCodeAt(2) & 0xff)
  const low =
    ((partition.charCodeAt(3) & 0xff) << 16) |
    ((partition.charCodeAt(4) & 0xff) << 8) |
    (partition.charCodeAt(5) & 0xff)
  return high * 0x1000000 + low + 0.5
}

/** How many keys of a node are smaller than `key`; those before `from` are known to be. */
export function rankOf<Value>(node: IndexNode<Value>, key: SearchKey, from = 0): number {
  const { prefixes } = node
  const { prefix } = key
  let low = from
  let high = prefixes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((prefixes[middle] as number) < prefix) low = middle + 1
    else high = middle
  }
  return low < prefixes.length && prefixes[low] === prefix ? rankAmongEqualPrefixes(node, key, low) : low
}

function rankAmongEqualPrefixes<Value>(node: IndexNode<Value>, key: SearchKey, from: number): number {
  const { prefixes, partitions, sorts } = node
  const { prefix, partition, sort } = key
  let low = from
  let high = prefixes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    let smaller = false
    if (prefixes[middle] === prefix) {
      const other = partitions[middle] as ByteString
      smaller = other === partition ? (sorts[middle] as ByteString) < sort : other < partition
    }
    if (smaller) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether the entry at `rank` has exactly this key. */
export function isAt<Value>(node: IndexNode<Value>, rank: number, key: SearchKey): boolean {
  return (
    rank < node.prefixes.length &&
    node.prefixes[rank] === key.prefix &&
    node.sorts[rank] === key.sort &&
    node.partitions[rank] === key.partition
  )
}

/** Which child of an inner node holds `key` if any does. */
export function childRankOf<Value>(node: IndexNode<Value>, key: SearchKey): number {
  // The first child's key is no bound, and may have come to be larger than the second one's.
  const rank = rankOf(node, key, 1)
  return isAt(node, rank, key) ? rank : rank - 1
}

/** Makes room at `rank` of a leaf. Neighbours of one partition share its string, which saves its memory. */
export function insertValue<Value>(
  leaf: IndexNode<Value>,
  rank: number,
  key: SearchKey,
  { value, weight }: Entry<Value>,
): void {
  const { partitions } = leaf
  let { partition } = key
  if (rank > 0 && partitions[rank - 1] === partition) partition = partitions[rank - 1] as ByteString
  else if (partitions[rank] === partition) partition = partitions[rank] as ByteString
  else partition = flatCopy(partition)
  insertNumberAt(leaf.prefixes, rank, key.prefix)
  insertAt(partitions, rank, partition)
  insertAt(leaf.sorts, rank, flatCopy(key.sort))
  insertAt(leaf.values as Value[], rank, value)
  insertNumberAt(leaf.weights as number[], rank, weight)
}

/** Puts a child behind the one it was split from. */
export function insertChild<Value>(node: IndexNode<Value>, rank: number, child: IndexNode<Value>): void {
  insertNumberAt(node.prefixes, rank, child.prefixes[0] as number)
  insertAt(node.partitions, rank, child.partitions[0] as ByteString)
  insertAt(node.sorts, rank, child.sorts[0] as ByteString)
  insertAt(node.children as IndexNode<Value>[], rank, child)
}

/** Removes the entry at `rank`; its records and weight are the caller's to subtract. */
export function removeEntry<Value>(node: IndexNode<Value>, rank: number): void {
  node.prefixes.splice(rank, 1)
  node.partitions.splice(rank, 1)
  node.sorts.splice(rank, 1)
  node.values?.splice(rank, 1)
  node.weights?.splice(rank, 1)
  node.children?.splice(rank, 1)
}

/**
 * Cuts an overfull node in two and gives the right part. Where the newest entry is the last or the first,
 * more are likely to follow there, so the cut is beside it: loading in order fills every node.
 */
export function splitNode<Value>(node: IndexNode<Value>, newest: number): IndexNode<Value> {
  const size = node.prefixes.length
  const cut = newest === size - 1 ? size - 1 : newest === 0 ? 1 : size >>> 1
  const right: IndexNode<Value> = {
    owner: node.owner,
    prefixes: cutOff(node.prefixes, cut),
    partitions: cutOff(node.partitions, cut),
    sorts: cutOff(node.sorts, cut),
    values: node.values && cutOff(node.values, cut),
    weights: node.weights && cutOff(node.weights, cut),
    children: node.children && cutOff(node.children, cut),
    records: 0,
    weight: 0,
  }
  addUp(right)
  node.records -= right.records
  node.weight -= right.weight
  return right
}

/**
 * Joins the child at `rank` with a neighbour if it has few entries and both fit well into one, so that no
 * pattern of removals can leave a tree of nearly empty nodes.
 */
export function joinSparse<Value>(node: IndexNode<Value>, rank: number): void {
  const children = node.children as IndexNode<Value>[]
  if ((children[rank] as IndexNode<Value>).prefixes.length >= fewEntries) return
  const left = rank > 0 ? rank - 1 : rank
  const a = children[left]
  const b = children[left + 1]
  if (!a || !b || a.prefixes.length + b.prefixes.length > maxEntries - fewEntries) return
  const joined = a.owner === node.owner ? a : copyNode(a, node.owner)
  const seam = a.prefixes.length
  joined.prefixes.push(...b.prefixes)
  joined.partitions.push(...b.partitions)
  joined.sorts.push(...b.sorts)
  if (joined.children) {
    // The parent's key of the right one is the true lower bound; its own first key may have become too high.
    joined.prefixes[seam] = node.prefixes[left + 1] as number
    joined.partitions[seam] = node.partitions[left + 1] as ByteString
    joined.sorts[seam] = node.sorts[left + 1] as ByteString
  }
  joined.values?.push(...(b.values ?? []))
  joined.weights?.push(...(b.weights ?? []))
  joined.children?.push(...(b.children ?? []))
  joined.records += b.records
  joined.weight += b.weight
  children[left] = joined
  removeEntry(node, left + 1)
}

function addUp<Value>(node: IndexNode<Value>): void {
  if (node.weights) {
    node.records = node.weights.length
    for (const weight of node.weights) node.weight += weight
  }
  for (const child of node.children ?? []) {
    node.records += child.records
    node.weight += child.weight
  }
}

function cutOff<Member>(entries: Member[], cut: number): Member[] {
  const rest = entries.slice(cut)
  entries.length = cut
  return rest
}

/** Like `splice`, without the array that it returns. */
function insertAt<Member>(entries: Member[], rank: number, entry: Member): void {
  const size = entries.length
  if (rank === size) {
    entries.push(entry)
    return
  }
  entries.push(entries[size - 1] as Member)
  for (let i = size - 1; i > rank; i--) entries[i] = entries[i - 1] as Member
  entries[rank] = entry
}

/** The same, apart so that arrays of unboxed numbers meet code compiled for them alone. */
function insertNumberAt(numbers: number[], rank: number, number: number): void {
  const size = numbers.length
  if (rank === size) {
    numbers.push(number)
    return
  }
  numbers.push(numbers[size - 1] as number)
  for (let i = size - 1; i > rank; i--) numbers[i] = numbers[i - 1] as number
  numbers[rank] = number
}
