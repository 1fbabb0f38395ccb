import type { Item, TableDefinition } from './case.ts'
import { B, N, S } from './values.ts'

type ScalarType = 'S' | 'N' | 'B'
type Projection = { readonly ProjectionType: string; readonly NonKeyAttributes?: readonly string[] }

/** An index of a fixture: attribute names, partition key first. */
interface IndexShape {
  readonly name: string
  readonly hash: readonly string[]
  readonly range?: readonly string[]
  readonly projection: Projection
}

/** A short description of a table: key attributes with their types, then indexes. */
interface TableShape {
  readonly attributes: { readonly [name: string]: ScalarType }
  readonly hash: string
  readonly range?: string
  readonly local?: readonly IndexShape[]
  readonly global?: readonly IndexShape[]
}

export const all: Projection = { ProjectionType: 'ALL' }
export const keysOnly: Projection = { ProjectionType: 'KEYS_ONLY' }
export const include = (...names: string[]): Projection => ({
  ProjectionType: 'INCLUDE',
  NonKeyAttributes: names,
})

/** Returns a KeySchema from the names of the partition and sort key attributes. */
export function keySchema(hash: readonly string[], range: readonly string[] = []): Fieldset[] {
  return [
    ...hash.map((name) => ({ AttributeName: name, KeyType: 'HASH' })),
    ...range.map((name) => ({ AttributeName: name, KeyType: 'RANGE' })),
  ]
}

type Fieldset = { readonly AttributeName: string; readonly KeyType: string }

export const attributeDefinitions = (types: { readonly [name: string]: string }): unknown[] =>
  Object.entries(types).map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }))

const indexDefinition = (index: IndexShape): unknown => ({
  IndexName: index.name,
  KeySchema: keySchema(index.hash, index.range),
  Projection: index.projection,
})

/** Returns the CreateTable input of an on-demand table, without its name. */
export function tableOf(shape: TableShape): TableDefinition {
  return {
    AttributeDefinitions: attributeDefinitions(shape.attributes),
    KeySchema: keySchema([shape.hash], shape.range === undefined ? [] : [shape.range]),
    BillingMode: 'PAY_PER_REQUEST',
    ...(shape.local ? { LocalSecondaryIndexes: shape.local.map(indexDefinition) } : {}),
    ...(shape.global ? { GlobalSecondaryIndexes: shape.global.map(indexDefinition) } : {}),
  }
}

/**
 * Tables that many cases use, by symbol. Their keys are always `pk` and `sk`.
 * - `indexed` has an index of each kind and projection.
 * - `priced` has one global and one local index, for counting units.
 * - `multi` has global indexes with several key attributes.
 */
export const fixtures: { readonly [symbol: string]: TableDefinition } = {
  hash: tableOf({ attributes: { pk: 'S' }, hash: 'pk' }),
  hash2: tableOf({ attributes: { pk: 'S' }, hash: 'pk' }),
  hashN: tableOf({ attributes: { pk: 'N' }, hash: 'pk' }),
  hashB: tableOf({ attributes: { pk: 'B' }, hash: 'pk' }),
  range: tableOf({ attributes: { pk: 'S', sk: 'S' }, hash: 'pk', range: 'sk' }),
  rangeN: tableOf({ attributes: { pk: 'S', sk: 'N' }, hash: 'pk', range: 'sk' }),
  rangeB: tableOf({ attributes: { pk: 'S', sk: 'B' }, hash: 'pk', range: 'sk' }),
  indexed: tableOf({
    attributes: { pk: 'S', sk: 'S', a: 'S', b: 'N', g: 'S', h: 'N', bin: 'B' },
    hash: 'pk',
    range: 'sk',
    local: [
      { name: 'localAll', hash: ['pk'], range: ['a'], projection: all },
      { name: 'localKeys', hash: ['pk'], range: ['b'], projection: keysOnly },
      { name: 'localInclude', hash: ['pk'], range: ['bin'], projection: include('x') },
    ],
    global: [
      { name: 'globalAll', hash: ['g'], range: ['h'], projection: all },
      { name: 'globalKeys', hash: ['g'], projection: keysOnly },
      { name: 'globalInclude', hash: ['h'], range: ['a'], projection: include('x', 'y') },
    ],
  }),
  priced: tableOf({
    attributes: { pk: 'S', sk: 'S', gk: 'S', lk: 'S' },
    hash: 'pk',
    range: 'sk',
    local: [{ name: 'local', hash: ['pk'], range: ['lk'], projection: all }],
    global: [{ name: 'global', hash: ['gk'], projection: include('p') }],
  }),
  multi: tableOf({
    attributes: { pk: 'S', h1: 'S', h2: 'N', r1: 'S', r2: 'N', r3: 'S' },
    hash: 'pk',
    global: [
      { name: 'wide', hash: ['h1', 'h2'], range: ['r1', 'r2', 'r3'], projection: all },
      { name: 'pair', hash: ['h1', 'h2'], projection: keysOnly },
    ],
  }),
}

/** An item that is in every index of the table `indexed`. */
export const indexedItem: Item = {
  pk: S('p'),
  sk: S('1'),
  a: S('a1'),
  b: N(5),
  bin: B('AQ=='),
  g: S('g'),
  h: N(7),
  x: S('x'),
  y: S('y'),
  z: S('z'),
}
