import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KillableServer } from './killable-server.ts'

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
const TableName = 'Songs'
const itemCount = 2000
/** Copying takes a while. */
const note = 'x'.repeat(3000)
const [home, away] = ['us-east-1', 'eu-west-1'] as const
type Clients = { readonly [region in typeof home | typeof away]: DynamoDBClient }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'monotable-leaving-'))
})
let server: KillableServer
afterEach(async () => {
  await server.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<Clients> {
  const client = await server.start()
  const endpoint = await client.config.endpoint?.()
  if (endpoint === undefined) throw new TypeError('a client without an endpoint')
  const there = new DynamoDBClient({ endpoint, region: away, credentials, maxAttempts: 1 })
  return { [home]: client, [away]: there }
}

async function prepare(clients: Clients): Promise<void> {
  const client = clients[home]
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: ['id', 'by'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byWhom',
          KeySchema: [{ AttributeName: 'by', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  for (let first = 0; first < itemCount; first += 25) {
    const requests = Array.from({ length: 25 }, (_, i) => ({
      PutRequest: { Item: { id: { S: `old${first + i}` }, by: { S: `${i}` }, note: { S: note } } },
    }))
    await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }))
  }
  const update = (change: object) => new UpdateTableCommand({ TableName, ...change })
  await client.send(update({ ReplicaUpdates: [{ Create: { RegionName: away } }] }))
  await clients[away].send(update({ DisassociationProtectionEnabled: false }))
}

async function isGlobal(client: DynamoDBClient): Promise<boolean> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }))
  return Table?.Replicas !== undefined
}

async function idsOf(client: DynamoDBClient, IndexName?: string): Promise<Set<string>> {
  const found: string[] = []
  let ExclusiveStartKey: ScanCommand['input']['ExclusiveStartKey']
  do {
    const page = await client.send(
      new ScanCommand({ TableName, IndexName, ExclusiveStartKey, ProjectionExpression: 'id' }),
    )
    found.push(...(page.Items ?? []).map(({ id }) => id?.S ?? ''))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey !== undefined)
  expect(new Set(found).size).toBe(found.length)
  return new Set(found)
}

test.each(['sqlite', 'log'])(
  'with the store %s, a replica leaves whole although its server is killed',
  {
    timeout: 120_000,
  },
  async (store) => {
    server = new KillableServer({ folder, credentials, args: ['--store', store] })
    let clients = await start()
    await prepare(clients)
    const Disassociate = { RegionName: away, DisassociationMode: 'WAIT_FOR_REPLICATION' as const }
    await clients[away].send(new UpdateTableCommand({ TableName, ReplicaUpdates: [{ Disassociate }] }))
    const expected = new Set(Array.from({ length: itemCount }, (_, i) => `old${i}`))
    let written = 0
    for (const delayMs of [0, 0, 100]) {
      if (!(await isGlobal(clients[away]))) break
      await setTimeout(delayMs)
      for (const region of [home, away] as const) {
        if (!(await isGlobal(clients[away]))) break
        const id = `new${written++}`
        await clients[region].send(
          new PutItemCommand({ TableName, Item: { id: { S: id }, by: { S: region } } }),
        )
        // What was answered while the table was in the group is in both.
        if (await isGlobal(clients[away])) expected.add(id)
      }
      await server.kill()
      for (const client of Object.values(clients)) client.destroy()
      clients = await start()
      const now = await idsOf(clients[away])
      for (const id of expected) expect([id, now.has(id)]).toEqual([id, true])
    }
    while (await isGlobal(clients[away])) await setTimeout(20)
    for (const region of [home, away] as const) {
      await clients[region].send(
        new PutItemCommand({ TableName, Item: { id: { S: region }, by: { S: region } } }),
      )
    }
    for (const [region, other] of [
      [home, away],
      [away, home],
    ] as const) {
      const items = await idsOf(clients[region])
      for (const id of expected) expect([id, items.has(id)]).toEqual([id, true])
      expect([items.has(region), items.has(other)]).toEqual([true, false])
      expect(await idsOf(clients[region], 'byWhom')).toEqual(items)
      const { Table } = await clients[region].send(new DescribeTableCommand({ TableName }))
      expect(Table).toMatchObject({ TableStatus: 'ACTIVE', ItemCount: items.size })
    }
  },
)
