import type { RangePage, RangeRequest, SpaceId, StoredRecord } from '@monotable/engine'
import { fromEscaped } from './key-bytes.ts'
import { type RangeLimits, rangeStatement } from './read-statements.ts'
import type { Row, RunStatement, Sql } from './sql.ts'

/** Records are rarely smaller on average; assumed of spaces of which nothing is known. */
const likelyBytes = 300
const maxChunk = 20_000
/** How many times as much as a page holds a statement may read. */
const maxExcess = 16
const maxSpaces = 10_000

/**
 * Reads pages. One statement does nearly always: how many records a page takes is known from those before it. A few
 * large records among small ones would make a page many times too large; they are told apart, and then the sizes are
 * read first.
 */
export class RangeReader {
  readonly #sql: Sql
  readonly #averageBytes = new Map<SpaceId, number>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async read(request: RangeRequest): Promise<RangePage> {
    if (request.maxRecords !== undefined && request.maxRecords <= 0) {
      const rows = await this.#sql.query(rangeStatement(request, { limit: 1 }))
      return { records: [], more: rows.length > 0 }
    }
    const limits = this.#limits(request)
    const rows = await this.#sql.query(rangeStatement(request, limits))
    const page = new PageDraft(request)
    const isWhole = page.take(rows, limits.limit)
    this.#learn(request.space, page)
    if (isWhole && page.isTold) return page.finish()
    return this.#sql.inSnapshot((run) =>
      page.isTold ? readChunks(run, request) : readMeasured(run, request),
    )
  }

  /** One more than the page can hold, so that it is known whether more lies behind it. */
  #limits({ space, maxRecords, maxBytes }: RangeRequest): RangeLimits {
    const byRecords = Math.min(maxRecords ?? maxChunk, maxChunk - 1) + 1
    if (maxBytes === undefined) return { limit: byRecords }
    const average = this.#averageBytes.get(space) ?? likelyBytes
    const limit = Math.min(byRecords, Math.ceil((1.2 * maxBytes) / average) + 2)
    return { limit, maxTextBytes: Math.ceil((maxExcess * Math.max(maxBytes, 65_536)) / limit) }
  }

  #learn(space: SpaceId, { bytes, count }: PageDraft): void {
    if (count < 8) return
    const known = this.#averageBytes.get(space) ?? likelyBytes
    if (this.#averageBytes.size > maxSpaces) this.#averageBytes.clear()
    this.#averageBytes.set(space, Math.max(1, known + (bytes / count - known) / 2))
  }
}

async function readChunks(run: RunStatement, request: RangeRequest): Promise<RangePage> {
  const page = new PageDraft(request)
  for (let limit = 1_000; ; limit = Math.min(limit * 2, maxChunk)) {
    if (page.take(await run(rangeStatement(page.rest(), { limit })), limit)) return page.finish()
  }
}

/** Reads the sizes first, and then exactly as many records as the page takes. */
async function readMeasured(run: RunStatement, request: RangeRequest): Promise<RangePage> {
  const sizes = new PageDraft(request)
  for (let limit = 1_000; ; limit = Math.min(limit * 2, maxChunk)) {
    if (sizes.take(await run(rangeStatement(sizes.rest(), { limit, maxTextBytes: -1 })), limit)) break
  }
  const { more } = sizes.finish()
  const rows = await run(rangeStatement(request, { limit: sizes.count }))
  const page = new PageDraft(request)
  page.take(rows, rows.length + 1)
  return { ...page.finish(), more }
}

type RangeRow = readonly [sort: string, sizeBytes: string, doc: string | null, partition?: string]

class PageDraft {
  readonly #request: RangeRequest
  readonly #maxRecords: number
  readonly #maxBytes: number
  readonly #partition: string | undefined
  readonly #records: StoredRecord[] = []
  #more = false
  bytes = 0
  /** Whether the text of every record is there. */
  isTold = true

  constructor(request: RangeRequest) {
    const { within, maxRecords, maxBytes } = request
    this.#request = request
    this.#partition = 'partition' in within ? within.partition : undefined
    this.#maxRecords = maxRecords ?? Number.POSITIVE_INFINITY
    this.#maxBytes = maxBytes ?? Number.POSITIVE_INFINITY
  }

  get count(): number {
    return this.#records.length
  }

  /** What is behind the records that it has. */
  rest(): RangeRequest {
    const after = this.#records.at(-1)
    return after === undefined ? this.#request : { ...this.#request, after }
  }

  /** Adds rows; true when the page is full, or fewer came than were asked for. */
  take(rows: readonly Row[], limit: number): boolean {
    for (const [sort, size, doc, partition] of rows as unknown as readonly RangeRow[]) {
      const isFull = this.#records.length >= this.#maxRecords || this.bytes >= this.#maxBytes
      if (isFull && this.#records.length > 0) {
        this.#more = true
        return true
      }
      if (doc === null) this.isTold = false
      const sizeBytes = Number(size)
      this.#records.push({
        partition: this.#partition ?? fromEscaped(partition as string),
        sort: fromEscaped(sort),
        doc: doc ?? '',
        sizeBytes,
      })
      this.bytes += sizeBytes
    }
    return rows.length < limit
  }

  finish(): RangePage {
    return { records: this.#records, more: this.#more }
  }
}
