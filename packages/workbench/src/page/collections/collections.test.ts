import type { AttributeMap } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'
import type { TableModel } from '../../shared/api.ts'
import { formatPartition } from '../keys/partition-filter.ts'
import { columnsInView, entityColumns } from './entity-columns.ts'
import { CellWidths, itemCells } from './item-cells.ts'
import { nothingFits, widerFilter } from './nothing-fits.ts'
import { plainJson } from './plain-json.ts'
import { readRequest } from './read-request.ts'
import { RowStore } from './row-store.ts'
import { rowWindow } from './row-window.ts'
import { valuePreview } from './value-preview.ts'

const key = (name: string, type: 'S' | 'N' = 'S') => ({ name, type })

const model: TableModel = {
  table: 'T',
  source: 'guessed',
  key: { pk: [key('PK')], sk: [key('SK')] },
  typeAttribute: 'type',
  indexes: [
    { name: 'GSI1', kind: 'global', projection: 'KEYS_ONLY', pk: [key('GSI1PK')], sk: [key('rank', 'N')] },
    { name: 'multi', kind: 'global', projection: 'ALL', pk: [key('a'), key('b', 'N')], sk: [] },
  ],
  entities: [
    {
      name: 'User',
      templates: { PK: [{ text: 'USER#' }, { slot: 'id' }] },
      indexes: [],
      attributes: ['id', 'name', 'bio'],
    },
  ],
  patterns: [],
  findings: [],
}

describe('rowWindow', () => {
  const base = { rowPx: 50, viewPx: 500, overscan: 2 }

  it('draws the rows in view and a few more', () => {
    const { first, end, heightPx } = rowWindow({ ...base, count: 1000, scrollTop: 5000 })
    expect([first, end, heightPx]).toEqual([98, 112, 50_000])
  })

  it('draws nothing of an empty list, and all of a short one', () => {
    expect(rowWindow({ ...base, count: 0, scrollTop: 0 })).toMatchObject({ first: 0, end: 0, heightPx: 0 })
    expect(rowWindow({ ...base, count: 3, scrollTop: 900 })).toMatchObject({ first: 0, end: 3 })
  })

  it('reaches the last row even if no browser could draw a list that tall', () => {
    const count = 5_000_000
    const window = rowWindow({ ...base, count, scrollTop: Number.MAX_SAFE_INTEGER })
    expect(window.heightPx).toBeLessThan(33_000_000)
    expect(window.end).toBe(count)
    expect(window.topOf(count - 1) + base.rowPx).toBeCloseTo(window.heightPx, 0)
    expect(rowWindow({ ...base, count, scrollTop: window.scrollTopOf(777_777) }).first).toBe(777_775)
  })
})

describe('RowStore', () => {
  const partitionOf = (item: AttributeMap) => (item['PK'] as { S: string }).S
  const itemOf = (partition: number, sort: number): AttributeMap => ({
    PK: { S: `p${partition}` },
    SK: { N: String(sort) },
  })

  it('returns the rows that were added, in whatever pieces they came', () => {
    const rows = new RowStore(partitionOf)
    const items = Array.from({ length: 1234 }, (_, row) => itemOf(Math.floor(row / 7), row))
    for (let at = 0; at < items.length; at += 100) rows.append(items.slice(at, at + 100))
    expect(rows.count).toBe(1234)
    for (const row of [0, 249, 250, 999, 1233, 3]) expect(rows.itemAt(row)).toEqual(items[row])
    expect(rows.itemAt(1234)).toBeUndefined()
    expect(rows.itemAt(-1)).toBeUndefined()
  })

  it('knows where each partition begins and ends, across pages', () => {
    const rows = new RowStore(partitionOf)
    rows.append([itemOf(0, 0), itemOf(1, 0)])
    rows.append([itemOf(1, 1), itemOf(1, 2), itemOf(2, 0)])
    expect(rows.partitionAt(0)).toEqual({ partition: 'p0', start: 0, end: 1 })
    expect(rows.partitionAt(3)).toEqual({ partition: 'p1', start: 1, end: 4 })
    expect(rows.partitionAt(4)).toEqual({ partition: 'p2', start: 4, end: 5 })
    expect(rows.partitionAt(5)).toBeUndefined()
    expect(rows.partitionCount).toBe(3)
  })
})

