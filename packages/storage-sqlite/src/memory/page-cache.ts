import {
  type ByteString,
  type Position,
  type RangePage,
  type RangeRequest,
  rangeInterval,
  type StoredRecord,
} from '@monotable/engine'
import type { RecordCache } from './record-cache.ts'

/** Longer pages are read anew each time: a few of them would drive out all else. */
const pageMaxLength = 131_072

/** Partitions whose digests begin alike share a version, and a write of one costs the others their pages. */
const versionBits = 17

/** Where a page comes from that is not known. */
export interface PageSource {
  /** Counts up: what was written since then can still be told from memory. */
  readonly epoch: number
  /** Of what was written in an epoch before this one, the data file may have all, and memory nothing. */
  readonly oldestEpoch: number
  read(): RangePage
  /** A page that had all there was in a held epoch, with what was written since; `undefined` if that is too much. */
  amend(page: RangePage): RangePage | undefined
}

/**
 * Pages of single partitions: to read a hundred records takes SQLite ten times as long. One that was written since is
 * amended as long as memory has what was written. They lie among the records of a `RecordCache`, under numbers that no
 * space has.
 *
 * A page that has to be read is expected to be asked for as it was before its partition was last written. One that was
 * asked for again is kept at once, and any other when it is asked for the second time: what is written as often as it is
 * read costs next to nothing. For one that can be amended, that is the second time within an epoch. One that was never
 * asked for is kept if there is room, so that what is read but once drives out nothing. A page that was written keeps its
 * place in memory, with some room to grow: elsewhere it would drive out others each time.
 */
export class PageCache {
  readonly #cache: RecordCache
  /** How often partitions were written since the first page was read; in 32 bits it might come round. */
  #versions: Float64Array | undefined

  constructor(cache: RecordCache) {
    this.#cache = cache
  }

  /** The page of one partition that a request asks for: what the source gives, unless it is known. */
  page(space: number, request: RangeRequest, partition: ByteString, source: PageSource): RangePage {
    this.#versions ??= new Float64Array(2 ** versionBits)
    const version = encodeNumber(this.#versions[versionSlot(space, partition)] as number)
    const start = version + encodeNumber(source.epoch)
    const place = { partition, sort: describe(request) }
    const head = this.#cache.findStart(~space, place, headLength)
    const isCurrent = head?.startsWith(version) ?? false
    const state = head?.at(-1)
    if (isCurrent && state !== asked) {
      if (state === kept) this.#cache.replaceStart(~space, place, head?.slice(0, -1) + keptAndAsked)
      const known = this.#cache.find(~space, place)
      if (known !== undefined) return decodePage(known.doc, headLength, partition)
    }
    const isHeld = !isCurrent && head !== undefined && epochIn(head) >= source.oldestEpoch
    const amended = isHeld && state !== asked ? this.#amend(~space, place, source) : undefined
    const page = amended ?? source.read()
    if (isLong(page)) return page
    const keep = (doc: string) => this.#cache.keep(~space, place, { doc, sizeBytes: 0 }, pageMaxLength)
    const isAmendable = isHeld && !page.more
    if (isCurrent) keep(withRoom(start + keptAndAsked + encodePage(page)))
    else if (isAmendable || state === keptAndAsked || (state === undefined && this.#cache.hasRoom)) {
      keep(withRoom(start + kept + encodePage(page)))
    } else if (state === kept) this.#cache.replaceStart(~space, place, start + asked)
    else keep(start + asked)
    return page
  }

  /** A page as it is now, from what was kept; `undefined` if it does not tell. */
  #amend(number: number, place: Position, source: PageSource): RangePage | undefined {
    const known = this.#cache.find(number, place)
    const page = known && decodePage(known.doc, headLength, place.partition)
    // Where there was more, nobody knows what would come up from behind.
    return page && !page.more ? source.amend(page) : undefined
  }

  /** Takes note of a write: the pages of its partition hold no longer. */
  wrote(space: number, partition: ByteString): void {
    if (this.#versions) (this.#versions[versionSlot(space, partition)] as number) += 1
  }
}

/**
 * What stands before a page: the version of its partition, the epoch, and what came of it then. It was asked for and not
 * kept, or kept, or kept and asked for again.
 */
const asked = '?'
const kept = '.'
const keptAndAsked = '+'
const numberLength = 11
const headLength = 2 * numberLength + 1

/** Always as long, so that one can be written over another. */
function encodeNumber(number: number): string {
  return number.toString(36).padStart(numberLength, '0')
}

function epochIn(head: string): number {
  return Number.parseInt(head.slice(numberLength, -1), 36)
}

/** Most partitions are digests. */
function versionSlot(space: number, partition: ByteString): number {
  const start = partition.charCodeAt(0) | (partition.charCodeAt(1) << 8) | (partition.charCodeAt(2) << 16)
  return (start ^ Math.imul(space, 0x9e3779b1)) & (2 ** versionBits - 1)
}

function isLong({ records }: RangePage): boolean {
  let length = 0
  for (const { sort, doc } of records) length += sort.length + doc.length
  return length > pageMaxLength
}

/** A text with so much room at its end that it seldom outgrows its place: an eighth at most. */
function withRoom(text: string): string {
  const step = 2 ** Math.max(Math.floor(Math.log2(text.length)) - 3, 4)
  return text.padEnd(Math.min(Math.ceil(text.length / step) * step, pageMaxLength))
}

/** What a request of a partition asks for; no two that differ have the same. */
function describe(request: RangeRequest): string {
  const { low, high } = rangeInterval(request)
  const { reverse = false, maxRecords = '', maxBytes = '' } = request
  const ends = `${low && `${low.partition.length},${low.sort.length}`};${high?.partition.length}`
  const keys = `${low ? low.partition + low.sort : ''}${high ? high.partition + high.sort : ''}`
  return `${reverse ? '-' : '+'}${maxRecords};${maxBytes};${ends};${keys}`
}

/** The lengths of its records' parts, then the parts; all that it holds may be any text. */
function encodePage({ records, more }: RangePage): string {
  let lengths = more ? '+' : '.'
  let sorts = ''
  let docs = ''
  for (const { sort, doc, sizeBytes } of records) {
    lengths += `${sort.length},${doc.length},${sizeBytes},`
    sorts += sort
    docs += doc
  }
  return `${lengths}\n${sorts}${docs}`
}

/** Reads a page from where it begins in a text; behind it may be anything. */
function decodePage(text: string, start: number, partition: ByteString): RangePage {
  const lengthsEnd = text.indexOf('\n', start)
  const numbers = readNumbers(text, start + 1, lengthsEnd)
  let sortAt = lengthsEnd + 1
  let docAt = sortAt
  for (let i = 0; i < numbers.length; i += 3) docAt += numbers[i] as number
  const records: StoredRecord[] = []
  for (let i = 0; i < numbers.length; i += 3) {
    const sortEnd = sortAt + (numbers[i] as number)
    const docEnd = docAt + (numbers[i + 1] as number)
    const sort = text.slice(sortAt, sortEnd)
    const doc = text.slice(docAt, docEnd)
    records.push({ partition, sort, doc, sizeBytes: numbers[i + 2] as number })
    sortAt = sortEnd
    docAt = docEnd
  }
  return { records, more: text[start] === '+' }
}

/** Numbers with a comma behind each. */
function readNumbers(text: string, start: number, end: number): number[] {
  const numbers: number[] = []
  let number = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code !== comma) {
      number = 10 * number + code - zero
      continue
    }
    numbers.push(number)
    number = 0
  }
  return numbers
}

const comma = 0x2c
const zero = 0x30
