import type { ExpectedError, Fields, Item, Value } from './case.ts'
import { invalid } from './errors.ts'
import { all, tableOf } from './fixtures.ts'
import { partial } from './matchers.ts'

/** A vector as a search takes it. */
export const vector = (...numbers: number[]): Value[] => numbers.map((number) => ({ N: String(number) }))
/** The same vector as an attribute value. */
export const list = (...numbers: number[]): Value => ({ L: vector(...numbers) })

/** A vector index as a request describes it. */
export const index = (changes: Fields = {}): Fields => ({
  IndexName: 'plain',
  VectorAttribute: { AttributeName: 'embedding' },
  Dimensions: 3,
  DistanceFunction: 'COSINE',
  Projection: all,
  ...changes,
})
/** The attributes by which searches of the tenants' index are narrowed. */
export const searchSchema = [
  { AttributeName: 'tenant', SearchSchemaElementType: 'HASH' },
  { AttributeName: 'category', SearchSchemaElementType: 'INLINE_FILTER' },
]
export const schema = index({ IndexName: 'schema', SearchSchema: searchSchema })

export const plainTable = tableOf({ attributes: { pk: 'S' }, hash: 'pk' })
/** The tables of all cases about vectors. */
export const tables = {
  points: {
    ...plainTable,
    VectorIndexes: ['COSINE', 'EUCLIDEAN', 'DOT_PRODUCT'].map((distance) =>
      index({ IndexName: distance, DistanceFunction: distance }),
    ),
  },
  tenants: {
    ...tableOf({ attributes: { pk: 'S', tenant: 'S', category: 'S' }, hash: 'pk' }),
    VectorIndexes: [index(), schema],
  },
  late: plainTable,
}

/** The items that most searches run on. */
export const points: readonly Item[] = [
  { pk: { S: 'a' }, label: { S: 'item-a' }, embedding: list(1, 0, 0) },
  { pk: { S: 'b' }, label: { S: 'item-b' }, embedding: list(0, 1, 0) },
  { pk: { S: 'c' }, label: { S: 'item-c' }, embedding: list(-1, 0, 0) },
  { pk: { S: 'd' }, label: { S: 'item-d' }, embedding: list(0.6, 0.8, 0) },
  { pk: { S: 'none' }, label: { S: 'without a vector' } },
]

/** The input of a search of the points. */
export const search = (changes: Fields = {}): Fields => ({
  TableName: '«points»',
  IndexName: 'COSINE',
  SearchVector: vector(1, 0, 0),
  TopK: 10,
  ...changes,
})

/** The answer with the items of these keys. */
export const found = (...keys: string[]): Fields => ({
  SearchResults: keys.map((pk) => partial({ Item: partial({ pk: { S: pk } }) })),
})

/** The error for a vector that cannot be written. */
export const fault = (text: string): ExpectedError =>
  invalid(`One or more parameter values were invalid. ${text}`)