describe('readRequest', () => {
  it('queries if the partition is known, and otherwise scans', () => {
    expect(readRequest(model, {})).toEqual({ operation: 'Scan', input: { TableName: 'T' } })
    expect(readRequest(model, { pk: 'USER#1', sk: 'POST#' })).toEqual({
      operation: 'Query',
      input: {
        TableName: 'T',
        KeyConditionExpression: '#k0 = :k0 AND begins_with(#k1, :k1)',
        ExpressionAttributeNames: { '#k0': 'PK', '#k1': 'SK' },
        ExpressionAttributeValues: { ':k0': { S: 'USER#1' }, ':k1': { S: 'POST#' } },
      },
    })
    expect(readRequest(model, { pk: 'USER#*' })).toMatchObject({
      operation: 'Scan',
      input: { FilterExpression: 'begins_with(#k0, :k0)' },
    })
  })

  it('accepts a star only for the prefix of a string', () => {
    const numbers = { ...model, key: { pk: [{ name: 'id', type: 'N' as const }], sk: [] } }
    expect(readRequest(numbers, { pk: '9*' })).toMatchObject({
      operation: 'Query',
      input: { ExpressionAttributeValues: { ':k0': { N: '9*' } } },
    })
  })

  it.each(['ends*', '*', 'a**', 'a\\*'])('finds the partition of a key that ends with a star: %s', (key) => {
    expect(readRequest(model, { pk: formatPartition(key) })).toMatchObject({
      operation: 'Query',
      input: { ExpressionAttributeValues: { ':k0': { S: key } } },
    })
  })

  it('knows index keys with several attributes, and numeric ones', () => {
    expect(readRequest(model, { index: 'multi', pk: 'x · 5' }).input).toMatchObject({
      IndexName: 'multi',
      KeyConditionExpression: '#k0 = :k0 AND #k1 = :k1',
      ExpressionAttributeValues: { ':k0': { S: 'x' }, ':k1': { N: '5' } },
    })
    expect(readRequest(model, { index: 'GSI1', pk: 'x', sk: '7' }).input).toMatchObject({
      KeyConditionExpression: '#k0 = :k0 AND #k1 = :k1',
    })
  })
})

describe('valuePreview', () => {
  it.each([
    [{ S: 'a\n  b' }, 'a b'],
    [{ S: '' }, '""'],
    [{ N: '12345678901234567890123456789012345678' }, '12345678901234567890123456789012345678'],
    [{ BOOL: false }, 'false'],
    [{ NULL: true as const }, 'null'],
    [{ B: 'AAECAw==' }, '4 bytes'],
    [{ SS: ['a', 'b'] }, '{a, b}'],
    [{ SS: ['', 'a'] }, '{"", a}'],
    [{ BS: ['AA=='] }, '{1 binary}'],
    [{ S: 'a\u202Eb\u0000' }, 'a⟨202E⟩b␀'],
    [{ L: [{ N: '1' }, { M: {} }] }, '[1, {…}]'],
    [{ M: { street: { S: 'x' } } }, '{ street }'],
  ])('%j', (value, shown) => {
    expect(valuePreview(value).text).toBe(shown)
  })
})

describe('itemCells', () => {
  const item: AttributeMap = {
    PK: { S: 'USER#1' },
    SK: { S: 'USER#1' },
    GSI1PK: { S: 'x' },
    extra: { S: 'more' },
    id: { S: '1' },
    name: { S: 'Ann' },
    type: { S: 'User' },
  }
  const options = { model, index: undefined, entity: 'User', roomPx: 1000, widths: new CellWidths() }

  it("shows what the item's key does not already say: declared attributes first, keys last", () => {
    const { cells, hidden } = itemCells(item, options)
    expect(cells.map(({ name }) => name)).toEqual(['name', 'extra', 'id', 'GSI1PK'])
    expect(hidden).toBe(0)
  })

  it('counts attributes for which there is no room', () => {
    const { cells, hidden } = itemCells(item, { ...options, roomPx: 150 })
    expect(cells.length + hidden).toBe(4)
    expect(hidden).toBeGreaterThan(0)
  })

  it('names attributes that the index does not project', () => {
    const held: AttributeMap = {
      PK: { S: 'USER#1' },
      SK: { S: 'USER#1' },
      GSI1PK: { S: 'x' },
      rank: { N: '1' },
    }
    expect(itemCells(held, { ...options, index: 'GSI1' }).unprojected).toEqual(['id', 'name', 'bio'])
    expect(itemCells(held, options).unprojected).toEqual([])
  })
})

