import type { ByteString, Position, RecordValue, StoredRecord } from '../storage.ts'
import { flatCopy } from './flat-copy.ts'

/** Most entries of a node. With 64, a million records are three levels deep and a split moves 32 entries. */
export const maxEntries = 64

/** A node with fewer entries than this is joined with a neighbour if both fit well into one. */
const fewEntries = 16

/**
 * A key to look for. `prefix` is the first six bytes of the partition as a number, so that most comparisons
 * are of numbers that lie side by side in memory instead of strings that lie anywhere.
 */
export interface SearchKey extends Position {
  readonly prefix: number
}

/**
 * A node of the tree: keys in ascending order with their prefixes beside them. In a leaf the keys are the records
 * themselves. In an inner node a key is a lower bound of all keys in its child, except that the first child also
 * holds whatever is smaller.
 *
 * Only the index whose `owner` token a node carries may change it; any other must copy it first. Records are never
 * changed, only replaced.
 */
export type IndexNode = Leaf | InnerNode

interface NodeParts {
  readonly owner: object
  readonly prefixes: number[]
  /** How many records lie in and below this node, and the sum of their sizes. */
  records: number
  sizeBytes: number
}

export interface Leaf extends NodeParts {
  readonly keys: StoredRecord[]
  /** A hash of each key (`markOf`): to find one record, hardly any other has to be looked at. */
  readonly marks: number[]
  readonly children?: undefined
}

export interface InnerNode extends NodeParts {
  readonly keys: Position[]
  readonly marks?: undefined
  readonly children: IndexNode[]
}

/** An empty leaf. */
export function createLeaf(owner: object): Leaf {
  return { owner, prefixes: [], keys: [], marks: [], children: undefined, records: 0, sizeBytes: 0 }
}

/** A new root above two halves. */
export function createRoot(owner: object, left: IndexNode, right: IndexNode): InnerNode {
  return {
    owner,
    prefixes: [left.prefixes[0] as number, right.prefixes[0] as number],
    keys: [boundOf(left), boundOf(right)],
    marks: undefined,
    children: [left, right],
    records: left.records + right.records,
    sizeBytes: left.sizeBytes + right.sizeBytes,
  }
}

/** The first key of a node, apart from the record that may be there, which would be kept alive. */
function boundOf({ keys }: IndexNode): Position {
  const { partition, sort } = keys[0] as Position
  return { partition, sort }
}

/** A copy of one node, not of what lies below it, that belongs to `owner`. */
export function copyNode(node: IndexNode, owner: object): IndexNode {
  const prefixes = node.prefixes.slice()
  const { records, sizeBytes } = node
  if (node.children) {
    const [keys, children] = [node.keys.slice(), node.children.slice()]
    return { owner, prefixes, keys, marks: undefined, children, records, sizeBytes }
  }
  const [keys, marks] = [node.keys.slice(), node.marks.slice()]
  return { owner, prefixes, keys, marks, children: undefined, records, sizeBytes }
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

/** As many bytes at the end of a sort key, where neighbours differ, go into its mark. */
const markedBytes = 16

/** A small integer that the keys of a leaf hardly ever share. */
export function markOf({ prefix, sort }: SearchKey): number {
  const { length } = sort
  let mark = (prefix % 0x1000000) ^ length
  for (let at = length > markedBytes ? length - markedBytes : 0; at < length; at++) {
    mark = (Math.imul(mark, 31) + sort.charCodeAt(at)) | 0
  }
  return mark & 0x3fffffff
}

/** Where in a leaf the record with exactly this key is, or -1. */
export function findRank({ marks, keys }: Leaf, key: SearchKey, mark: number): number {
  for (let rank = marks.indexOf(mark); rank >= 0; rank = marks.indexOf(mark, rank + 1)) {
    const { partition, sort } = keys[rank] as StoredRecord
    if (sort === key.sort && partition === key.partition) return rank
  }
  return -1
}

/** How many keys of a node are smaller than `key`; those before `from` are known to be. */
export function rankOf(node: IndexNode, key: SearchKey, from = 0): number {
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

/**
 * Keys lie anywhere in memory and a look at one is slow, so the first and the last are looked at before those between:
 * the bounds of a whole partition are found there.
 */
function rankAmongEqualPrefixes({ prefixes, keys }: IndexNode, key: SearchKey, from: number): number {
  if (!isSmaller(keys[from] as Position, key)) return from
  let low = from + 1
  let high = endOfEqual(prefixes, from)
  if (low === high || isSmaller(keys[high - 1] as Position, key)) return high
  high -= 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isSmaller(keys[middle] as Position, key)) low = middle + 1
    else high = middle
  }
  return low
}

function isSmaller(a: Position, b: Position): boolean {
  return a.partition === b.partition ? a.sort < b.sort : a.partition < b.partition
}

/** Where the numbers end that are the same as the one at `from`. */
function endOfEqual(numbers: readonly number[], from: number): number {
  const number = numbers[from]
  let low = from + 1
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle] === number) low = middle + 1
    else high = middle
  }
  return low
}

/** Which child of an inner node holds `key` if any does. */
export function childRankOf(node: InnerNode, key: SearchKey): number {
  // The first child's key is no bound, and may have come to be larger than the second one's.
  const rank = rankOf(node, key, 1)
  return isAt(node, rank, key) ? rank : rank - 1
}

