import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../tests/draws.ts'
import { canonicalizeItem } from './canonicalize-value.ts'
import { writeItem } from './write-item.ts'

type Raw = { [name: string]: unknown }

const pieces = fc.constantFrom(
  'a',
  'Z',
  ' ',
  '~',
  '"',
  '\\',
  '\n',
  '\x1f',
  '\x7f',
  '\x80',
  'é',
  '€',
  '\ud800',
  '😀',
)
const strings = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abc XYZ019#-~'), maxLength: 200 }),
  fc.string({ unit: pieces, maxLength: 60 }),
  fc
    .tuple(fc.nat(70), pieces, fc.nat(70), fc.constantFrom('y', 'ÿ'))
    .map(([before, piece, after, last]) => 'x'.repeat(before) + piece + last.repeat(after)),
)
const names = fc.oneof(strings, fc.constantFrom('__proto__', 'constructor', '1', '', 'S'))
const numbers = fc.oneof(
  fc.integer().map(String),
  fc.string({ unit: fc.constantFrom(...'0123456789.-+eE'), maxLength: 6 }),
  fc.constantFrom('0.5', '-0.5', '-0', '00', '1.50', '9'.repeat(38), '9'.repeat(39), `0.${'0'.repeat(36)}1`),
)
const { item } = fc.letrec<{ value: unknown; item: Raw }>((tie) => ({
  item: fc
    .array(fc.tuple(names, tie('value')), { maxLength: 5 })
    .map((entries) => Object.fromEntries(entries)),
  value: fc.oneof(
    { depthSize: 'small' },
    fc.record({ S: strings }),
    fc.record({ N: numbers }),
    fc.record({ BOOL: fc.boolean() }),
    fc.constantFrom<unknown>(
      { NULL: true },
      { NULL: false },
      { B: 'AA==' },
      { SS: ['b', 'a'] },
      {},
      undefined,
    ),
    fc.constantFrom<unknown>(
      { S: 'a', N: '1' },
      { S: 'a', N: null },
      { S: null },
      { X: 'a' },
      { M: {} },
      { L: [] },
    ),
    fc.record({ L: fc.array(tie('value'), { maxLength: 3 }) }),
    fc.record({ M: tie('item') }),
  ),
}))

function nested(levels: number, text = 'a'): Raw {
  return levels === 0 ? { S: text } : { L: [nested(levels - 1, text)] }
}

describe('writeItem', () => {
  it('returns the result of canonicalizing and JSON.stringify, or nothing', () => {
    let written = 0
    fc.assert(
      fc.property(item, (raw) => {
        const fast = writeItem(raw)
        if (fast === undefined) return
        written += 1
        const slow = canonicalizeItem(raw)
        expect(fast).toEqual({ doc: JSON.stringify(slow.item), sizeBytes: slow.sizeBytes })
      }),
      { numRuns: draws(2_000) },
    )
    expect(written).toBeGreaterThan(200)
  })

  it('writes items of the common kind', () => {
    const raw = {
      pk: { S: 'user#1' },
      text: { S: 'lorem ipsum '.repeat(100) },
      überall: { M: { 東京: { S: 'ß😀' }, größer: { S: 'ő'.repeat(100) } } },
      längste: { L: [{ S: '東'.repeat(200) }, { S: 'é'.repeat(48) }, { S: 'é'.repeat(47) }] },
      price: { N: '-10.95' },
      no: { NULL: true },
      list: { L: [{ BOOL: true }, { M: { a: { S: '' } } }] },
      ['__proto__']: { N: '0' },
    }
    expect(writeItem(raw)?.doc).toBe(JSON.stringify(raw))
    expect(writeItem({})).toEqual({ doc: '{}', sizeBytes: 0 })
  })

  it.each<[string, Raw]>([
    ['an empty name', { '': { S: 'a' } }],
    ['a set', { a: { SS: ['a'] } }],
    ['binary', { a: { B: 'AA==' } }],
    ['a text that is no string', { a: { S: 1 } }],
    ['a list that is a map', { a: { L: {} } }],
    ['a map that is a list', { a: { M: [] } }],
    ['a value of two types', { a: { S: 'a', N: '1' } }],
    ['a name that is too long', { ['n'.repeat(65_536)]: { S: 'a' } }],
    ['half a surrogate pair in a long text', { a: { S: `${'é'.repeat(60)}\ud800` } }],
    ['a quote in a long text beyond ASCII', { a: { S: `${'é'.repeat(60)}"` } }],
    ['more than there is room for', { a: { S: 'a'.repeat(1_100_000) } }],
    ['many small values', { a: { L: Array.from({ length: 80_000 }, () => ({ BOOL: true })) } }],
  ])('leaves %s to others', (_, raw) => {
    expect(writeItem(raw)).toBeUndefined()
  })

  it('writes to the end of its buffer, and not beyond', () => {
    let written = 0
    const text = 'x'.repeat(1_048_576)
    const [before, after] = JSON.stringify({ a: nested(31, '|') }).split('|')
    for (let length = text.length - 600; length < text.length; length += 3) {
      const doc = writeItem({ a: nested(31, text.slice(0, length)) })?.doc
      if (doc === undefined) continue
      written += 1
      if (doc !== `${before}${text.slice(0, length)}${after}`) throw new Error(`wrong at ${length}`)
    }
    expect(written).toBeGreaterThan(0)
    expect(written).toBeLessThan(200)
  })

  it('goes as deep as an item may be, and no deeper', () => {
    expect(writeItem({ a: nested(31) })?.doc).toBe(JSON.stringify({ a: nested(31) }))
    expect(() => canonicalizeItem({ a: nested(32) })).toThrow()
    expect(writeItem({ a: nested(32) })).toBeUndefined()
    expect(writeItem({ a: nested(3_000) })).toBeUndefined()
  })
})

it('leaves an item that writes another one while being read to the general code', () => {
  const item = {
    pk: { S: 'a' },
    get other() {
      writeItem({ pk: { S: 'b'.repeat(100) } })
      return { S: 'c' }
    },
  }
  expect(writeItem(item)).toBeUndefined()
})
