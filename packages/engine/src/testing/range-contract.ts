import { beforeEach, expect, it } from 'vitest'
import type { RangeRequest } from '../storage/storage.ts'
import type { ContractContext } from './contract-context.ts'
import { partition, put, write } from './contract-records.ts'

const [p, q, r] = ['p', 'q', 'r'].map(partition) as [string, string, string]

/** Ranges: bounds, direction, continuation, limits. */
export function rangeContract({ storage }: ContractContext): void {
  beforeEach(async () => {
    await storage().createSpace('s')
    const places = [p, q, r].flatMap((partition) => ['a', 'b', 'c', 'd'].map((sort) => ({ partition, sort })))
    await write(
      storage(),
      places.map((at) => put('s', at, `"${at.partition[0]}${at.sort}"`)),
    )
  })

  async function docs(request: Omit<RangeRequest, 'space'>): Promise<string> {
    const { records, more } = await storage().range({ space: 's', ...request })
    return records.map(({ doc }) => doc.slice(1, -1)).join(' ') + (more ? ' …' : '')
  }
  const include = (sort: string) => ({ sort, inclusive: true })
  const exclude = (sort: string) => ({ sort, inclusive: false })

  it('a whole partition, in both directions', async () => {
    expect(await docs({ within: { partition: q } })).toBe('qa qb qc qd')
    expect(await docs({ within: { partition: q }, reverse: true })).toBe('qd qc qb qa')
    expect(await docs({ within: { partition: partition('none') } })).toBe('')
  })

  it('bounds that are inclusive or exclusive, existing or not', async () => {
    expect(await docs({ within: { partition: q, low: include('b') } })).toBe('qb qc qd')
    expect(await docs({ within: { partition: q, low: exclude('b') } })).toBe('qc qd')
    expect(await docs({ within: { partition: q, high: include('c') } })).toBe('qa qb qc')
    expect(await docs({ within: { partition: q, high: exclude('c') } })).toBe('qa qb')
    expect(await docs({ within: { partition: q, low: include('aa'), high: exclude('cc') } })).toBe('qb qc')
    expect(await docs({ within: { partition: q, low: include('b'), high: include('b') } })).toBe('qb')
    expect(
      await docs({ within: { partition: q, low: include('b'), high: include('c') }, reverse: true }),
    ).toBe('qc qb')
  })

  it('bounds with nothing between them', async () => {
    expect(await docs({ within: { partition: q, low: include('c'), high: include('b') } })).toBe('')
    expect(await docs({ within: { partition: q, low: exclude('b'), high: include('b') } })).toBe('')
    expect(
      await docs({ within: { partition: q, low: exclude('b'), high: exclude('b') }, reverse: true }),
    ).toBe('')
    expect(await docs({ within: { from: r, to: p } })).toBe('')
  })

  it('slices of all partitions, from inclusive, to exclusive', async () => {
    expect(await docs({ within: {} })).toBe('pa pb pc pd qa qb qc qd ra rb rc rd')
    expect(await docs({ within: { from: q } })).toBe('qa qb qc qd ra rb rc rd')
    expect(await docs({ within: { to: q } })).toBe('pa pb pc pd')
    expect(await docs({ within: { from: q, to: r } })).toBe('qa qb qc qd')
    expect(await docs({ within: { from: q, to: r }, reverse: true })).toBe('qd qc qb qa')
    expect(await docs({ within: {}, reverse: true })).toBe('rd rc rb ra qd qc qb qa pd pc pb pa')
  })

  it('continues after a place, which need not exist', async () => {
    expect(await docs({ within: { partition: q }, after: { partition: q, sort: 'b' } })).toBe('qc qd')
    expect(await docs({ within: { partition: q }, after: { partition: q, sort: 'bb' } })).toBe('qc qd')
    expect(await docs({ within: { partition: q }, after: { partition: q, sort: 'c' }, reverse: true })).toBe(
      'qb qa',
    )
    expect(await docs({ within: {}, after: { partition: q, sort: 'd' } })).toBe('ra rb rc rd')
    expect(await docs({ within: {}, after: { partition: q, sort: 'a' }, reverse: true })).toBe('pd pc pb pa')
    expect(
      await docs({ within: { partition: q, low: include('b') }, after: { partition: q, sort: 'd' } }),
    ).toBe('')
  })

  it('cuts a place to continue after to the range if it lies outside', async () => {
    const within = { partition: q, low: include('b'), high: include('c') }
    expect(await docs({ within, after: { partition: q, sort: '' } })).toBe('qb qc')
    expect(await docs({ within, after: { partition: p, sort: 'z' } })).toBe('qb qc')
    expect(await docs({ within, after: { partition: r, sort: '' } })).toBe('')
    expect(await docs({ within, after: { partition: q, sort: 'd' } })).toBe('')
    expect(await docs({ within, after: { partition: r, sort: 'a' }, reverse: true })).toBe('qc qb')
    expect(await docs({ within, after: { partition: p, sort: 'z' }, reverse: true })).toBe('')
    expect(await docs({ within: { from: q, to: r }, after: { partition: p, sort: '' } })).toBe('qa qb qc qd')
  })

  it('ends after a number of records and reports whether others follow', async () => {
    expect(await docs({ within: { partition: q }, maxRecords: 2 })).toBe('qa qb …')
    expect(await docs({ within: { partition: q }, maxRecords: 4 })).toBe('qa qb qc qd')
    expect(await docs({ within: { partition: q }, maxRecords: 5 })).toBe('qa qb qc qd')
    expect(await docs({ within: { partition: q, high: include('b') }, maxRecords: 2 })).toBe('qa qb')
    expect(await docs({ within: {}, maxRecords: 1, reverse: true })).toBe('rd …')
  })

  it('ends with the record that reaches a number of bytes, and returns at least one', async () => {
    expect(await docs({ within: { partition: q }, maxBytes: 1 })).toBe('qa …')
    expect(await docs({ within: { partition: q }, maxBytes: 4 })).toBe('qa …')
    expect(await docs({ within: { partition: q }, maxBytes: 5 })).toBe('qa qb …')
    expect(await docs({ within: { partition: q }, maxBytes: 8 })).toBe('qa qb …')
    expect(await docs({ within: { partition: q }, maxBytes: 16 })).toBe('qa qb qc qd')
    expect(await docs({ within: { partition: q }, maxBytes: 13, reverse: true })).toBe('qd qc qb qa')
    expect(await docs({ within: { partition: q }, maxBytes: 5, maxRecords: 1 })).toBe('qa …')
    expect(await docs({ within: { partition: q }, maxBytes: 5, maxRecords: 3 })).toBe('qa qb …')
  })

  it('the pages together are the whole range, in both directions, whatever the page size', async () => {
    await storage().createSpace('many')
    const sorts = Array.from({ length: 3000 }, (_, i) => String(i).padStart(5, '0'))
    await write(
      storage(),
      sorts.map((sort) => put('many', { partition: p, sort }, sort)),
    )
    for (const request of [{ maxRecords: 997 }, { maxBytes: 4321 }, { maxBytes: 1_000_000 }, {}]) {
      for (const reverse of [false, true]) {
        const found: string[] = []
        for (let after: { partition: string; sort: string } | undefined, more = true; more; ) {
          const page = await storage().range({
            space: 'many',
            within: { partition: p },
            reverse,
            ...request,
            ...(after && { after }),
          })
          found.push(...page.records.map((record) => record.sort))
          after = page.records.at(-1)
          more = page.more
        }
        expect(found).toEqual(reverse ? sorts.toReversed() : sorts)
      }
    }
  })

  it('an empty space has an empty range', async () => {
    await storage().createSpace('empty')
    expect(await storage().range({ space: 'empty', within: {} })).toEqual({ records: [], more: false })
  })
}
