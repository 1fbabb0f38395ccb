import { describe, expect, it } from 'vitest'
import type { TableModel } from '../shared/api.ts'
import { fitsTemplate, matchPattern } from './match-pattern.ts'
import { requestedKey } from './requested-key.ts'

const text = (name: string) => ({ name, type: 'S' as const })
const order = [{ text: '#ORDER#' }, { slot: 'orderId' }]
const pattern = (name: string, entities: string[], more: object = {}) => ({
  ...{
    name,
    entities,
    kind: 'query' as const,
    index: 'primary',
    arguments: [],
    condition: 'PK = x and SK begins y',
  },
  ...{ state: 'passes' as const, findings: [], expectations: [], ...more },
})

const model: TableModel = {
  table: 'T',
  source: 'file',
  key: { pk: [text('PK')], sk: [text('SK')] },
  indexes: [{ name: 'GSI1', kind: 'global', pk: [text('G')], sk: [], projection: 'ALL' }],
  entities: [
    {
      name: 'Customer',
      templates: { PK: [{ text: 'C#' }, { slot: 'u' }], SK: [{ text: 'C#' }, { slot: 'u' }] },
      indexes: [],
      attributes: [],
    },
    {
      name: 'Order',
      templates: { PK: [{ text: 'C#' }, { slot: 'u' }], SK: order, G: [{ slot: 'G' }] },
      indexes: ['GSI1'],
      attributes: [],
    },
  ],
  patterns: [
    pattern('account', ['Customer', 'Order'], { kind: 'collect' }),
    pattern('orders', ['Order']),
    pattern('byG', ['Order'], { index: 'GSI1', condition: 'G = {G}' }),
    pattern('everything', ['Order'], { kind: 'scan', index: 'GSI1' }),
  ],
  findings: [],
}

const query = (KeyConditionExpression: string, values: { [name: string]: string }, more: object = {}) => ({
  TableName: 'T',
  KeyConditionExpression,
  ExpressionAttributeNames: { '#p': 'PK', '#s': 'SK' },
  ExpressionAttributeValues: Object.fromEntries(Object.entries(values).map(([name, S]) => [name, { S }])),
  ...more,
})

function match(operation: string, input: object): string | undefined {
  const { IndexName: index } = input as { readonly IndexName?: string }
  return matchPattern(model, {
    operation,
    index,
    key: requestedKey(operation, input, model),
  })
}

describe('a request looks like', () => {
  it.each([
    ['account', query('PK = :p', { ':p': 'C#1' })],
    ['account', query('#p=:p AND #s between :a and :b', { ':p': 'C#1', ':a': '#ORDER#', ':b': 'C#1' })],
    ['orders', query('(#p = :p) and begins_with ( SK , :s )', { ':p': 'C#1', ':s': '#ORDER#2' })],
    ['orders', query('PK = :p AND SK = :s', { ':p': 'C#1', ':s': '#ORDER#2' })],
    [undefined, query('PK = :p and begins_with(SK, :s)', { ':p': 'C#1', ':s': 'X' })],
    [undefined, query('PK = :p', { ':p': 'D#1' })],
    ['byG', query('G = :g', { ':g': 'anything' }, { IndexName: 'GSI1' })],
    ['unknown', query('PK = :p', {})],
    ['unknown', { TableName: 'T', KeyConditionExpression: 7 }],
    ['unknown', query('X = :p', { ':p': 'C#1' }, { IndexName: 'absent' })],
  ])('%s: a Query', (name, input) => {
    expect(match('Query', input)).toBe(name)
  })

  it.each([
    ['everything', 'Scan', { IndexName: 'GSI1' }],
    [undefined, 'Scan', {}],
    ['Order.get', 'GetItem', { Key: { PK: { S: 'C#1' }, SK: { S: '#ORDER#1' } } }],
    ['Customer.put', 'PutItem', { Item: { PK: { S: 'C#1' }, SK: { S: 'C#1' } } }],
    [undefined, 'DeleteItem', { Key: { PK: { S: 'X' }, SK: { S: 'C#1' } } }],
    ['unknown', 'GetItem', { Key: null }],
    ['unknown', 'DescribeTable', {}],
  ])('%s: %s', (name, operation, input) => {
    expect(match(operation, input)).toBe(name)
  })

  it('nothing in particular if the model was guessed', () => {
    expect(
      matchPattern({ ...model, source: 'guessed' }, { operation: 'Scan', index: undefined, key: undefined }),
    ).toBe('unknown')
  })

  it('an expression made to take long takes no time', () => {
    const long = `${'a'.repeat(100_000)} ${'( '.repeat(100_000)} between`
    expect(match('Query', query(long, {}))).toBe('unknown')
  })
})

it.each([
  ['A#1', true],
  ['A#1#B', true],
  ['A##B', true],
  ['A#B', false],
  ['B#1#B', false],
  ['A#1#Bx', false],
])('A#{x}#B and A#{x}: %s', (value, fits) => {
  const template =
    value.startsWith('A#1') && !value.includes('B')
      ? [{ text: 'A#' }, { slot: 'x' }]
      : [{ text: 'A#' }, { slot: 'x' }, { text: '#B' }]
  expect(fitsTemplate(template, value)).toBe(fits)
})
