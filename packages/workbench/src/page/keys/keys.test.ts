import { describe, expect, it } from 'vitest'
import type { EntityModel, TableModel, TemplatePart } from '../../shared/api.ts'
import { entityStyle, slotStyle } from './colours.ts'
import { entityOf } from './entity-of.ts'
import { findKeyLink } from './key-link.ts'
import { keyParam, parseKeyParam } from './key-param.ts'
import { keySegments, shortenSegments } from './key-segments.ts'
import { matchTemplate } from './match-template.ts'
import { plainSight } from './plain-sight.ts'

const text = (value: string): TemplatePart => ({ text: value })
const slot = (name: string): TemplatePart => ({ slot: name })

function entity(name: string, templates: EntityModel['templates']): EntityModel {
  return { name, templates, indexes: [], attributes: [] }
}

const key = (name: string) => ({ name, type: 'S' as const })

const shop: TableModel = {
  table: 'Shop',
  source: 'file',
  key: { pk: [key('PK')], sk: [key('SK')] },
  indexes: [{ name: 'GSI1', kind: 'global', projection: 'ALL', pk: [key('GSI1PK')], sk: [key('GSI1SK')] }],
  entities: [
    entity('Customer', {
      PK: [text('CUSTOMER#'), slot('username')],
      SK: [text('CUSTOMER#'), slot('username')],
    }),
    entity('Order', {
      PK: [text('CUSTOMER#'), slot('username')],
      SK: [text('#ORDER#'), slot('orderId')],
      GSI1PK: [text('ORDER#'), slot('orderId')],
      GSI1SK: [text('ORDER#'), slot('orderId')],
    }),
    entity('Review', {
      PK: [text('PRODUCT#'), slot('productId')],
      SK: [text('REVIEW#'), slot('username')],
    }),
  ],
  patterns: [],
  findings: [],
}

const order = {
  PK: { S: 'CUSTOMER#alex' },
  SK: { S: '#ORDER#7' },
  GSI1PK: { S: 'ORDER#7' },
  GSI1SK: { S: 'ORDER#7' },
}

describe('matchTemplate', () => {
  it.each([
    ['ORDER#7#ITEM#9', ['ORDER#', '7', '#ITEM#', '9']],
    ['ORDER#a#b#ITEM#9', ['ORDER#', 'a#b', '#ITEM#', '9']],
    ['ORDER##ITEM#9', undefined],
    ['ORDER#7', undefined],
    ['CUSTOMER#7', undefined],
  ])('splits %s', (value, pieces) => {
    const parts = [text('ORDER#'), slot('orderId'), text('#ITEM#'), slot('itemId')]
    expect(matchTemplate(parts, value)?.map((segment) => segment.text)).toEqual(pieces)
  })

  it('accepts a template of fixed text alone', () => {
    expect(matchTemplate([text('META')], 'META')).toEqual([{ text: 'META' }])
    expect(matchTemplate([text('META')], 'METAL')).toBeUndefined()
  })
})

describe('entityOf', () => {
  it('chooses the entity whose templates have the most fixed text', () => {
    expect(entityOf(shop, order)).toBe('Order')
    expect(entityOf(shop, { PK: { S: 'CUSTOMER#a' }, SK: { S: 'CUSTOMER#a' } })).toBe('Customer')
    expect(entityOf(shop, { PK: { S: 'X' }, SK: { S: 'Y' } })).toBeUndefined()
  })

  it('trusts the type attribute first if it names an entity', () => {
    const typed = { ...shop, typeAttribute: 'type' }
    expect(entityOf(typed, { ...order, type: { S: 'Customer' } })).toBe('Customer')
    expect(entityOf(typed, { ...order, type: { S: 'constructor' } })).toBe('Order')
  })
})

