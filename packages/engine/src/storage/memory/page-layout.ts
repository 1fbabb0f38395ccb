/** Most entries of a page. With 64, a million records are three levels deep and a cut moves 32 entries. */
export const maxEntries = 64

/*
 * A page, in words of four bytes. First what it is:
 *   its level, 0 for a leaf
 *   how many entries there are; where the last of them ends, and how many words before that are unused
 *   how many records are in and below it
 *   in a leaf, how many documents are kept in the heap
 *   the sum of the records' sizes, as a double
 *   the rank of the newest entry, unless one was removed since
 * then columns, by rank:
 *   in a leaf marks, elsewhere children
 *   where entries begin
 *   prefixes
 *   in a leaf sizes, elsewhere numbers of records
 *   elsewhere than in a leaf sums of sizes, as doubles
 * and behind them the entries, in any order:
 *   its length
 *   length of partition << 16 | length of sort
 *   in a leaf, what there is to say of the document
 *   partition and sort, each filled up to whole words
 *   in a leaf, the document
 *
 * To look at memory that was not used lately is slow, so marks lie beside where their entries begin.
 */
export const levelWord = 0
export const countWord = 1
export const endWord = 2
export const unusedWord = 3
export const recordsWord = 4
export const heapDocsWord = 5
export const totalDouble = 3
export const newestWord = 8

/** Each column is called by where it begins. */
export const columnsStart = 10
export const marks = columnsStart
export const children = columnsStart
export const offsets = marks + maxEntries
export const prefixes = offsets + maxEntries
export const sizes = prefixes + maxEntries
export const leafStart = sizes + maxEntries
/** Counts doubles. */
export const totals = leafStart / 2
export const innerStart = leafStart + 2 * maxEntries

export const lengthsWord = 1
export const aboutWord = 2
export const headWords = 3

/** How many words a key takes whose lengths these are. */
export function keyWordsOf(lengths: number): number {
  return wordsOf(lengths >>> 16) + wordsOf(lengths & 0xffff)
}

/** How many words so many bytes take. */
export function wordsOf(bytes: number): number {
  return (bytes + 3) >>> 2
}
