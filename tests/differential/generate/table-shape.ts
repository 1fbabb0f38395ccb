import { canonicalizeItem } from '@monotable/protocol'
import type { SeededRandom } from '../../simulation/seeded-random.ts'
import type { Json } from '../exchange.ts'
import { anyValue, type KeyType, keyValue, type ValueType, valueOfType } from './attribute-values.ts'

/** An attribute that is part of a key. */
export interface KeyAttribute {
  readonly name: string
  readonly type: KeyType
}

export interface IndexShape {
  readonly name: string
  readonly isGlobal: boolean
  readonly hash: readonly KeyAttribute[]
  readonly range: readonly KeyAttribute[]
  readonly projection: 'ALL' | 'KEYS_ONLY' | readonly string[]
}

export interface TableShape {
  readonly name: string
  readonly hash: readonly KeyAttribute[]
  readonly range: readonly KeyAttribute[]
  readonly indexes: readonly IndexShape[]
  /** What the table's stream records of changes, if it has a stream. */
  readonly stream: string | undefined
}

const streamViews = ['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'NEW_AND_OLD_IMAGES']

/** The attributes that may be keys of indexes. */
const indexAttributes: readonly KeyAttribute[] = [
  { name: 'n1', type: 'N' },
  { name: 'n2', type: 'N' },
  { name: 's1', type: 'S' },
  { name: 's2', type: 'S' },
  { name: 'b1', type: 'B' },
]

/** The other attributes of items, each with its usual type. Two names are reserved words. */
const plainAttributes: { readonly [name: string]: ValueType } = {
  lst: 'L',
  mp: 'M',
  ss: 'SS',
  ns: 'NS',
  bs: 'BS',
  flag: 'BOOL',
  nil: 'NULL',
  num: 'N',
  str: 'S',
  bin: 'B',
  name: 'S',
  'a.b': 'N',
  pad: 'S',
}

export function generateTable(random: SeededRandom, name: string): TableShape {
  const hash = [{ name: 'pk', type: random.pick<KeyType>(['S', 'S', 'N', 'B']) }]
  const range = random.percent(75) ? [{ name: 'sk', type: random.pick<KeyType>(['S', 'N', 'B']) }] : []
  const indexes: IndexShape[] = []
  const locals = range.length === 0 ? 0 : random.below(3)
  for (let index = 0; index < locals; index++) {
    const own = [random.pick(indexAttributes)]
    const projection = generateProjection(random)
    indexes.push({ name: `lsi${index}`, isGlobal: false, hash, range: own, projection })
  }
  const globals = random.below(3)
  for (let index = 0; index < globals; index++) indexes.push(globalIndex(random, `gsi${index}`, hash))
  return { name, hash, range, indexes, stream: random.percent(50) ? random.pick(streamViews) : undefined }
}

/** Draws a global index that is added once the table has items. */
export function generateLateIndex(random: SeededRandom, { hash }: TableShape): IndexShape {
  return globalIndex(random, 'late', hash)
}

/** Returns the request that adds a global index to a table. */
export function addIndexInput(shape: TableShape, index: IndexShape): Json {
  const { AttributeDefinitions } = createTableInput({ ...shape, indexes: [...shape.indexes, index] })
  return {
    TableName: shape.name,
    AttributeDefinitions,
    GlobalSecondaryIndexUpdates: [{ Create: indexInput(index) }],
  }
}

function globalIndex(random: SeededRandom, name: string, hash: readonly KeyAttribute[]): IndexShape {
  const pool = random.shuffle(random.percent(15) ? [...hash, ...indexAttributes] : indexAttributes)
  const isComposite = random.percent(25)
  const hashCount = isComposite ? 1 + random.below(2) : 1
  const rangeCount = isComposite ? random.below(3) : random.below(2)
  return {
    name,
    isGlobal: true,
    hash: pool.slice(0, hashCount),
    range: pool.slice(hashCount, hashCount + rangeCount),
    projection: generateProjection(random),
  }
}

function generateProjection(random: SeededRandom): IndexShape['projection'] {
  const kind = random.below(3)
  if (kind === 0) return 'ALL'
  if (kind === 1) return 'KEYS_ONLY'
  return random.shuffle(Object.keys(plainAttributes)).slice(0, 1 + random.below(3))
}

/** Returns the request that creates a table of this shape. */
export function createTableInput(shape: TableShape): Json {
  const attributes = new Map<string, KeyType>()
  for (const part of [shape, ...shape.indexes]) {
    for (const { name, type } of [...part.hash, ...part.range]) attributes.set(name, type)
  }
  const locals = shape.indexes.filter(({ isGlobal }) => !isGlobal).map(indexInput)
  const globals = shape.indexes.filter(({ isGlobal }) => isGlobal).map(indexInput)
  return {
    TableName: shape.name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...attributes].map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: keySchema(shape),
    ...(locals.length > 0 && { LocalSecondaryIndexes: locals }),
    ...(globals.length > 0 && { GlobalSecondaryIndexes: globals }),
    ...(shape.stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: shape.stream } }),
  }
}

