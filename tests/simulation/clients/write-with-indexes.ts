import { createDatabase, type Database, type Storage } from '@monotable/engine'
import { expect } from 'vitest'
import { addIndexInput, dropIndexInput } from '../generate/generate-shape.ts'
import { normalTexts } from '../model/normal-form.ts'
import { entryIn, type IndexShape, type TableShape } from '../model/table-shape.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { type Json, wireAnswer, wireCall } from '../wire-call.ts'
import { type ClientPool, keyOf, runClients, scanAll, tryCall } from './client-pool.ts'

const table = 'Indexed'

/** Clients write by every operation while one of them adds and drops an index again and again. */
export async function writeWithIndexes(pool: ClientPool): Promise<void> {
  await runClients(pool, async ({ id, random }) => {
    if (id === 0 && random.percent(25)) return changeIndexes(pool, random)
    await writeOnce(pool, random)
  })
}

/** Clients write by every operation while the index is added once; it must be complete when they have finished. */
export async function addIndexMeanwhile(pool: ClientPool): Promise<void> {
  await runClients(pool, async ({ id, round, random }) => {
    if (id !== 0 || round !== Math.floor(pool.rounds / 3)) return writeOnce(pool, random)
    await wireAnswer(pool.db, 'UpdateTable', addIndexInput(table, addedIndex))
  })
}

/** Removes the index that `addIndexMeanwhile` has added. */
export async function dropAddedIndex(db: Database): Promise<void> {
  await wireAnswer(db, 'UpdateTable', dropIndexInput(table, addedIndex.name))
}

async function writeOnce(pool: ClientPool, random: SeededRandom): Promise<void> {
  const kind = random.below(4)
  if (kind === 0) await tryCall(pool.db, 'PutItem', { TableName: table, Item: generateItem(random) })
  if (kind === 1) await tryCall(pool.db, 'UpdateItem', update(random))
  if (kind === 2) await tryCall(pool.db, 'TransactWriteItems', transaction(random))
  if (kind === 3) await batch(pool, random)
}

async function changeIndexes({ db }: ClientPool, random: SeededRandom): Promise<void> {
  const input = random.percent(60)
    ? addIndexInput(table, { ...addedIndex, projection: random.pick(['ALL', 'KEYS_ONLY']) })
    : dropIndexInput(table, addedIndex.name)
  const { error } = await wireCall(db, 'UpdateTable', input)
  const isExpected = [
    undefined,
    'InternalServerError',
    'ValidationException',
    'ResourceNotFoundException',
    'LimitExceededException',
  ]
  expect(isExpected).toContain(error)
}

const addedIndex: IndexShape = {
  name: 'added',
  kind: 'global',
  hash: [{ name: 'ls', type: 'S' }],
  range: [{ name: 'gp', type: 'S' }],
  projection: 'ALL',
}

function generateKey(random: SeededRandom): ReturnType<typeof keyOf> {
  return keyOf(`p${random.below(3)}`, `s${random.below(8)}`)
}

function generateItem(random: SeededRandom): Json {
  return {
    ...generateKey(random),
    ...(random.percent(80) && { gp: { S: `g${random.below(3)}` } }),
    ...(random.percent(80) && { ls: { S: `l${random.below(3)}` } }),
    note: { N: String(random.below(100)) },
  }
}

function update(random: SeededRandom): Json {
  const value = { ':value': { S: `g${random.below(3)}` } }
  const isRemoval = random.percent(30)
  const name = random.pick(['gp', 'ls'])
  return {
    TableName: table,
    Key: generateKey(random),
    UpdateExpression: isRemoval ? `REMOVE ${name}` : `SET ${name} = :value`,
    ...(!isRemoval && { ExpressionAttributeValues: value }),
  }
}

function transaction(random: SeededRandom): Json {
  const items = distinct(Array.from({ length: 3 }, () => generateItem(random)))
  const TransactItems = items.map((Item) => {
    const { pk, sk } = Item
    return random.percent(30)
      ? { Delete: { TableName: table, Key: { pk, sk } } }
      : { Put: { TableName: table, Item } }
  })
  return { TransactItems }
}

async function batch({ db }: ClientPool, random: SeededRandom): Promise<void> {
  const items = distinct(Array.from({ length: 4 }, () => generateItem(random)))
  const RequestItems = { [table]: items.map((Item) => ({ PutRequest: { Item } })) }
  await tryCall(db, 'BatchWriteItem', { RequestItems })
}

function distinct(items: readonly Json[]): Json[] {
  return [...new Map(items.map((item) => [JSON.stringify([item['pk'], item['sk']]), item])).values()]
}

/**
 * Reopens the store and checks that every index of the table is complete and holds exactly the entries of its items.
 */
export async function checkIndexes(storage: Storage): Promise<void> {
  const db = await createDatabase({ storage })
  await db.settled()
  await checkIndexesOf(db)
}

/** Checks that every index of the table is complete and holds exactly the entries of its items. */
export async function checkIndexesOf(db: Database): Promise<void> {
  const items = (await scanAll(db, table)) as never[]
  const { Table } = (await wireAnswer(db, 'DescribeTable', { TableName: table })) as { Table: Json }
  const described = [
    ...((Table['LocalSecondaryIndexes'] ?? []) as Json[]).map((index) => shapeOf(index, 'local')),
    ...((Table['GlobalSecondaryIndexes'] ?? []) as Json[]).map((index) => shapeOf(index, 'global')),
  ]
  const shape: TableShape = {
    name: table,
    hash: { name: 'pk', type: 'S' },
    range: { name: 'sk', type: 'S' },
    indexes: described,
  }
  for (const index of described) {
    const expected = items.map((item) => entryIn(shape, index, item)).filter((entry) => entry !== undefined)
    expect(normalTexts(await scanAll(db, table, index.name)), index.name).toEqual(normalTexts(expected))
  }
}

function shapeOf(index: Json, kind: IndexShape['kind']): IndexShape {
  const parts = index['KeySchema'] as { AttributeName: string; KeyType: string }[]
  const { ProjectionType } = index['Projection'] as { ProjectionType: 'ALL' | 'KEYS_ONLY' }
  const partsOf = (type: string) =>
    parts
      .filter(({ KeyType }) => KeyType === type)
      .map(({ AttributeName }) => ({ name: AttributeName, type: 'S' as const }))
  return {
    name: index['IndexName'] as string,
    kind,
    hash: partsOf('HASH'),
    range: partsOf('RANGE'),
    projection: ProjectionType,
  }
}
