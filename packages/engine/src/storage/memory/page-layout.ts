/**
 * The maximum number of entries of a page. With 64, a million records make a tree three levels deep, and a split
 * moves 32 entries.
 */
export const maxEntries = 64

/*
 * The layout of a page, in words of four bytes. First its header:
 *   the level, 0 for a leaf
 *   the number of entries; where the last of them ends, and how many words before that are unused
 *   the number of records in and below the page
 *   in a leaf, the number of documents kept in the heap
 *   the sum of the records' sizes, as a double
 *   the rank of the newest entry, unless one has been removed since
 * then columns, by rank:
 *   in a leaf marks, otherwise children
 *   where entries begin
 *   prefixes
 *   in a leaf sizes, otherwise numbers of records
 *   except in a leaf, sums of sizes, as doubles
 * then the entries, in any order:
 *   the length of the entry
 *   length of partition << 16 | length of sort
 *   in a leaf, the description of the document
 *   partition and sort, each padded to whole words
 *   in a leaf, the document
 *
 * A cache miss is slow, so marks are next to the positions of their entries.
 */
export const levelWord = 0
export const countWord = 1
export const endWord = 2
export const unusedWord = 3
export const recordsWord = 4
export const heapDocsWord = 5
export const totalDouble = 3
export const newestWord = 8

/** Each column is identified by where it begins. */
export const columnsStart = 10
export const marks = columnsStart
export const children = columnsStart
export const offsets = marks + maxEntries
export const prefixes = offsets + maxEntries
export const sizes = prefixes + maxEntries
export const leafStart = sizes + maxEntries
/** Counted in doubles. */
export const totals = leafStart / 2
export const innerStart = leafStart + 2 * maxEntries

export const lengthsWord = 1
export const aboutWord = 2
export const headWords = 3

/** Returns how many words a key with these lengths takes. */
export function keyWordsOf(lengths: number): number {
  return wordsOf(lengths >>> 16) + wordsOf(lengths & 0xffff)
}

/** Returns how many words a number of bytes takes. */
export function wordsOf(bytes: number): number {
  return (bytes + 3) >>> 2
}
