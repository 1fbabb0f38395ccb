import { isLatin1 } from '../../util/is-latin1.ts'
import type { RecordValue } from '../storage.ts'
import { FoundRecord } from './found-record.ts'
import type { Page } from './page.ts'
import { aboutWord, headWords, keyWordsOf, lengthsWord, wordsOf } from './page-layout.ts'
import type { RecordBytes } from './record-bytes.ts'

/** Longer documents are stored individually in V8's heap. */
const documentMaxBytes = 4_096

/** A document overwrites a longer one only if that wastes at most this many words. */
const unusedMaxWords = 16

/* How an entry describes its document: its length in bytes, or its number in the heap, << 2 | its form. */
const inLatin1 = 0
const inUtf16 = 1
const inHeap = 2
const formMask = 3
const aboutShift = 2

/** Records are read as one piece if that piece is at most this many times as large as the wanted part. */
const readMostTimes = 2

/** Decides how a document will be stored; the number is still missing if that is in the heap. */
export function planDoc(doc: string): number {
  const { length } = doc
  if (length > documentMaxBytes) return inHeap
  if (isLatin1(doc)) return (length << aboutShift) | inLatin1
  return 2 * length > documentMaxBytes ? inHeap : (length << (aboutShift + 1)) | inUtf16
}

/** Same as `planDoc`, for a record in bytes. */
export function planBytes({ docLength }: RecordBytes): number {
  return (docLength << aboutShift) | inLatin1
}

/** Returns how many words of the entry the document gets: a few extra, so that a number in it can grow. */
export function roomWordsOf(plan: number): number {
  return (wordsOf(bytesOf(plan)) + 3) & ~3
}

/** Returns whether a document can overwrite the one at `rank`. */
export function fitsAt(leaf: Page, rank: number, plan: number): boolean {
  const unusedWords = leaf.roomAt(rank) - roomWordsOf(plan)
  return unusedWords >= 0 && unusedWords <= unusedMaxWords
}

/** Writes the value of the record at `rank`, whose entry has room for it. */
export function writeValue(leaf: Page, rank: number, plan: number, { doc, sizeBytes }: RecordValue): void {
  const start = leaf.roomStartAt(rank)
  let about = plan
  if ((plan & formMask) === inLatin1) leaf.bytes.latin1Write(doc, start, bytesOf(plan))
  else if ((plan & formMask) === inUtf16) leaf.bytes.write(doc, start, bytesOf(plan), 'utf16le')
  else {
    about = (leaf.pool.heapDocs.add(doc) << aboutShift) | inHeap
    leaf.heapDocs += 1
  }
  leaf.setAboutAt(rank, about)
  leaf.setSizeAt(rank, sizeBytes)
}

/** Same as `writeValue`, for a record in bytes. */
export function writeBytes(leaf: Page, rank: number, plan: number, record: RecordBytes): void {
  const { bytes, start, partitionLength, sortLength, docLength, sizeBytes } = record
  const from = start + partitionLength + sortLength
  const to = leaf.roomStartAt(rank)
  // Documents here are a few bytes long; for those a bulk copy is slower than this loop.
  for (let i = 0; i < docLength; i++) leaf.bytes[to + i] = bytes[from + i] as number
  leaf.setAboutAt(rank, plan)
  leaf.setSizeAt(rank, sizeBytes)
}

/** Releases the document of a record that is about to be replaced or removed. */
export function dropDoc(leaf: Page, rank: number): void {
  const about = leaf.aboutAt(rank)
  if ((about & formMask) !== inHeap) return
  leaf.pool.heapDocs.drop(about >> aboutShift)
  leaf.heapDocs -= 1
}

/** Returns the numbers of the leaf's documents that are kept in the heap. */
export function heapDocsOf(leaf: Page): number[] {
  const numbers: number[] = []
  for (let rank = 0; rank < leaf.count; rank++) {
    const about = leaf.aboutAt(rank)
    if ((about & formMask) === inHeap) numbers.push(about >> aboutShift)
  }
  return numbers
}

/** Returns the value of the record at `rank`. */
export function readValue(leaf: Page, rank: number): RecordValue {
  const about = leaf.aboutAt(rank)
  const start = leaf.roomStartAt(rank)
  const isUsual = (about & formMask) === inLatin1
  const doc = isUsual
    ? leaf.bytes.latin1Slice(start, start + bytesOf(about))
    : readUnusual(leaf, about, start)
  return { doc, sizeBytes: leaf.sizeAt(rank) }
}

/** Appends the records from `first` up to but excluding `end` to `found`, in descending order if `end` is the lower. */
export function readRecords(leaf: Page, found: FoundRecord[], first: number, end: number): void {
  const { words } = leaf
  const step = first < end ? 1 : -1
  let piece = readPiece(leaf, first, end)
  const isTogether = piece !== undefined
  for (let rank = first; rank !== end; rank += step) {
    if (!isTogether) piece = readPiece(leaf, rank, rank + 1)
    const { text, textStart } = piece as Piece
    const at = leaf.entryAt(rank)
    const about = words[at + aboutWord] as number
    const lengths = words[at + lengthsWord] as number
    const keyStart = 4 * (at + headWords) - textStart
    const start = keyStart + 4 * keyWordsOf(lengths)
    const doc =
      (about & formMask) === inLatin1
        ? text.slice(start, start + (about >> aboutShift))
        : readUnusual(leaf, about, start + textStart)
    found.push(new FoundRecord(text, keyStart, lengths, doc, leaf.sizeAt(rank)))
  }
}

/** Bytes of a leaf as text; `textStart` is the byte at which the text begins. */
interface Piece {
  readonly text: string
  readonly textStart: number
}

/** Reads the bytes of several entries as one piece, or returns undefined if too much else lies between them. */
function readPiece(leaf: Page, first: number, end: number): Piece | undefined {
  const step = first < end ? 1 : -1
  let start = leaf.entryAt(first)
  let last = start
  for (let rank = first + step; rank !== end; rank += step) {
    const at = leaf.entryAt(rank)
    if (at < start) start = at
    else if (at > last) last = at
  }
  const words = last + (leaf.words[last] as number) - start
  // Estimated from the average entry: looking at each one would take as long as reading them.
  const wantedWords = (Math.abs(end - first) * leaf.usedWords) / leaf.count
  if (start !== last && words > readMostTimes * wantedWords) return undefined
  return { text: leaf.bytes.latin1Slice(4 * start, 4 * (start + words)), textStart: 4 * start }
}

function readUnusual(leaf: Page, about: number, start: number): string {
  if ((about & formMask) === inHeap) return leaf.pool.heapDocs.get(about >> aboutShift)
  return leaf.bytes.toString('utf16le', start, start + bytesOf(about))
}

/** Returns how many bytes of the document are in its entry. */
function bytesOf(about: number): number {
  return (about & formMask) === inHeap ? 0 : about >> aboutShift
}