function indexInput(index: IndexShape): Json {
  const { projection } = index
  const Projection =
    typeof projection === 'string'
      ? { ProjectionType: projection }
      : { ProjectionType: 'INCLUDE', NonKeyAttributes: projection }
  return { IndexName: index.name, KeySchema: keySchema(index), Projection }
}

function keySchema({ hash, range }: Pick<TableShape, 'hash' | 'range'>): Json[] {
  return [
    ...hash.map(({ name }) => ({ AttributeName: name, KeyType: 'HASH' })),
    ...range.map(({ name }) => ({ AttributeName: name, KeyType: 'RANGE' })),
  ]
}

/** Returns the attributes that requests for a table use, with their usual types. */
export function attributeTypes(shape: TableShape): { readonly [name: string]: ValueType } {
  const types: { [name: string]: ValueType } = { ...plainAttributes }
  for (const { name, type } of [...indexAttributes, ...shape.hash, ...shape.range]) types[name] = type
  return types
}

/** Draws a primary key of a table. */
export function generateKey(random: SeededRandom, shape: TableShape): { [name: string]: unknown } {
  const key: { [name: string]: unknown } = {}
  // Few partitions, so that each holds several items.
  for (const { name, type } of shape.hash) key[name] = smallKeyValue(random, type)
  for (const { name, type } of shape.range) key[name] = keyValue(random, type)
  return key
}

function smallKeyValue(random: SeededRandom, type: KeyType): Json {
  if (type === 'S') return { S: random.pick(['a', 'b', 'é']) }
  if (type === 'N') return { N: random.pick(['0', '1', '-1.5']) }
  return { B: random.pick(['AA==', '/w==', 'YWJj']) }
}

/** Adds an attribute that brings the item's size close to the boundary of a unit. */
function padItem(random: SeededRandom, item: { [name: string]: unknown }): { [name: string]: unknown } {
  const units = 1 + random.below(5)
  const missing = units * 1024 - sizeOf(item) - 'pad'.length + random.below(5) - 2
  return missing < 0 ? item : { ...item, pad: { S: 'x'.repeat(missing) } }
}

function sizeOf(item: { [name: string]: unknown }): number {
  try {
    return canonicalizeItem(item).sizeBytes
  } catch {
    return 0
  }
}

/** Draws a whole item; now and then an attribute has another type than usual. */
export function generateItem(random: SeededRandom, shape: TableShape): { [name: string]: unknown } {
  const item = generateKey(random, shape)
  for (const { name, type } of indexAttributes) {
    if (random.percent(60)) item[name] = random.percent(99) ? keyValue(random, type) : anyValue(random, 1)
  }
  for (const [name, type] of Object.entries(plainAttributes)) {
    if (random.percent(35)) item[name] = random.percent(90) ? valueOfType(random, type) : anyValue(random)
  }
  return random.percent(85) ? item : padItem(random, item)
}
