import { createDatabase, type Database } from '@monotable/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tableRequests } from '../create-table/table-requests.ts'
import { replaceRows } from '../csv/write-rows.ts'
import type { TableAnswers } from '../frame/ask-table.ts'
import { copyItems } from './copy-items.ts'
import { draftOfTable, nameLike } from './draft-of-table.ts'

let database: Database
beforeEach(async () => {
  database = await createDatabase()
})
afterEach(() => database.close())

const send = (operation: string, input: object) =>
  database.send(operation as never, input as never) as Promise<{ readonly [member: string]: unknown }>
const describeTable = async (TableName: string) =>
  ((await send('DescribeTable', { TableName })) as { readonly Table: TableAnswers['table'] }).Table

const S = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' })
const key = (...names: string[]) =>
  names.map((AttributeName, place) => ({ AttributeName, KeyType: place === 0 ? 'HASH' : 'RANGE' }))

describe('draftOfTable', () => {
  it('makes a table like another: keys, indexes of all kinds and settings', async () => {
    await send('CreateTable', {
      TableName: 'Old',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        S('PK'),
        { AttributeName: 'SK', AttributeType: 'N' },
        S('day'),
        S('kind'),
        S('cat'),
      ],
      KeySchema: key('PK', 'SK'),
      LocalSecondaryIndexes: [
        { IndexName: 'byDay', KeySchema: key('PK', 'day'), Projection: { ProjectionType: 'KEYS_ONLY' } },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byKind',
          KeySchema: key('kind'),
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['name'] },
          OnDemandThroughput: { MaxReadRequestUnits: 9 },
        },
      ],
      VectorIndexes: [
        {
          IndexName: 'near',
          VectorAttribute: { AttributeName: 'embedding' },
          SearchSchema: [{ AttributeName: 'cat', SearchSchemaElementType: 'HASH' }],
          Dimensions: 3,
          DistanceFunction: 'EUCLIDEAN',
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      Tags: [{ Key: 'team', Value: 'shop' }],
    })
    const table = await describeTable('Old')
    const tags = {
      output: await send('ListTagsOfResource', { ResourceArn: table['TableArn'] }),
      durationMs: 0,
    }
    for (const { operation, input } of tableRequests(draftOfTable({ table, tags }, 'New')))
      await send(operation, input)
    const now = await describeTable('New')
    const same = (of: TableAnswers['table']) => {
      const text = JSON.stringify(
        [
          ...['AttributeDefinitions', 'KeySchema', 'StreamSpecification', 'LocalSecondaryIndexes'],
          ...['GlobalSecondaryIndexes', 'VectorIndexes', 'BillingModeSummary'],
        ].map((member) => of[member]),
      )
      return text.replaceAll(/"(?:IndexArn|LastUpdateToPayPerRequestDateTime)":[^,}]*/g, '')
    }
    expect(same(now)).toBe(same(table))
    expect(await send('ListTagsOfResource', { ResourceArn: now['TableArn'] })).toEqual(tags.output)
  })

  it('appends a suffix to a name that is taken', () => {
    expect(nameLike('T', [])).toBe('T')
    expect(nameLike('T', ['T', 'T-copy'])).toBe('T-copy2')
    expect(nameLike('x'.repeat(255), ['x'.repeat(255)]).length).toBeLessThanOrEqual(255)
  })
})

describe('copyItems', () => {
  const COUNT = 120
  const write = replaceRows<undefined>({
    send: async (operation, input) => ({ output: await send(operation, input), durationMs: 0 }),
    table: 'New',
  })
  beforeEach(async () => {
    for (const TableName of ['Old', 'New'])
      await send('CreateTable', {
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [S('id')],
        KeySchema: key('id'),
      })
    // Several pages of a Scan, and several requests for one page.
    for (let place = 0; place < COUNT; place++)
      await send('PutItem', {
        TableName: 'Old',
        Item: { id: { S: `${place}` }, text: { S: 'x'.repeat(20_000) } },
      })
  })

  it('copies all items, page by page', async () => {
    const seen: number[] = []
    const copied = await copyItems({
      ...{ read: send, table: 'Old', write },
      signal: new AbortController().signal,
      onProgress: (count) => seen.push(count),
    })
    expect(copied).toEqual({ copied: COUNT, refused: 0, reason: undefined })
    expect(seen.at(-1)).toBe(COUNT)
    const all = async (TableName: string) => {
      const { Count } = (await send('Scan', { TableName, Select: 'COUNT' })) as { Count: number }
      return Count
    }
    expect(await all('New')).toBe(await all('Old'))
  })

  it('stops when told to, and reports what was refused', async () => {
    const controller = new AbortController()
    const stopped = await copyItems({
      ...{ read: send, table: 'Old', write },
      signal: controller.signal,
      onProgress: () => controller.abort(),
    })
    expect(stopped.copied).toBeGreaterThan(0)
    expect(stopped.copied).toBeLessThan(COUNT)
    const refused = await copyItems({
      ...{ read: send, table: 'Old' },
      write: async (rows) => rows.slice(0, 1).map(({ row }) => ({ row, reason: 'not you' })),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    expect(refused).toMatchObject({ refused: COUNT - refused.copied, reason: 'not you' })
  })
})
