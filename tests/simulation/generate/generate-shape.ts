import {
  type IndexShape,
  indexKeyParts,
  type KeyPart,
  type KeyType,
  type TableShape,
  tableKeyParts,
} from '../model/table-shape.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Json } from '../wire-call.ts'
import { documentNames, keyNames } from './attribute-pool.ts'

type KeyTypes = ReadonlyMap<string, KeyType>

/** Draws a table with any key, up to two local and up to three global indexes. */
export function generateTable(random: SeededRandom, name: string, types: KeyTypes): TableShape {
  const [hashName, rangeName] = random.percent(80) ? ['pk', 'sk'] : random.shuffle(keyNames)
  const hash = partOf(types, hashName as string)
  const range = random.percent(75) ? partOf(types, rangeName as string) : undefined
  const indexes: IndexShape[] = []
  const names = random.shuffle(['Index-1', 'Index-2', 'constructor', '__proto__', 'Index.5'])
  if (range !== undefined) {
    for (let count = random.below(3); count > 0; count--) {
      indexes.push(generateLocalIndex(random, { name: names.pop() as string, types, hash, range }))
    }
  }
  for (let count = random.below(3); count > 0; count--) {
    indexes.push(generateGlobalIndex(random, names.pop() as string, types))
  }
  return { name, hash, range, indexes }
}

function generateLocalIndex(
  random: SeededRandom,
  { name, types, hash, range }: { name: string; types: KeyTypes; hash: KeyPart; range: KeyPart },
): IndexShape {
  const others = keyNames.filter((candidate) => candidate !== hash.name && candidate !== range.name)
  return {
    name,
    kind: 'local',
    hash: [hash],
    range: [partOf(types, random.pick(others))],
    projection: generateProjection(random),
  }
}

/** Draws a global index with one to four hash and up to four range attributes. */
export function generateGlobalIndex(random: SeededRandom, name: string, types: KeyTypes): IndexShape {
  const isMany = random.percent(40)
  const names = random.shuffle(keyNames)
  const hashes = isMany ? 1 + random.below(4) : 1
  const ranges = isMany ? random.below(4) : random.below(2)
  return {
    name,
    kind: 'global',
    hash: names.slice(0, hashes).map((part) => partOf(types, part)),
    range: names.slice(hashes, hashes + ranges).map((part) => partOf(types, part)),
    projection: generateProjection(random),
  }
}

function generateProjection(random: SeededRandom): IndexShape['projection'] {
  const kind = random.below(3)
  if (kind < 2) return kind === 0 ? 'ALL' : 'KEYS_ONLY'
  const names = random.some(documentNames)
  return names.length === 0 ? ['doc'] : names
}

function partOf(types: KeyTypes, name: string): KeyPart {
  return { name, type: types.get(name) ?? 'S' }
}

/** Returns the request that creates a table. */
export function createTableInput(shape: TableShape): Json {
  const local = shape.indexes.filter(({ kind }) => kind === 'local').map(indexInput)
  const global = shape.indexes.filter(({ kind }) => kind === 'global').map(indexInput)
  return {
    TableName: shape.name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: attributeDefinitions([
      ...tableKeyParts(shape),
      ...shape.indexes.flatMap(indexKeyParts),
    ]),
    KeySchema: keySchema([shape.hash], tableKeyParts(shape).slice(1)),
    ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
  }
}

/** Returns the request that adds a global index. */
export function addIndexInput(table: string, index: IndexShape): Json {
  return {
    TableName: table,
    AttributeDefinitions: attributeDefinitions(indexKeyParts(index)),
    GlobalSecondaryIndexUpdates: [{ Create: indexInput(index) }],
  }
}

/** Returns the request that removes a global index. */
export function dropIndexInput(table: string, index: string): Json {
  return { TableName: table, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: index } }] }
}

function indexInput({ name, hash, range, projection }: IndexShape): Json {
  return {
    IndexName: name,
    KeySchema: keySchema(hash, range),
    Projection:
      typeof projection === 'string'
        ? { ProjectionType: projection }
        : { ProjectionType: 'INCLUDE', NonKeyAttributes: projection },
  }
}

function keySchema(hash: readonly KeyPart[], range: readonly KeyPart[]): Json[] {
  return [
    ...hash.map(({ name }) => ({ AttributeName: name, KeyType: 'HASH' })),
    ...range.map(({ name }) => ({ AttributeName: name, KeyType: 'RANGE' })),
  ]
}

function attributeDefinitions(parts: readonly KeyPart[]): Json[] {
  const types = new Map(parts.map(({ name, type }) => [name, type]))
  return [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }))
}
