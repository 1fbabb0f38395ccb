import {
  type ByteString,
  type Position,
  type RangePage,
  type RangeRequest,
  rangeInterval,
  type StoredRecord,
} from '@monotable/engine'
import type { RecordCache } from './record-cache.ts'

/** Longer pages are not cached: a few of them would drive out everything else. */
const pageMaxLength = 131_072

/** Partitions whose digests begin alike share a version, so a write to one invalidates the pages of the others. */
const versionBits = 17

/** Where a page comes from that is not cached. */
export interface PageSource {
  /** Counts up with each departure: what was written since the current epoch began is still in memory. */
  readonly epoch: number
  /** The oldest epoch whose changes are still in memory; older ones may be only in the data file. */
  readonly oldestEpoch: number
  read(): RangePage
  /** Brings a page up to date that was complete in an epoch still held; `undefined` if too much was written since. */
  amend(page: RangePage): RangePage | undefined
}

/**
 * Caches pages of single partitions: reading a hundred records takes SQLite ten times as long. A page whose partition
 * was written since is amended as long as the changes are in memory. The pages are stored among the records of a
 * `RecordCache`, under numbers that no space has.
 *
 * A page that has to be read is expected to be requested as often as it was before the last write to its partition. If
 * it was requested again then, it is kept at once; otherwise it is kept when it is requested for the second time. So
 * pages written as often as they are read cost next to nothing. For a page that can be amended, the second request
 * within an epoch counts. A page never requested before is kept if there is room, so pages read only once drive out
 * nothing. A page that was written keeps its place in memory, with some room to grow: in a new place it would drive out
 * others each time.
 */
export class PageCache {
  readonly #cache: RecordCache
  /** How often partitions were written since the first page was read; with 32 bits the count might wrap around. */
  #versions: Float64Array | undefined

  constructor(cache: RecordCache) {
    this.#cache = cache
  }

  /** Returns the requested page of one partition, from the cache or else from the source. */
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

  /** Returns a cached page brought up to date; `undefined` if the cached page is not enough for that. */
  #amend(number: number, place: Position, source: PageSource): RangePage | undefined {
    const known = this.#cache.find(number, place)
    const page = known && decodePage(known.doc, headLength, place.partition)
    // If there were more records behind the page, nobody knows which of them would move up into it.
    return page && !page.more ? source.amend(page) : undefined
  }

  /** Records a write, which invalidates the pages of its partition. */
  wrote(space: number, partition: ByteString): void {
    if (this.#versions) (this.#versions[versionSlot(space, partition)] as number) += 1
  }
}

/**
 * What precedes a page: the version of its partition, the epoch, and its state at that version: requested but not kept,
 * kept, or kept and requested again.
 */
const asked = '?'
const kept = '.'
const keptAndAsked = '+'
const numberLength = 11
const headLength = 2 * numberLength + 1

/** Encodes a number at a fixed length, so that one can be overwritten with another. */
function encodeNumber(number: number): string {
  return number.toString(36).padStart(numberLength, '0')
}

function epochIn(head: string): number {
  return Number.parseInt(head.slice(numberLength, -1), 36)
}

/** Uses the first bytes of the partition: most partitions are digests. */
function versionSlot(space: number, partition: ByteString): number {
  const start = partition.charCodeAt(0) | (partition.charCodeAt(1) << 8) | (partition.charCodeAt(2) << 16)
  return (start ^ Math.imul(space, 0x9e3779b1)) & (2 ** versionBits - 1)
}

function isLong({ records }: RangePage): boolean {
  let length = 0
  for (const { sort, doc } of records) length += sort.length + doc.length
  return length > pageMaxLength
}

/** Pads a text so that it seldom outgrows its place: by an eighth at most. */
function withRoom(text: string): string {
  const step = 2 ** Math.max(Math.floor(Math.log2(text.length)) - 3, 4)
  return text.padEnd(Math.min(Math.ceil(text.length / step) * step, pageMaxLength))
}

/** Describes what a request asks of a partition; different requests have different descriptions. */
function describe(request: RangeRequest): string {
  const { low, high } = rangeInterval(request)
  const { reverse = false, maxRecords = '', maxBytes = '' } = request
  const ends = `${low && `${low.partition.length},${low.sort.length}`};${high?.partition.length}`
  const keys = `${low ? low.partition + low.sort : ''}${high ? high.partition + high.sort : ''}`
  return `${reverse ? '-' : '+'}${maxRecords};${maxBytes};${ends};${keys}`
}

/** Encodes the lengths of the records' parts, then the parts, any of which may be any text. */
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

/** Decodes a page from where it begins in a text; anything may follow it. */
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

/** Reads numbers that are each followed by a comma. */
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
