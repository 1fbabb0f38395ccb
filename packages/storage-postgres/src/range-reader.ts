import type { RangePage, RangeRequest, SpaceId, StoredRecord } from '@monotable/engine'
import { readRecords, splitRecords } from './range-records.ts'
import { joinedRangeStatement, type RangeLimits, rangeStatement } from './range-statement.ts'
import type { RunStatement, Sql } from './sql.ts'

/** The average size assumed for a space of which nothing is known; it is rarely smaller. */
const likelyBytes = 300
const maxChunk = 20_000
/** How many times the size of a page one statement may read. */
const maxExcess = 16
const maxSpaces = 10_000
/** A read that may exceed this is a long one. */
const shortBytes = 65_536
/** From this many records on they come in one row; for fewer, one row each is cheaper. */
const manyRecords = 16

/**
 * Reads pages, nearly always with one statement: how many records fit on a page is known from earlier pages. A few
 * large records among small ones would make a page many times too large, so such records come without their texts. In
 * that case, and if a page needs more records than were read, the sizes are read first.
 */
export class RangeReader {
  readonly #sql: Pick<Sql, 'query' | 'inSnapshot'>
  readonly #averageBytes = new Map<SpaceId, number>()

  constructor(sql: Pick<Sql, 'query' | 'inSnapshot'>) {
    this.#sql = sql
  }

  async read(request: RangeRequest): Promise<RangePage> {
    if (request.maxRecords !== undefined && request.maxRecords <= 0) {
      const rows = await this.#sql.query(rangeStatement(request, { limit: 1, maxTextBytes: -1 }))
      return { records: [], more: rows.length > 0 }
    }
    const limits = this.#limits(request)
    const isLong = limits.limit * this.#averageOf(request.space) > shortBytes
    const found = await readRange((statement) => this.#sql.query(statement, isLong), request, limits)
    const draft = new PageDraft(request)
    const isWhole = draft.take(found, limits.limit)
    const page =
      isWhole && draft.hasTexts
        ? draft
        : await this.#sql.inSnapshot((run) =>
            request.maxBytes === undefined ? readChunks(run, request) : readMeasured(run, request),
          )
    this.#learn(request.space, page)
    return page.finish()
  }

  /** Returns how much to read: one record more than the page can hold, to find out whether more follow. */
  #limits({ space, maxRecords, maxBytes }: RangeRequest): RangeLimits {
    const byRecords = Math.min(maxRecords ?? maxChunk, maxChunk - 1) + 1
    if (maxBytes === undefined) return { limit: byRecords }
    const limit = Math.min(byRecords, Math.ceil((1.2 * maxBytes) / this.#averageOf(space)) + 2)
    return { limit, maxTextBytes: Math.ceil((maxExcess * Math.max(maxBytes, 65_536)) / limit) }
  }

  #averageOf(space: SpaceId): number {
    return this.#averageBytes.get(space) ?? likelyBytes
  }

  /** Learns the average size. A few records that do not fill a page say nothing about the others. */
  #learn(space: SpaceId, { bytes, count, isFilled }: PageDraft): void {
    if (count < 8 && !isFilled) return
    const known = this.#averageOf(space)
    const found = Math.max(1, bytes / count)
    if (this.#averageBytes.size > maxSpaces) this.#averageBytes.clear()
    // Going down by ratios: otherwise, small records after large ones would be assumed to be large for many pages.
    this.#averageBytes.set(space, found > known ? (known + found) / 2 : Math.sqrt(known * found))
  }
}

/** Reads records in one row if there may be many and all of them are certain to fit. */
async function readRange(
  run: RunStatement,
  request: RangeRequest,
  limits: RangeLimits,
): Promise<StoredRecord[]> {
  if (limits.maxTextBytes !== undefined && limits.limit >= manyRecords) {
    const [row] = await run(joinedRangeStatement(request, limits))
    const records = splitRecords(row, request)
    if (records !== undefined) return records
  }
  return readRecords(await run(rangeStatement(request, limits)), request)
}

async function readChunks(run: RunStatement, request: RangeRequest): Promise<PageDraft> {
  const page = new PageDraft(request)
  for (let limit = 1_000; ; limit = Math.min(limit * 2, maxChunk)) {
    if (page.take(await readRange(run, page.rest(), { limit }), limit)) return page
  }
}

/** Reads the sizes first, then exactly as many records as the page holds. */
async function readMeasured(run: RunStatement, request: RangeRequest): Promise<PageDraft> {
  const sizes = new PageDraft(request)
  for (let limit = 1_000; ; limit = Math.min(limit * 2, maxChunk)) {
    if (sizes.take(await readRange(run, sizes.rest(), { limit, maxTextBytes: -1 }), limit)) break
  }
  sizes.addTexts(await readRange(run, request, { limit: sizes.count }))
  return sizes
}

class PageDraft {
  readonly #request: RangeRequest
  readonly #maxRecords: number
  readonly #maxBytes: number
  #records: StoredRecord[] = []
  #more = false
  bytes = 0
  /** Whether the text of every record has been read. */
  hasTexts = true

  constructor(request: RangeRequest) {
    const { maxRecords, maxBytes } = request
    this.#request = request
    this.#maxRecords = maxRecords ?? Number.POSITIVE_INFINITY
    this.#maxBytes = maxBytes ?? Number.POSITIVE_INFINITY
  }

  get count(): number {
    return this.#records.length
  }

  /** Whether the page ends because its bytes have reached the limit. */
  get isFilled(): boolean {
    return this.bytes >= this.#maxBytes
  }

  /** Replaces the records with the same ones including their texts. */
  addTexts(records: readonly StoredRecord[]): void {
    this.#records = [...records]
    this.hasTexts = true
  }

  /** Returns the request for what follows the records read so far. */
  rest(): RangeRequest {
    const after = this.#records.at(-1)
    return after === undefined ? this.#request : { ...this.#request, after }
  }

  /** Adds records; returns true if the page is full, or fewer records came than were asked for. */
  take(found: readonly StoredRecord[], limit: number): boolean {
    for (const record of found) {
      const isFull = this.#records.length >= this.#maxRecords || this.isFilled
      if (isFull && this.#records.length > 0) {
        this.#more = true
        return true
      }
      if (record.doc === '') this.hasTexts = false
      this.#records.push(record)
      this.bytes += record.sizeBytes
    }
    return found.length < limit
  }

  finish(): RangePage {
    return { records: this.#records, more: this.#more }
  }
}
