import type { RecordValue } from '../storage.ts'
import { dropDoc, fitsAt, heapDocsOf, planDoc, readValue, roomWordsOf, writeValue } from './leaf-page.ts'
import { Page } from './page.ts'
import { headWords, maxEntries } from './page-layout.ts'
import { type PagePool, pageWords } from './page-pool.ts'
import { findRank, rankOf } from './page-search.ts'
import type { SearchKey } from './search-key.ts'

/** A page with fewer entries than this is merged with a neighbour if both easily fit into one. */
const fewEntries = 16
const joinedMaxEntries = maxEntries - fewEntries
const joinedMaxWords = pageWords / 2

/** Returns the page itself if nobody else holds it, or else a copy that is held in its place. */
export function ownPage(page: Page): Page {
  const { pool, number } = page
  if (pool.isHeldOnce(number)) return page
  const copy = new Page(pool, pool.take())
  copy.copyFrom(page)
  pool.drop(number)
  for (let rank = 0; copy.level > 0 && rank < copy.count; rank++) pool.hold(copy.childAt(rank))
  if (copy.heapDocs > 0) for (const doc of heapDocsOf(copy)) pool.heapDocs.hold(doc)
  return copy
}

/** Drops one reference to a page, and everything that the page held if it is now free. */
export function dropPage(pool: PagePool, number: number): void {
  if (!pool.drop(number)) return
  const page = new Page(pool, number)
  for (let rank = 0; page.level > 0 && rank < page.count; rank++) dropPage(pool, page.childAt(rank))
  if (page.heapDocs > 0) for (const doc of heapDocsOf(page)) pool.heapDocs.drop(doc)
}

/** Receives the value that a newly set record replaces, if any. */
export interface Replaced {
  value: RecordValue | undefined
}

/** Sets a record of a leaf; returns the right half of the leaf if it had to be split. */
export function setRecord(
  leaf: Page,
  key: SearchKey,
  value: RecordValue,
  replaced: Replaced | undefined,
): Page | undefined {
  const rank = findRank(leaf, key)
  if (rank < 0) return addRecord(leaf, key, value)
  if (replaced) replaced.value = readValue(leaf, rank)
  const plan = planDoc(value.doc)
  const isFitting = fitsAt(leaf, rank, plan)
  if (!isFitting && !leaf.hasRoom(0, leaf.entryWordsWith(rank, roomWordsOf(plan)))) {
    removeRecord(leaf, rank)
    return addRecord(leaf, key, value)
  }
  dropDoc(leaf, rank)
  if (!isFitting) leaf.resize(rank, roomWordsOf(plan))
  leaf.grow(0, value.sizeBytes - leaf.sizeAt(rank))
  writeValue(leaf, rank, plan, value)
  return undefined
}

function addRecord(leaf: Page, key: SearchKey, value: RecordValue): Page | undefined {
  const plan = planDoc(value.doc)
  const roomWords = roomWordsOf(plan)
  const rank = rankOf(leaf, key)
  const cut = cutToAdd(leaf, rank, headWords + key.allWords + roomWords)
  const part = cut?.part ?? leaf
  const partRank = cut?.rank ?? rank
  part.addKey(partRank, key, roomWords)
  writeValue(part, partRank, plan, value)
  part.grow(1, value.sizeBytes)
  return cut?.right
}

/** Removes a record of a leaf. */
export function removeRecord(leaf: Page, rank: number): void {
  dropDoc(leaf, rank)
  leaf.grow(-1, -leaf.sizeAt(rank))
  leaf.remove(rank, rank + 1)
}

/** Inserts a child; returns the right half of the page if it had to be split. */
export function addChild(page: Page, rank: number, child: Page): Page | undefined {
  const cut = cutToAdd(page, rank, child.entryWordsWith(0, 0))
  const part = cut?.part ?? page
  part.addChild(cut?.rank ?? rank, child, child, 0)
  part.grow(child.records, child.sizeBytes)
  return cut?.right
}

/** Records what a child now holds, or the copy that replaced it. */
export function updateChild(page: Page, rank: number, child: Page): void {
  page.grow(child.records - page.childRecordsAt(rank), child.sizeBytes - page.childBytesAt(rank))
  page.setChildAt(rank, child)
}

/** Removes a child that has become empty. */
function removeEmptyChild(page: Page, rank: number): void {
  dropPage(page.pool, page.childAt(rank))
  page.remove(rank, rank + 1)
}

/**
 * Removes a child that is empty, or merges it with a neighbour if it has few entries and both easily fit into one.
 * No pattern of removals can therefore leave a tree of nearly empty pages.
 */
export function joinSparse(page: Page, rank: number, child: Page): void {
  if (child.count === 0) {
    removeEmptyChild(page, rank)
    return
  }
  if (child.count >= fewEntries || page.count === 1) return
  const left = rank > 0 ? rank - 1 : rank
  const a = new Page(page.pool, page.childAt(left))
  const b = new Page(page.pool, page.childAt(left + 1))
  if (a.count + b.count > joinedMaxEntries || a.usedWords + b.usedWords > joinedMaxWords) return
  const joined = ownPage(a)
  if (joined.level === 0) joined.append(b, 0, b.count)
  else {
    // The parent's key for the right page is the true lower bound; the page's own first key may be too high by now.
    joined.addChild(joined.count, new Page(page.pool, b.childAt(0)), page, left + 1)
    joined.append(b, 1, b.count)
    for (let i = 0; i < b.count; i++) page.pool.hold(b.childAt(i))
  }
  if (b.heapDocs > 0) for (const doc of heapDocsOf(b)) page.pool.heapDocs.hold(doc)
  joined.heapDocs += b.heapDocs
  joined.grow(b.records, b.sizeBytes)
  page.grow(-b.records, -b.sizeBytes)
  updateChild(page, left, joined)
  removeEmptyChild(page, left + 1)
}

/** Creates a page above two others. */
export function createRoot(left: Page, right: Page): Page {
  const root = Page.create(left.pool, left.level + 1)
  addChild(root, 0, left)
  addChild(root, 1, right)
  return root
}

/** The result of a split: the right half, and which half takes the new entry, at which rank. */
interface Cut {
  readonly right: Page
  readonly part: Page
  readonly rank: number
}

/** Splits a page if an entry of `words` words does not fit. */
function cutToAdd(page: Page, rank: number, words: number): Cut | undefined {
  if (page.hasRoom(1, words)) return undefined
  const cut = page.cutFor(rank, words)
  const right = cutPage(page, cut)
  // An entry at the split can go to either half.
  const isLeft = rank < cut || (rank === cut && right.count > 0 && page.hasRoom(1, words))
  return isLeft ? { right, part: page, rank } : { right, part: right, rank: rank - cut }
}

/** Splits a page and returns the entries from `cut` on. */
function cutPage(page: Page, cut: number): Page {
  const right = Page.create(page.pool, page.level)
  right.append(page, cut, page.count)
  page.remove(cut, page.count)
  for (let rank = 0; rank < right.count; rank++) {
    if (page.level > 0) right.grow(right.childRecordsAt(rank), right.childBytesAt(rank))
    else right.grow(1, right.sizeAt(rank))
  }
  if (page.level === 0 && page.heapDocs > 0) {
    right.heapDocs = heapDocsOf(right).length
    page.heapDocs -= right.heapDocs
  }
  page.grow(-right.records, -right.sizeBytes)
  return right
}