/** Whether the key at `rank` is exactly this one. */
function isAt({ prefixes, keys }: IndexNode, rank: number, key: SearchKey): boolean {
  if (rank >= prefixes.length || prefixes[rank] !== key.prefix) return false
  const { partition, sort } = keys[rank] as Position
  return sort === key.sort && partition === key.partition
}

/**
 * A record as a leaf keeps it. A literal would do, but V8 takes those that outlive many others to live long and makes
 * them old at once; one that was replaced soon would then keep its document until the whole heap is collected. It
 * never does so with the instances of a class.
 */
class KeptRecord implements StoredRecord {
  readonly partition: ByteString
  readonly sort: ByteString
  readonly doc: string
  readonly sizeBytes: number

  constructor(partition: ByteString, sort: ByteString, value: RecordValue) {
    this.partition = partition
    this.sort = sort
    this.doc = value.doc
    this.sizeBytes = value.sizeBytes
  }
}

/** Puts a record in place of the one at `rank`; they share the strings of their key. */
export function replaceRecord(leaf: Leaf, rank: number, value: RecordValue): void {
  const { partition, sort, sizeBytes } = leaf.keys[rank] as StoredRecord
  leaf.keys[rank] = new KeptRecord(partition, sort, value)
  leaf.sizeBytes += value.sizeBytes - sizeBytes
}

/** Makes room at `rank` of a leaf. Neighbours of one partition share its string, which saves its memory. */
export function insertRecord(leaf: Leaf, rank: number, key: SearchKey, value: RecordValue): void {
  const { keys } = leaf
  const [left, right] = [keys[rank - 1], keys[rank]]
  let { partition } = key
  if (left?.partition === partition) partition = left.partition
  else if (right?.partition === partition) partition = right.partition
  else partition = flatCopy(partition)
  insertNumberAt(leaf.prefixes, rank, key.prefix)
  insertAt(keys, rank, new KeptRecord(partition, flatCopy(key.sort), value))
  insertAt(leaf.marks, rank, markOf(key))
  leaf.records += 1
  leaf.sizeBytes += value.sizeBytes
}

/** Puts a child behind the one it was split from. */
export function insertChild(node: InnerNode, rank: number, child: IndexNode): void {
  insertNumberAt(node.prefixes, rank, child.prefixes[0] as number)
  insertAt(node.keys, rank, boundOf(child))
  insertAt(node.children, rank, child)
}

/** Removes the entry at `rank`; its records and sizes are the caller's to subtract. */
export function removeEntry(node: IndexNode, rank: number): void {
  node.prefixes.splice(rank, 1)
  node.keys.splice(rank, 1)
  node.marks?.splice(rank, 1)
  node.children?.splice(rank, 1)
}

/**
 * Cuts an overfull node in two and gives the right part. Where the newest entry is the last or the first,
 * more are likely to follow there, so the cut is beside it: loading in order fills every node.
 */
export function splitNode(node: IndexNode, newest: number): IndexNode {
  const size = node.prefixes.length
  const cut = newest === size - 1 ? size - 1 : newest === 0 ? 1 : size >>> 1
  const right = cutNode(node, cut)
  for (const { records, sizeBytes } of right.children ?? []) {
    right.records += records
    right.sizeBytes += sizeBytes
  }
  if (!right.children) {
    right.records = right.keys.length
    for (const { sizeBytes } of right.keys) right.sizeBytes += sizeBytes
  }
  node.records -= right.records
  node.sizeBytes -= right.sizeBytes
  return right
}

/** What stands from `cut` on, as a node that is still to be added up. */
function cutNode(node: IndexNode, cut: number): IndexNode {
  const { owner } = node
  const prefixes = cutOff(node.prefixes, cut)
  if (node.children) {
    const [keys, children] = [cutOff(node.keys, cut), cutOff(node.children, cut)]
    return { owner, prefixes, keys, marks: undefined, children, records: 0, sizeBytes: 0 }
  }
  const [keys, marks] = [cutOff(node.keys, cut), cutOff(node.marks, cut)]
  return { owner, prefixes, keys, marks, children: undefined, records: 0, sizeBytes: 0 }
}

/**
 * Joins the child at `rank` with a neighbour if it has few entries and both fit well into one, so that no
 * pattern of removals can leave a tree of nearly empty nodes.
 */
export function joinSparse(node: InnerNode, rank: number): void {
  const { children } = node
  if ((children[rank] as IndexNode).prefixes.length >= fewEntries) return
  const left = rank > 0 ? rank - 1 : rank
  const a = children[left]
  const b = children[left + 1]
  if (!a || !b || a.prefixes.length + b.prefixes.length > maxEntries - fewEntries) return
  const joined = a.owner === node.owner ? a : copyNode(a, node.owner)
  const seam = a.prefixes.length
  joined.prefixes.push(...b.prefixes)
  if (joined.children) {
    joined.keys.push(...b.keys)
    joined.children.push(...(b.children ?? []))
    // The parent's key of the right one is the true lower bound; its own first key may have become too high.
    joined.prefixes[seam] = node.prefixes[left + 1] as number
    joined.keys[seam] = node.keys[left + 1] as Position
  } else {
    joined.keys.push(...(b as Leaf).keys)
    joined.marks.push(...(b as Leaf).marks)
  }
  joined.records += b.records
  joined.sizeBytes += b.sizeBytes
  children[left] = joined
  removeEntry(node, left + 1)
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