describe('entityColumns', () => {
  it('has the keys, the declared attributes and other attributes of the rows', () => {
    const rows = new RowStore(() => 'p')
    rows.append([
      { PK: { S: 'a' }, SK: { S: 'b' }, zip: { S: '1' }, name: { S: 'Ann' }, type: { S: 'User' } },
    ])
    const columns = entityColumns(model, 'User', rows)
    expect(columns.map(({ name }) => name)).toEqual(['PK', 'SK', 'name', 'zip'])
    expect(columnsInView(columns, 0, 1).map(({ name }) => name)).toContain('PK')
    expect(columnsInView(columns, 5000, 100)).toEqual([])
  })
})

describe('nothingFits', () => {
  it.each([
    [{ pk: 'A' }, 'No item with A is in T.'],
    [{ pk: 'A*' }, 'No item with a key that begins with A is in T.'],
    [{ pk: 'A\\*' }, 'No item with A* is in T.'],
    [{ pk: 'A', sk: 'b' }, 'No item with A whose SK begins with b is in T.'],
    [{ pk: 'A', sk: '5', index: 'byAge' }, 'No item with A whose age is 5 is in byAge.'],
    [{ sk: 'b', entity: 'Order' }, 'No Order is in T.'],
  ])('%j', (params, said) => {
    const text = (name: string) => ({ name, type: 'S' as const })
    const table = {
      ...model,
      table: 'T',
      key: { pk: [text('PK')], sk: [text('SK')] },
      indexes: [
        {
          name: 'byAge',
          kind: 'global' as const,
          pk: [text('PK')],
          sk: [{ name: 'age', type: 'N' as const }],
          projection: 'ALL' as const,
        },
      ],
    }
    expect(nothingFits(table, params)).toBe(said)
  })
})

describe('plainJson', () => {
  it('direction-changing marks are escaped, so that they do not affect other text; joined emoji are kept', () => {
    const item = { 'na\u202eme': { S: 'a\u202Eb\u2066c' }, set: { SS: ['\u202d', '👩‍👧'] } }
    expect(plainJson(item)).toBe('{"na\\u202eme": "a\\u202eb\\u2066c", "set": ["\\u202d", "👩‍👧"]}')
    expect(JSON.parse(plainJson(item))['na\u202eme']).toBe('a\u202eb\u2066c')
  })

  it('invisible characters are escaped, except the parts of flags', () => {
    const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'
    const item = { s: { S: `\ufeffa\u200b\u2028${flag}` } }
    expect(plainJson(item)).toBe(`{"s": "\\ufeffa\\u200b\\u2028${flag}"}`)
  })

  const item: AttributeMap = {
    n: { N: '12345678901234567890123456789012345678' },
    s: { SS: ['a'] },
    m: { M: { l: { L: [{ BOOL: true }, { NULL: true }] } } },
    __proto__x: { S: '"' },
  }

  it('is one line of JSON with all digits of numbers', () => {
    expect(plainJson(item)).toBe(
      '{"n": 12345678901234567890123456789012345678, "s": ["a"], "m": {"l": [true, null]}, "__proto__x": "\\""}',
    )
  })

  it('can be indented', () => {
    expect(plainJson({ a: { M: { b: { N: '1' } } } }, '  ')).toBe('{\n  "a": {\n    "b": 1\n  }\n}')
  })
})

describe('a filter that matches nothing', () => {
  it.each([
    [{ pk: 'USER#a' }, 'USER#a*'],
    [{ pk: 'USER#a', sk: 'x' }, 'USER#a*'],
    [{ pk: 'a\\*' }, 'a**'],
    [{ pk: 'USER#a*' }, undefined],
    [{ pk: 'a\\' }, undefined],
    [{ entity: 'User' }, undefined],
    [{ pk: 'a · 1', index: 'multi' }, undefined],
  ] as const)('%j may be the beginning of a key: %s', (params, wider) => {
    expect(widerFilter(model, params)).toBe(wider)
    if (wider !== undefined) expect(readRequest(model, { pk: wider }).operation).toBe('Scan')
  })
})