describe('keySegments', () => {
  it('guesses segments at # if no template matches', () => {
    const segments = keySegments(shop, { entity: undefined, attribute: 'PK', text: 'USER#bob#POST#17' })
    expect(segments).toEqual([
      { text: 'USER#' },
      { text: 'bob', slot: 'user' },
      { text: '#POST#' },
      { text: '17', slot: 'post' },
    ])
  })

  it('leaves out the middle of the longest values if the key would not fit', () => {
    const long = [{ text: 'ORDER#' }, { text: '1VrgXBQ0VCshuQUnh1HrDIHQNcY', slot: 'id' }, { text: '#ITEM#' }]
    const short = shortenSegments(long, 24)
    expect(short.map((segment) => segment.text)).toEqual(['ORDER#', '1VrgXBQ0…NcY', '#ITEM#'])
    expect(short.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(24)
    expect(shortenSegments(long, 50)).toBe(long)
  })

  it('a time that is too long keeps its time of day, which tells neighbours apart', () => {
    const short = (characters: number) =>
      shortenSegments([{ text: 'AT#' }, { text: '2023-11-14T22:14:55.000Z', slot: 'at' }], characters)
        .map(({ text }) => text)
        .join('')
    expect([short(27), short(26), short(20), short(10)]).toEqual([
      'AT#2023-11-14T22:14:55.000Z',
      'AT#2023-11-14T22:14:55…',
      'AT#…-11-14T22:14:55…',
      'AT#…14:55…',
    ])
  })

  it('if shorter values are not enough, fixed text at the beginning is left out', () => {
    const long = keySegments(shop, {
      entity: undefined,
      attribute: 'SK',
      text: 'ORDER#3BS0yarx0JPhsW#ITEM#candle-beeswax',
    })
    const short = (characters: number) =>
      shortenSegments(long, characters)
        .map(({ text }) => text)
        .join('')
    expect([short(26), short(22), short(18), short(1)]).toEqual([
      'ORDER#3BS0…sW#ITEM#cand…ax',
      '…#3BS0…sW#ITEM#cand…ax',
      '…3BS0…sW…M#cand…ax',
      '…3BS0…sW…cand…ax',
    ])
  })

  it('never loses or adds a character', () => {
    for (const value of ['', '#', '##a##', 'a#', 'A#B#c', 'ünï#cöde', 'x'.repeat(500)]) {
      const segments = keySegments(shop, { entity: 'Order', attribute: 'SK', text: value })
      expect(segments.map((segment) => segment.text).join('')).toBe(value)
    }
  })
})

describe('findKeyLink', () => {
  it('a partition key links to its own collection', () => {
    expect(findKeyLink(shop, { item: order, entity: 'Order', attribute: 'PK', slot: 'username' })).toEqual({
      index: undefined,
      pk: 'CUSTOMER#alex',
    })
    expect(findKeyLink(shop, { item: order, entity: 'Order', attribute: 'GSI1PK' })).toEqual({
      index: 'GSI1',
      pk: 'ORDER#7',
    })
  })

  it('a value in a sort key links to the index that it partitions', () => {
    expect(findKeyLink(shop, { item: order, entity: 'Order', attribute: 'SK', slot: 'orderId' })).toEqual({
      index: 'GSI1',
      pk: 'ORDER#7',
    })
  })

  it("a value links to another entity's collection that is made from it", () => {
    const review = { PK: { S: 'PRODUCT#1' }, SK: { S: 'REVIEW#marie' } }
    expect(findKeyLink(shop, { item: review, entity: 'Review', attribute: 'SK', slot: 'username' })).toEqual({
      index: undefined,
      pk: 'CUSTOMER#marie',
    })
  })

  it('a value without a collection is not a link', () => {
    expect(findKeyLink(shop, { item: order, entity: 'Order', attribute: 'GSI1SK' })).toBeUndefined()
  })
})

describe('colours', () => {
  it('a name has the same colour everywhere, an unknown entity has none', () => {
    expect(slotStyle(shop, 'username')).toEqual(slotStyle(shop, 'username'))
    expect(entityStyle(shop, 'Customer')).not.toEqual(entityStyle(shop, 'Order'))
    expect(entityStyle(shop, undefined)).toBeUndefined()
  })
})

describe('keyParam', () => {
  it('reads what it wrote, and nothing else', () => {
    expect(parseKeyParam(keyParam({ PK: { S: 'a' } }))).toEqual({ PK: { S: 'a' } })
    for (const wrong of [undefined, '', '[]', '7', 'null', '{']) expect(parseKeyParam(wrong)).toBeUndefined()
  })
})

describe('plainSight', () => {
  it.each([
    ['CUSTOMER#ann smith', 'CUSTOMER#ann smith'],
    [' ann  ', '␣ann␣␣'],
    ['a\nb\u0000', 'a␊b␀'],
    ['abc\u202edef', 'abc⟨202E⟩def'],
    ['zero\u200bwidth\ufeff', 'zero⟨200B⟩width⟨FEFF⟩'],
    ['👩‍👩‍👧 é שלום', '👩‍👩‍👧 é שלום'],
  ])('%j is shown as %j', (text, shown) => {
    expect(plainSight(text)).toBe(shown)
  })

  // It would not finish if the number of steps were quadratic in the length.
  it('leaves very many spaces between others as they are', () => {
    const text = `a${' '.repeat(2_000_000)}b`
    expect(plainSight(text) === text).toBe(true)
  })
})
