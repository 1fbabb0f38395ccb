import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { shape } from '../codec/standard-schema.ts'
import { compareUtf8 } from '../keys/compare-utf8.ts'
import type { Port } from '../port/port.ts'
import type { QueryInput, WireItem } from '../port/wire.ts'
import { table } from '../table.ts'
import { hashText } from '../util/hash-text.ts'
import { replicas, shards } from './shards.ts'

const app = table('Logs', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byNumber: { pk: 'NPK', sk: { name: 'number', type: 'N' } } },
})
const Log = app.entity('Log', {
  schema: shape<{ id: string; number: number }>(),
  key: { pk: 'LOG#{shard}', sk: '{id:raw}' },
  index: { byNumber: { pk: 'N#{shard}', sk: '{number}' } },
  shard: shards({ by: 'random', count: 4 }),
})

interface Row {
  readonly id: string
  readonly number: number
  readonly shard: number
}

/** Creates a database with only what a Query of a shard needs: items in the requested order, cut into pages. */
function fakePort(rows: readonly Row[], chunk: number): Port {
  const answer = ({
    IndexName,
    ExpressionAttributeValues,
    Limit,
    ScanIndexForward,
    ExclusiveStartKey,
  }: QueryInput) => {
    const byNumber = IndexName === 'byNumber'
    const [partition] = Object.values(ExpressionAttributeValues ?? {})
    const shard = Number(partition !== undefined && 'S' in partition ? partition.S.split('#')[1] : 0)
    const sign = ScanIndexForward === false ? -1 : 1
    const sorted = rows
      .filter((row) => row.shard === shard)
      .sort((one, other) => sign * compareRows(one, other, byNumber))
    const items = sorted.map(
      ({ id, number }): WireItem => ({
        PK: { S: `LOG#${shard}` },
        SK: { S: id },
        NPK: { S: `N#${shard}` },
        number: { N: String(number) },
        id: { S: id },
        shard: { N: String(shard) },
        _type: { S: 'Log' },
      }),
    )
    const after = ExclusiveStartKey?.['SK']
    const start = after !== undefined && 'S' in after ? sorted.findIndex(({ id }) => id === after.S) + 1 : 0
    const end = start + Math.min(Limit ?? chunk, chunk)
    const last = items[end - 1]
    return { Items: items.slice(start, end), ...(last !== undefined && { LastEvaluatedKey: last }) }
  }
  return { send: async (_operation, input) => answer(input as QueryInput) as never }
}

function compareRows(one: Row, other: Row, byNumber: boolean): number {
  return (byNumber ? one.number - other.number : 0) || compareUtf8(one.id, other.id)
}

