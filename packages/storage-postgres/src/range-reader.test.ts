import type { RangePage, RangeRequest, StoredRecord } from '@monotable/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostgresStorage } from './postgres-storage.ts'
import { RangeReader } from './range-reader.ts'
import { rangeStatement } from './range-statement.ts'
import type { Row } from './sql.ts'
import { openRecorded } from './testing/open-recorded.ts'
import { hasPostgres, type PostgresServer, startPostgres } from './testing/postgres-server.ts'
import { RecordingSql } from './testing/recording-sql.ts'

const p = 'p'.repeat(16)
const page = 1024 * 1024
const isJoined = ({ text }: { readonly text: string }) => text.includes('string_agg')

describe('pages', () => {
  const formOf = async (request: Partial<RangeRequest>): Promise<readonly boolean[]> => {
    const sql = new RecordingSql()
    await new RangeReader(sql).read({ space: 's', within: { partition: p }, ...request })
    return sql.statements.map(isJoined)
  }

  it('come in one row if they have many records, and in a row each if they have few', async () => {
    expect(await formOf({ maxBytes: page })).toEqual([true])
    expect(await formOf({ maxBytes: page, maxRecords: 100 })).toEqual([true])
    expect(await formOf({ maxBytes: page, maxRecords: 1 })).toEqual([false])
    expect(await formOf({ maxRecords: 0 })).toEqual([false])
  })

  it('without limits come in a row each: one row could have any size', async () => {
    expect(await formOf({})).toEqual([false])
    expect(await formOf({ maxRecords: 10_000 })).toEqual([false])
  })

  it('with a text that is not JSON are read again, in a row each', async () => {
    const sql = new RecordingSql({
      answer: (statement) =>
        isJoined(statement)
          ? [['61,62', '1,1', '\x1e\x1e1']]
          : [
              ['61', '1', '\x1e'],
              ['62', '1', '1'],
            ],
    })
    const { records } = await new RangeReader(sql).read({
      space: 's',
      within: { partition: p },
      maxBytes: page,
    })
    expect(sql.statements.map(isJoined)).toEqual([true, false])
    expect(records.map(({ sort, doc }) => [sort, doc])).toEqual([
      ['a', '\x1e'],
      ['b', '1'],
    ])
  })
})

