import type { Database } from '@monotable/engine'
import { addIndexInput, createTableInput, dropIndexInput } from '../generate/generate-shape.ts'
import type { IndexShape, TableShape } from '../model/table-shape.ts'
import { SeededRandom } from '../seeded-random.ts'
import { homeRegion, spreadRegions } from '../spread-regions.ts'
import { type Json, wireAnswer, wireCall } from '../wire-call.ts'

const text = (name: string) => ({ name, type: 'S' as const })
const number = (name: string) => ({ name, type: 'N' as const })

/** The table that holds everything, with its initial indexes; another index comes and goes. */
export const shape: TableShape = {
  name: 'Crash',
  hash: text('pk'),
  range: text('sk'),
  indexes: [
    { name: 'by-version', kind: 'local', hash: [text('pk')], range: [number('version')], projection: 'ALL' },
    {
      name: 'by-group',
      kind: 'global',
      hash: [text('group')],
      range: [number('version')],
      projection: 'ALL',
    },
    {
      name: 'keys',
      kind: 'global',
      hash: [text('group'), text('pk')],
      range: [text('sk')],
      projection: 'KEYS_ONLY',
    },
  ],
}

export const addedIndex: IndexShape = {
  name: 'added',
  kind: 'global',
  hash: [number('version')],
  range: [text('sk')],
  projection: ['note'],
}

export const accounts = ['ann', 'bob', 'cat']
export const opening = 1000
export const slots = 12
export const batchSize = 10
export const counters = 2

/** Called when an operation has been acknowledged, with its kind, its target and its number. */
export type Acknowledge = (line: string) => void

export interface Workload {
  readonly db: Database
  readonly random: SeededRandom
  /** Counts the starts of the program, so that numbers continue where the last run ended. */
  readonly run: number
  readonly acknowledge: Acknowledge
}

/** Creates the table with enough items that filling an index takes a while; with `isGlobal`, in several regions. */
export async function prepare(db: Database, items: number, isGlobal = false): Promise<void> {
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' }
  const creator = isGlobal ? spreadRegions(db, new SeededRandom(0)) : db
  await wireAnswer(creator, 'CreateTable', { ...createTableInput(shape), StreamSpecification })
  for (const name of accounts) {
    const Item = { pk: { S: 'account' }, sk: { S: name }, balance: { N: String(opening) } }
    await wireAnswer(db, 'PutItem', { TableName: shape.name, Item })
  }
  for (let first = 0; first < items; first += 25) {
    const requests = Array.from({ length: 25 }, (_, offset) => ({
      PutRequest: { Item: versionedItem('filler', `${first + offset}`, first) },
    }))
    await wireAnswer(db, 'BatchWriteItem', { RequestItems: { [shape.name]: requests } })
  }
}

/** An item whose keys for all indexes depend on its version. */
export function versionedItem(pk: string, sk: string, version: number): Json {
  return {
    pk: { S: pk },
    sk: { S: sk },
    version: { N: String(version) },
    group: { S: `group-${version % 3}` },
    note: { S: `version ${version} of ${pk}` },
  }
}

/** Runs all clients; never returns. */
export async function runForever(workload: Workload): Promise<void> {
  await Promise.all([
    ...Array.from({ length: counters }, (_, id) => countUp(workload, id)),
    putAndDelete(workload),
    writeBatches(workload),
    transferForever(workload, 0),
    transferForever(workload, 1),
    changeIndexes(workload),
  ])
}

async function countUp({ db, acknowledge }: Workload, id: number): Promise<void> {
  for (;;) {
    const answer = await wireAnswer(db, 'UpdateItem', {
      TableName: shape.name,
      Key: { pk: { S: 'counter' }, sk: { S: String(id) } },
      UpdateExpression: 'ADD version :one SET #group = :group',
      ExpressionAttributeNames: { '#group': 'group' },
      ExpressionAttributeValues: { ':one': { N: '1' }, ':group': { S: 'counters' } },
      ReturnValues: 'UPDATED_NEW',
    })
    const { version } = answer['Attributes'] as { version: { N: string } }
    acknowledge(`counter ${id} ${version.N}`)
  }
}

