import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDatabase, type Database } from '@monotable/engine'
import { createServer, type Server } from '@monotable/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { endpointConnection } from './endpoint-connection.ts'
import type { SeenRequest } from './seen-request.ts'
import { servedObservations, tellsRequests } from './served-observations.ts'

let db: Database
let server: Server

beforeEach(async () => {
  db = await createDatabase({ metrics: { requests: { bodies: true } } })
  server = await createServer(db, { port: 0 })
  await db.send('CreateTable', {
    TableName: 'Music',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'artist', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'artist', KeyType: 'HASH' }],
  })
})

afterEach(async () => {
  await server.close()
  await db.close()
})

it('a Monotable server reports its requests, and which of them the page sent', async () => {
  expect(await tellsRequests(server.url)).toBe(true)
  const own = new Set<string>()
  const options = { endpoint: server.url, region: 'us-east-1', now: Date.now }
  const observations = servedObservations({ ...options, isOwn: (id) => own.has(id) })
  const credentials = async () => ({ accessKeyId: 'a', secretAccessKey: 'b' })
  const connect = (onAnswered?: (id: string) => void) =>
    endpointConnection({ ...options, kind: 'endpoint', name: 'there', credentials, onAnswered })
  await connect((id) => own.add(id)).send('ListTables', {})
  await connect().send('PutItem', { TableName: 'Music', Item: { artist: { S: 'a' } } })
  const watch = (count: number) =>
    new Promise<SeenRequest[]>((resolve) => {
      const list: SeenRequest[] = []
      const unwatch = observations.watch((request) => {
        list.push(request)
        if (list.length < count) return
        unwatch()
        resolve(list)
      })
    })
  expect(await watch(2)).toMatchObject([
    { operation: 'ListTables', own: true },
    { operation: 'PutItem', own: false, tables: ['Music'], input: { Item: { artist: { S: 'a' } } } },
  ])
  // A new watcher gets only new requests.
  await connect().send('GetItem', { TableName: 'Music', Key: { artist: { S: 'a' } } })
  expect(await watch(1)).toMatchObject([{ operation: 'GetItem' }])
})

it('requests of other regions are left out', async () => {
  const own = new Set<string>()
  const connect = (region: string, onAnswered?: (id: string) => void) =>
    endpointConnection({
      ...{ endpoint: server.url, region, now: Date.now, kind: 'endpoint', name: 'there', onAnswered },
      credentials: async () => ({ accessKeyId: 'a', secretAccessKey: 'b' }),
    })
  await connect('eu-west-1').send('DescribeTable', { TableName: 'Music' })
  await connect('us-east-1').send('DescribeTable', { TableName: 'Music' })
  await connect('us-east-1', (id) => own.add(id)).send('ListTables', {})
  const options = { endpoint: server.url, region: 'us-east-1', now: Date.now }
  const told = await new Promise<readonly SeenRequest[]>((resolve) => {
    const list: SeenRequest[] = []
    const end = servedObservations({ ...options, isOwn: (id) => own.has(id) }).watch((request) => {
      list.push(request)
      if (request.own !== true) return
      end()
      resolve(list)
    })
  })
  expect(told.map(({ operation, error }) => [operation, error])).toEqual([
    ['DescribeTable', undefined],
    ['ListTables', undefined],
  ])
})

it('a Monotable server reports its heat', async () => {
  const options = { endpoint: server.url, region: 'us-east-1', now: () => 7, isOwn: () => false }
  const observations = servedObservations(options)
  await observations.heat('Music')
  await db.send('PutItem', { TableName: 'Music', Item: { artist: { S: 'a' } } })
  const heat = await observations.heat('Music')
  expect(heat).toMatchObject({ table: 'Music', atMs: 7, topKeys: [{ key: 'a', units: 3 }] })
  expect(heat?.partitions.length).toBeGreaterThan(0)
  expect(await observations.heat('Absent')).toBeUndefined()
})

it('a server with an unknown report of heat counts as one without any', async () => {
  const other = createHttpServer((_, response) => response.end('{"heat":{}}'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const options = { region: 'us-east-1', now: () => 7, isOwn: () => false }
  const observations = servedObservations({ ...options, endpoint: `http://127.0.0.1:${port}` })
  expect(await observations.heat('Music')).toBeUndefined()
  await new Promise((resolve) => other.close(resolve))
})

it('other servers report nothing, and neither does an unreachable one', async () => {
  const silent = await createServer(db, { port: 0, metrics: false })
  expect(await tellsRequests(silent.url)).toBe(false)
  await silent.close()
  expect(await tellsRequests(silent.url)).toBe(false)
})