describe.skipIf(!hasPostgres())('pages of PostgreSQL', () => {
  let server: PostgresServer
  let sql: RecordingSql
  let storage: PostgresStorage

  beforeAll(async () => {
    server = await startPostgres(['fsync=off'])
    ;({ sql, storage } = await openRecorded(server.url, `ranges_${process.pid}`))
  })
  afterAll(async () => {
    await storage?.clear()
    await storage?.close()
    server?.stop()
  })

  const fill = async (space: string, records: readonly StoredRecord[]): Promise<void> => {
    await storage.createSpace(space)
    const changes = records.map(({ partition, sort, doc, sizeBytes }) => ({
      space,
      partition,
      sort,
      value: { doc, sizeBytes },
    }))
    await storage.mutate([], () => ({ changes, answer: undefined }))
  }

  /** Reads all pages of a range, one after the other. */
  const readAll = async (request: RangeRequest): Promise<readonly RangePage[]> => {
    const pages: RangePage[] = []
    for (let after = request.after; ; after = pages.at(-1)?.records.at(-1)) {
      pages.push(await storage.range(after === undefined ? request : { ...request, after }))
      if (!pages.at(-1)?.more) return pages
    }
  }

  const oddKeys = [
    '',
    '\0',
    '\0\0',
    '\n',
    '\x1e',
    ',',
    'a',
    'a\x1eb',
    '\\',
    '\\036',
    '\x7f',
    '\x80',
    '\xff\xff',
  ]
  const oddTexts = [
    ...Array.from({ length: 0x21 }, (_, i) => `<${String.fromCharCode(i)}>`),
    ...['"', '\\', '\\u001e', '\x7f', '\u0080', 'é', '\u2028', '😀', '\u{10ffff}', '\ud800', '\udc00x', ''],
  ]
  const odd: readonly StoredRecord[] = ['\0'.repeat(16), p, '\xff'.repeat(16)].flatMap((partition) =>
    oddKeys.flatMap((key) =>
      oddTexts.map((text, i) => {
        const doc = JSON.stringify({ [text]: text })
        return { partition, sort: `${key}${String.fromCharCode(i)}`, doc, sizeBytes: 20 + i }
      }),
    ),
  )
  const compare = (one: StoredRecord, other: StoredRecord) =>
    one.partition + one.sort < other.partition + other.sort ? -1 : 1

  it.each([false, true])('return every key and every text as it was, reverse: %s', async (reverse) => {
    await fill(`odd_${reverse}`, odd)
    const expected = odd.toSorted(compare)
    if (reverse) expected.reverse()
    for (const limits of [{ maxBytes: page }, { maxBytes: 1_000 }, { maxBytes: page, maxRecords: 40 }]) {
      sql.statements.length = 0
      const pages = await readAll({ space: `odd_${reverse}`, within: {}, reverse, ...limits })
      expect(sql.statements.some(isJoined)).toBe(true)
      expect(pages.flatMap(({ records }) => records)).toEqual(expected)
      const ofOne = await readAll({ space: `odd_${reverse}`, within: { partition: p }, reverse, ...limits })
      expect(ofOne.flatMap(({ records }) => records)).toEqual(expected.filter((it) => it.partition === p))
    }
  })

  it('are empty where there is nothing', async () => {
    await fill('empty', [])
    const withins: readonly RangeRequest['within'][] = [{}, { partition: p }]
    for (const within of withins) {
      expect(await storage.range({ space: 'empty', within, maxBytes: page })).toEqual({
        records: [],
        more: false,
      })
    }
  })

  it('may have a huge record among small ones, and end with it where it fills them', async () => {
    const records = Array.from({ length: 60 }, (_, i): StoredRecord => {
      const doc = JSON.stringify('\x1e😀'.repeat(i === 30 ? 40_000 : 1))
      return { partition: p, sort: String(i).padStart(2, '0'), doc, sizeBytes: i === 30 ? 200_000 : 5 }
    })
    await fill('huge', records)
    const within = { partition: p }
    expect(await storage.range({ space: 'huge', within, maxBytes: page })).toEqual({ records, more: false })
    const [first, second] = await readAll({ space: 'huge', within, maxBytes: 1_000 })
    expect(first).toEqual({ records: records.slice(0, 31), more: true })
    expect(second).toEqual({ records: records.slice(31), more: false })
  })

  it.skipIf(process.env['PG_DIALECT'] === 'cockroach')('are found by key, however far on', async () => {
    const records = Array.from({ length: 4_000 }, (_, i): StoredRecord => {
      return { partition: p, sort: `${'x'.repeat(90)}${i + 10_000}`, doc: '{}', sizeBytes: 2 }
    })
    await fill('far', records)
    const [first, last] = [records[5], records[3_995]] as [StoredRecord, StoredRecord]
    const withins: readonly RangeRequest['within'][] = [{ partition: p }, { from: p.slice(1) }, {}]
    for (const within of withins) {
      for (const reverse of [false, true]) {
        const request = { space: 'far', within, reverse, after: reverse ? first : last, maxRecords: 3 }
        const { text, values } = rangeStatement(request, { limit: 3 })
        const plan = await sql.query({ text: `EXPLAIN (ANALYZE, BUFFERS) ${text}`, values })
        // All entries of the partition take sixty pages or more.
        const [, hit = 0, read = 0] = /hit=(\d+)(?: read=(\d+))?/.exec(plan.join()) ?? []
        expect(Number(hit) + Number(read), `${JSON.stringify(within)}, reverse: ${reverse}`).toBeLessThan(20)
      }
    }
  })

  /** Counts what a reader sends and receives, in statements and characters. */
  const metered = () => {
    const meter = { statements: 0, characters: 0 }
    const count = (rows: readonly Row[]): readonly Row[] => {
      meter.statements += 1
      for (const row of rows) for (const column of row) meter.characters += column?.length ?? 0
      return rows
    }
    const reader = new RangeReader({
      query: async (statement) => count(await sql.query(statement)),
      inSnapshot: (work) => sql.inSnapshot((run) => work(async (statement) => count(await run(statement)))),
    })
    return { reader, meter }
  }

  it('of large records after smaller ones are not read many times over', async () => {
    const sizes = [...new Array(200).fill(38_000), ...new Array(50).fill(390_000)]
    const records = sizes.map((sizeBytes: number, i): StoredRecord => {
      const doc = JSON.stringify('x'.repeat(sizeBytes - 2))
      return { partition: p, sort: String(i).padStart(3, '0'), doc, sizeBytes }
    })
    await fill('growing', records)
    const { reader, meter } = metered()
    let after: StoredRecord | undefined
    let read = 0
    do {
      const found = await reader.read({
        space: 'growing',
        within: { partition: p },
        maxBytes: page,
        ...(after && { after }),
      })
      read += found.records.length
      after = found.more ? found.records.at(-1) : undefined
    } while (after !== undefined)
    expect(read).toBe(250)
    expect(meter.characters).toBeLessThan(4 * sizes.reduce((sum: number, size: number) => sum + size, 0))
  })

  it('that begin small where large records were expected, and continue large, are not read many times over', async () => {
    const q = 'q'.repeat(16)
    const recordOf = (partition: string, i: number, sizeBytes: number): StoredRecord => {
      const doc = JSON.stringify('x'.repeat(sizeBytes - 2))
      return { partition, sort: String(i).padStart(3, '0'), doc, sizeBytes }
    }
    const large = Array.from({ length: 10 }, (_, i) => recordOf(q, i, 390_000))
    const mixed = Array.from({ length: 260 }, (_, i) => recordOf(p, i, i < 60 ? 100 : 100_000))
    await fill('mixed', [...large, ...mixed])
    const { reader, meter } = metered()
    const read = (partition: string) => reader.read({ space: 'mixed', within: { partition }, maxBytes: page })
    for (let i = 0; i < 8; i++) await read(q)
    meter.characters = 0
    expect(await read(p)).toEqual({ records: mixed.slice(0, 71), more: true })
    expect(meter.characters).toBeLessThan(4 * page)
  })

  it('of small records after large ones soon take one statement again', async () => {
    const large = Array.from({ length: 10 }, (_, i): StoredRecord => {
      return { partition: p, sort: String(i), doc: JSON.stringify('x'.repeat(389_998)), sizeBytes: 390_000 }
    })
    const small = Array.from({ length: 2_000 }, (_, i): StoredRecord => {
      const sort = String(i).padStart(4, '0')
      return { partition: 'q'.repeat(16), sort, doc: JSON.stringify('x'.repeat(98)), sizeBytes: 100 }
    })
    await fill('shrinking', [...large, ...small])
    const { reader, meter } = metered()
    const read = (partition: string) =>
      reader.read({ space: 'shrinking', within: { partition }, maxBytes: page })
    for (let i = 0; i < 8; i++) await read(p)
    for (let i = 0; i < 8; i++) expect((await read('q'.repeat(16))).records.length).toBe(2_000)
    meter.statements = 0
    await read('q'.repeat(16))
    expect(meter.statements).toBe(1)
  })
})