/** Returns the slot that is emptied after a version was put into another slot. */
export function leavingSlot(version: number): number {
  return (version + 5) % slots
}

async function putAndDelete({ db, run, acknowledge }: Workload): Promise<void> {
  for (let version = run * 100_000; ; version++) {
    const slot = version % slots
    await wireAnswer(db, 'PutItem', {
      TableName: shape.name,
      Item: versionedItem('single', String(slot), version),
    })
    acknowledge(`put ${slot} ${version}`)
    const gone = leavingSlot(version)
    await wireAnswer(db, 'DeleteItem', {
      TableName: shape.name,
      Key: { pk: { S: 'single' }, sk: { S: String(gone) } },
    })
    acknowledge(`delete ${gone} ${version}`)
  }
}

async function writeBatches({ db, run, acknowledge }: Workload): Promise<void> {
  for (let version = run * 100_000; ; version++) {
    const slot = version % slots
    const requests = Array.from({ length: batchSize }, (_, position) => ({
      PutRequest: { Item: versionedItem(`batch-${slot}`, String(position), version) },
    }))
    await wireAnswer(db, 'BatchWriteItem', { RequestItems: { [shape.name]: requests } })
    acknowledge(`batch ${slot} ${version}`)
  }
}

async function transferForever({ db, random, run, acknowledge }: Workload, id: number): Promise<void> {
  for (let count = 0; ; count++) {
    const [from, to] = random.shuffle(accounts) as [string, string]
    const entry = `${id}-${run}-${count}-${from}-${to}`
    const { error } = await wireCall(db, 'TransactWriteItems', transfer(entry))
    if (error === undefined) acknowledge(`transfer ${id} ${entry}`)
    else if (error !== 'TransactionCanceledException') throw new Error(error)
  }
}

/** A transfer of one unit, with its entry in the ledger and a token; the name of the entry determines all of it. */
export function transfer(entry: string): Json {
  const [, , , from, to] = entry.split('-')
  const change = (name: string | undefined, amount: string) => ({
    Update: {
      TableName: shape.name,
      Key: { pk: { S: 'account' }, sk: { S: name } },
      UpdateExpression: 'ADD balance :amount',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':amount': { N: amount } },
    },
  })
  const Item = { ...versionedItem('ledger', entry, entry.length), from: { S: from }, to: { S: to } }
  return {
    ClientRequestToken: entry.slice(0, 36),
    TransactItems: [
      change(from, '-1'),
      change(to, '1'),
      { Put: { TableName: shape.name, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
    ],
  }
}

async function changeIndexes({ db, random, acknowledge }: Workload): Promise<void> {
  for (;;) {
    const isThere = (await globalIndexes(db)).some(({ IndexName }) => IndexName === addedIndex.name)
    const input = isThere
      ? dropIndexInput(shape.name, addedIndex.name)
      : addIndexInput(shape.name, addedIndex)
    await wireAnswer(db, 'UpdateTable', input)
    acknowledge(isThere ? 'drop' : 'add')
    if (random.percent(50)) await db.settled()
    await new Promise((resolve) => setTimeout(resolve, random.below(40)))
  }
}

export async function globalIndexes(db: Database): Promise<{ IndexName: string; IndexStatus: string }[]> {
  const { Table } = (await wireAnswer(db, 'DescribeTable', { TableName: shape.name })) as { Table: Json }
  return (Table['GlobalSecondaryIndexes'] ?? []) as { IndexName: string; IndexStatus: string }[]
}

/** Returns the regions that the table is in. */
export async function tableRegions(db: Database): Promise<string[]> {
  const { Table } = (await wireAnswer(db, 'DescribeTable', { TableName: shape.name })) as { Table: Json }
  const replicas = (Table['Replicas'] ?? []) as { RegionName: string }[]
  return [homeRegion, ...replicas.map(({ RegionName }) => RegionName)]
}
