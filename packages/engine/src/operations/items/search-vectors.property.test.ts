import type { AttributeMapInput, SearchVectorsOutput, VectorDistanceFunction } from '@monotable/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draws } from '../../../../../tests/draws.ts'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'

const DIMENSIONS = 3
const distances = ['COSINE', 'EUCLIDEAN', 'DOT_PRODUCT'] as const

interface Model {
  readonly vector?: readonly number[]
  readonly tenant?: string
  readonly color?: number
}

type Step =
  | { readonly kind: 'put'; readonly key: number; readonly item: Model }
  | { readonly kind: 'delete'; readonly key: number }
  | { readonly kind: 'remove'; readonly key: number; readonly attribute: 'vector' | 'tenant' | 'color' }
  | {
      readonly kind: 'search'
      readonly index: number
      readonly vector: readonly number[]
      readonly limit: number
      readonly tenant: string
      readonly color?: number
    }

const key = fc.integer({ min: 0, max: 12 })
// Small whole numbers, so that distances are exact and many are equal.
const vector = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
const tenant = fc.constantFrom('a', 'b')
const color = fc.integer({ min: 0, max: 1 })
const maybe = { requiredKeys: [] as [] }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      key,
      item: fc.record({ vector, tenant, color }, maybe),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), key }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      key,
      attribute: fc.constantFrom('vector' as const, 'tenant' as const, 'color' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        kind: fc.constant('search' as const),
        index: fc.integer({ min: 0, max: 2 }),
        vector,
        limit: fc.integer({ min: 1, max: 8 }),
        tenant,
        color,
      },
      { requiredKeys: ['kind', 'index', 'vector', 'limit', 'tenant'] },
    ),
  },
)

test('a search finds what looking at every item would find, whatever was written before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, isScoped) => {
      const db = await createDatabase()
      await createTable(db, isScoped)
      const model = new Map<number, Model>()
      for (const each of steps) {
        if (each.kind === 'search') await compare(db, model, each, isScoped)
        else await write(db, model, each)
      }
      await db.close()
    }),
    { numRuns: draws(30) },
  )
})

async function createTable(db: Database, isScoped: boolean): Promise<void> {
  await db.send('CreateTable', {
    TableName: 'Shapes',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'key', KeyType: 'HASH' }],
    AttributeDefinitions: [
      { AttributeName: 'key', AttributeType: 'N' },
      { AttributeName: 'color', AttributeType: 'N' },
      ...(isScoped ? [{ AttributeName: 'tenant', AttributeType: 'S' as const }] : []),
    ],
    VectorIndexes: distances.map((DistanceFunction) => ({
      IndexName: DistanceFunction,
      VectorAttribute: { AttributeName: 'vector' },
      Dimensions: DIMENSIONS,
      DistanceFunction,
      SearchSchema: [
        { AttributeName: 'color', SearchSchemaElementType: 'INLINE_FILTER' as const },
        ...(isScoped ? [{ AttributeName: 'tenant', SearchSchemaElementType: 'HASH' as const }] : []),
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    })),
  })
}

async function write(db: Database, model: Map<number, Model>, step: Exclude<Step, { kind: 'search' }>) {
  const Key = { key: { N: String(step.key) } }
  const old = model.get(step.key)
  if (step.kind === 'delete') {
    model.delete(step.key)
    await db.send('DeleteItem', { TableName: 'Shapes', Key })
  } else if (step.kind === 'put') {
    model.set(step.key, step.item)
    await db.send('PutItem', { TableName: 'Shapes', Item: { ...Key, ...attributesOf(step.item) } })
  } else if (old !== undefined) {
    const { [step.attribute]: _, ...rest } = old
    model.set(step.key, rest)
    const parameters = {
      UpdateExpression: 'REMOVE #a',
      ExpressionAttributeNames: { '#a': step.attribute },
    }
    await db.send('UpdateItem', { TableName: 'Shapes', Key, ...parameters })
  }
}

function attributesOf({ vector, tenant, color }: Model): AttributeMapInput {
  return {
    ...(vector && { vector: { L: vector.map((element) => ({ N: String(element) })) } }),
    ...(tenant !== undefined && { tenant: { S: tenant } }),
    ...(color !== undefined && { color: { N: String(color) } }),
  }
}

async function compare(
  db: Database,
  model: ReadonlyMap<number, Model>,
  search: Extract<Step, { kind: 'search' }>,
  isScoped: boolean,
): Promise<void> {
  const distance = distances[search.index] as VectorDistanceFunction
  const conditions = [
    ...(isScoped ? ['tenant = :tenant'] : []),
    ...(search.color === undefined ? [] : [':color = color']),
  ]
  const answer = await db.send('SearchVectors', {
    TableName: 'Shapes',
    IndexName: distance,
    SearchVector: search.vector.map((element) => ({ N: String(element) })),
    TopK: search.limit,
    ...(conditions.length > 0 && {
      SearchConditionExpression: conditions.join(' AND '),
      ExpressionAttributeValues: {
        ...(isScoped && { ':tenant': { S: search.tenant } }),
        ...(search.color !== undefined && { ':color': { N: String(search.color) } }),
      },
    }),
  })
  const all = [...model].flatMap(([key, item]) => {
    if (item.vector === undefined) return []
    if (isScoped && item.tenant !== search.tenant) return []
    if (search.color !== undefined && item.color !== search.color) return []
    return [{ key, score: Math.fround(naiveScore(distance, search.vector, item.vector)) }]
  })
  const sign = distance === 'DOT_PRODUCT' ? -1 : 1
  const scores = all.map(({ score }) => score).sort((a, b) => sign * (a - b))
  expect(scoresOf(answer)).toEqual(scores.slice(0, search.limit).map((score) => score + 0))
  const byKey = new Map(all.map(({ key, score }) => [key, score]))
  const found = keysOf(answer)
  expect(new Set(found).size).toBe(found.length)
  for (const [i, each] of found.entries()) expect(byKey.get(each)).toBe(scoresOf(answer)[i])
}

function naiveScore(kind: VectorDistanceFunction, a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, element, i) => sum + element * (y[i] as number), 0)
  if (kind === 'DOT_PRODUCT') return dot(a, b)
  if (kind === 'EUCLIDEAN') return Math.hypot(...a.map((element, i) => element - (b[i] as number)))
  const squares = dot(a, a) * dot(b, b)
  return squares === 0 ? 1 : Math.max(0, Math.min(2, 1 - dot(a, b) / Math.sqrt(squares)))
}

function scoresOf({ SearchResults = [] }: SearchVectorsOutput): number[] {
  return SearchResults.map(({ Score }) => Score as number)
}

function keysOf({ SearchResults = [] }: SearchVectorsOutput): number[] {
  return SearchResults.map(({ Item = {} }) => Number((Item['key'] as { N: string }).N))
}
