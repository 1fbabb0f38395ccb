import type { Page } from './page.ts'
import { countWord, headWords, lengthsWord, marks, offsets, prefixes, wordsOf } from './page-layout.ts'
import { compareWords, type SearchKey } from './search-key.ts'

/** Returns how many keys of a page are smaller than `key`; those before `from` are known to be. */
export function rankOf(page: Page, key: SearchKey, from = 0): number {
  const { words, base } = page
  const { prefix } = key
  const count = words[base + countWord] as number
  const column = base + prefixes
  let low = from
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[column + middle] as number) < prefix) low = middle + 1
    else high = middle
  }
  return low < count && words[column + low] === prefix ? rankAmongEqual(page, key, low) : low
}

/** Returns the rank of the entry of a leaf with exactly this key, or -1. */
export function findRank({ words, base }: Page, key: SearchKey): number {
  const { mark } = key
  const start = base + marks
  const end = start + (words[base + countWord] as number)
  for (let at = start; at < end; at++) {
    if (words[at] === mark && compareAt(words, base, at - start, key) === 0) return at - start
  }
  return -1
}

/** Returns the rank of the child that holds `key` if any does. */
export function childRankOf(page: Page, key: SearchKey): number {
  const { words, base } = page
  // The first child's key is not a bound, and may by now be larger than the second one's.
  const rank = rankOf(page, key, 1)
  const isBound =
    rank < (words[base + countWord] as number) &&
    words[base + prefixes + rank] === key.prefix &&
    compareAt(words, base, rank, key) === 0
  return isBound ? rank : rank - 1
}

/**
 * Entries are scattered and looking at one is slow, so the first and the last are tried before those in between:
 * that finds the bounds of a whole partition.
 */
function rankAmongEqual({ words, base }: Page, key: SearchKey, from: number): number {
  if (compareAt(words, base, from, key) >= 0) return from
  let low = from + 1
  let high = endOfEqual(words, base, from)
  if (low === high || compareAt(words, base, high - 1, key) < 0) return high
  high -= 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareAt(words, base, middle, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns where the run of entries ends that share the prefix of the one at `from`. */
function endOfEqual(words: Int32Array, base: number, from: number): number {
  const column = base + prefixes
  const prefix = words[column + from]
  let low = from + 1
  let high = words[base + countWord] as number
  while (low < high) {
    const middle = (low + high) >>> 1
    if (words[column + middle] === prefix) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares the key at `rank` with `key`: negative if it is smaller, positive if larger, 0 if equal. */
function compareAt(words: Int32Array, base: number, rank: number, key: SearchKey): number {
  const at = base + (words[base + offsets + rank] as number)
  const lengths = words[at + lengthsWord] as number
  const partitionLength = lengths >>> 16
  const partitionWords = wordsOf(partitionLength)
  const start = at + headWords
  const sought = key.words
  const partitionEnd = Math.min(partitionWords, key.partitionWords)
  for (let i = 0; i < partitionEnd; i++) {
    if (words[start + i] !== sought[i]) return compareWords(words[start + i] as number, sought[i] as number)
  }
  if (partitionLength !== key.partitionLength) return partitionLength - key.partitionLength
  const sortLength = lengths & 0xffff
  const end = Math.min(partitionWords + wordsOf(sortLength), key.allWords)
  for (let i = partitionWords; i < end; i++) {
    if (words[start + i] !== sought[i]) return compareWords(words[start + i] as number, sought[i] as number)
  }
  return sortLength - key.sortLength
}
