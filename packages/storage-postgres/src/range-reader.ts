import type { RangePage, RangeRequest, StoredRecord } from '@monotable/engine'
import { rangeStatement } from './read-statements.ts'
import type { Row, RunStatement, Sql } from './sql.ts'

/** Records of which a page is made are rarely smaller on average. */
const likelyBytes = 300
const maxChunk = 20_000

/** Reads a page. One statement does nearly always; where it does not, all further ones see the same moment. */
export async function readPage(sql: Sql, request: RangeRequest): Promise<RangePage> {
  const { maxRecords = Number.POSITIVE_INFINITY } = request
  if (maxRecords <= 0) return { records: [], more: (await sql.query(rangeStatement(request, 1))).length > 0 }
  const limit = firstLimit(request)
  const rows = await sql.query(rangeStatement(request, limit))
  const page = new PageDraft(request)
  if (page.take(rows, limit)) return page.finish()
  return sql.inSnapshot((query) => readInChunks(query, request, limit * 4))
}

async function readInChunks(
  query: RunStatement,
  request: RangeRequest,
  firstChunk: number,
): Promise<RangePage> {
  const page = new PageDraft(request)
  for (let chunk = firstChunk; ; chunk *= 2) {
    const limit = Math.min(chunk, maxChunk)
    const after = page.last ?? request.after
    const rows = await query(rangeStatement(after === undefined ? request : { ...request, after }, limit))
    if (page.take(rows, limit)) return page.finish()
  }
}

/** One more than the page can hold, so that it is known whether more lies behind it. */
function firstLimit({ maxRecords, maxBytes }: RangeRequest): number {
  const byBytes = maxBytes === undefined ? Number.POSITIVE_INFINITY : Math.ceil(maxBytes / likelyBytes) + 1
  return Math.min(maxRecords ?? Number.POSITIVE_INFINITY, byBytes, maxChunk - 1) + 1
}

type RangeRow = readonly [sort: string, sizeBytes: number, doc: string, partition?: string]

class PageDraft {
  readonly #maxRecords: number
  readonly #maxBytes: number
  readonly #partition: string | undefined
  readonly #records: StoredRecord[] = []
  #bytes = 0
  #more = false

  constructor({ within, maxRecords, maxBytes }: RangeRequest) {
    this.#partition = 'partition' in within ? within.partition : undefined
    this.#maxRecords = maxRecords ?? Number.POSITIVE_INFINITY
    this.#maxBytes = maxBytes ?? Number.POSITIVE_INFINITY
  }

  get last(): StoredRecord | undefined {
    return this.#records.at(-1)
  }

  /** Adds rows; true when the page is full, or fewer came than were asked for. */
  take(rows: readonly Row[], limit: number): boolean {
    for (const [sort, sizeBytes, doc, partition] of rows as readonly RangeRow[]) {
      const isFull = this.#records.length >= this.#maxRecords || this.#bytes >= this.#maxBytes
      if (isFull && this.#records.length > 0) {
        this.#more = true
        return true
      }
      this.#records.push({ partition: this.#partition ?? (partition as string), sort, doc, sizeBytes })
      this.#bytes += sizeBytes
    }
    return rows.length < limit
  }

  finish(): RangePage {
    return { records: this.#records, more: this.#more }
  }
}