const rowsArbitrary = fc.uniqueArray(
  fc.record({
    id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
    number: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
    shard: fc.integer({ min: 1, max: 4 }),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
)

describe('reading shards', () => {
  it('gives what sorting all items together gives, with any contents, page sizes, directions and cursors', async () => {
    const run = fc.asyncProperty(
      rowsArbitrary,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      fc.boolean(),
      async (rows, page, chunk, isNewest, byNumber) => {
        const index = byNumber ? 'byNumber' : 'primary'
        const db = app.connect(fakePort(rows, chunk), {
          entities: { Log },
          patterns: {
            pages: Log.query(index, { page, order: isNewest ? 'newest' : 'oldest' }),
            unlimited: Log.query(index, { order: isNewest ? 'newest' : 'oldest' }),
          },
        })
        const sign = isNewest ? -1 : 1
        const expected = [...rows]
          .sort((one, other) => sign * compareRows(one, other, byNumber))
          .map((row) => (byNumber ? row.number + 0 : row.id))
        const shown = (items: readonly Row[]) => items.map((row) => (byNumber ? row.number + 0 : row.id))

        const paged: Row[] = []
        let cursor: string | undefined
        do {
          const { items, next } = await db.q.pages({}, { cursor })
          if (next !== undefined) expect(items.length).toBe(page)
          paged.push(...items)
          cursor = next
        } while (cursor !== undefined)
        expect(shown(paged)).toEqual(expected)

        const streamed: Row[] = []
        for await (const item of db.q.pages({}).all()) streamed.push(item)
        expect(shown(streamed)).toEqual(expected)

        const whole: Row[] = []
        let position: string | undefined
        do {
          const { items, next } = await db.q.unlimited({}, { cursor: position })
          whole.push(...items)
          position = next
        } while (position !== undefined)
        expect(shown(whole)).toEqual(expected)
      },
    )
    await fc.assert(run, { numRuns: draws(50) })
  })

  it('queries all shards in parallel, and each for little more than its share', async () => {
    const rows = Array.from({ length: 400 }, (_, at) => ({
      id: String(at).padStart(3, '0'),
      number: at,
      shard: (hashText(String(at)) % 4) + 1,
    }))
    const limits: (number | undefined)[] = []
    let underWay = 0
    let most = 0
    const inner = fakePort(rows, 1000)
    const port: Port = {
      send: async (operation, input) => {
        most = Math.max(most, ++underWay)
        limits.push((input as QueryInput).Limit)
        await Promise.resolve()
        underWay--
        return await inner.send(operation, input)
      },
    }
    const db = app.connect(port, {
      entities: { Log },
      patterns: { logs: Log.query('primary', { page: 40 }) },
    })
    expect((await db.q.logs({})).items).toHaveLength(40)
    expect(most).toBe(4)
    expect(limits).toEqual([20, 20, 20, 20])
  })
})

describe('shards that are calculated', () => {
  it.each([2, 3, 8, 10, 200])('are used evenly: %i shards', (count) => {
    for (const name of [
      String,
      (at: number) => `order-${at}`,
      (at: number) => at.toString(2).padStart(24, '0'),
    ]) {
      const used = Array<number>(count).fill(0)
      const total = count * 500
      for (let at = 0; at < total; at++) {
        const shard = hashText(name(at)) % count
        used[shard] = (used[shard] ?? 0) + 1
      }
      expect(Math.max(...used)).toBeLessThan(650)
      expect(Math.min(...used)).toBeGreaterThan(350)
    }
  })

  it('never change, since they are part of stored keys', () => {
    expect(['', 'a', 'order-1', 'é', '2026-01-01'].map(hashText)).toMatchInlineSnapshot(`
      [
        2872998923,
        444641715,
        2449496732,
        2387039943,
        816680218,
      ]
    `)
  })
})

describe('a declaration refuses', () => {
  const declare = (declaration: object) => () =>
    app.entity('X', { schema: shape<{ id: string }>(), ...declaration } as never)

  it('a shard without a slot, in a sort key, or of an unknown kind', () => {
    const key = { pk: 'X#{id}', sk: 'X' }
    const shard = shards({ by: 'random', count: 3 })
    expect(declare({ key, shard })).toThrow('{shard} must be in key.pk or the pk')
    expect(declare({ key: { pk: 'X#{id}#{shard}', sk: '{shard:pad2}' }, shard })).toThrow('not in a sort key')
    expect(declare({ key: { pk: 'X', sk: 'X#{id}' }, replicas: replicas(3) })).toThrow('{replica} must be')
    expect(() => shards({ by: 'modulo(id)' as 'random', count: 3 })).toThrow(
      "by: 'hash(attribute)' or 'random'",
    )
    expect(() => shards({ by: 'random', count: 0 })).toThrow('1 or more shards, not 0')
  })

  it('a collection of members with different numbers of shards', () => {
    const Other = app.entity('Other', {
      schema: shape<{ id: string }>(),
      key: { pk: 'LOG#{shard}', sk: '{id}' },
      shard: shards({ by: 'hash(id)', count: 5 }),
    })
    expect(() => app.collect('primary', { logs: Log.many(), others: Other.many() })).toThrow(
      'share no partition',
    )
  })
})
