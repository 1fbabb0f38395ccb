import { Agent } from 'node:http'
import type { Socket } from 'node:net'
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { createDatabase, type Database } from '@monotable/engine'
import { createServer, parseAccessKeys, type Server } from '@monotable/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { region } from './serve-database.ts'

interface Key {
  readonly accessKeyId: string
  readonly secretAccessKey?: string
  readonly accountId?: string
  readonly policies?: unknown
}

/** Access keys that allow everything unless stated otherwise. */
const parse = (keys: readonly Key[]) =>
  parseAccessKeys(
    JSON.stringify(keys.map((key) => ({ secretAccessKey: 'secret', policies: 'full-access', ...key }))),
  )

describe('access keys that change while a server runs', () => {
  let db: Database
  let server: Server
  let credentials: { accessKeyId: string; secretAccessKey: string }
  let client: DynamoDBClient
  let connections: Set<Socket>

  beforeEach(async () => {
    db = await createDatabase()
    server = await createServer(db, { port: 0, auth: parse([{ accessKeyId: 'old' }]) })
    credentials = { accessKeyId: 'old', secretAccessKey: 'secret' }
    connections = new Set()
    const httpAgent = new Agent({ keepAlive: true, maxSockets: 2 })
    httpAgent.on('free', (socket: Socket) => connections.add(socket))
    client = new DynamoDBClient({
      ...{ endpoint: server.url, region, maxAttempts: 1, requestHandler: { httpAgent } },
      // Expired credentials make the client ask for them before each request.
      credentials: async () => ({ ...credentials, expiration: new Date(0) }),
    })
  })
  afterEach(async () => {
    client.destroy()
    await server.close({ limitMs: 0 })
    await db.close()
  })

  const renew = (...keys: Key[]) => server.renewAccessKeys(parse(keys))

  /** Returns what the client gets now: the tables, or the name of an error. */
  const answered = () =>
    client.send(new ListTablesCommand({})).then(
      ({ TableNames }) => TableNames,
      (error: Error) => error.name,
    )

  it('can be changed under traffic without a failed request, and the old key is refused afterwards', async () => {
    let isOver = false
    const answers = new Set<string>()
    const loops = [0, 0, 0, 0].map((count) => ({ count }))
    const traffic = loops.map(async (loop) => {
      for (; !isOver; loop.count++) answers.add(JSON.stringify(await answered()))
    })
    /** Waits until every loop has had an answer to a request signed after this call. */
    const passed = async () => {
      const before = new Map(loops.map((loop) => [loop, loop.count]))
      while (loops.some((loop) => loop.count < (before.get(loop) ?? 0) + 2)) await answered()
    }
    await passed()
    renew({ accessKeyId: 'old' }, { accessKeyId: 'new' })
    await passed()
    credentials = { ...credentials, accessKeyId: 'new' }
    await passed()
    renew({ accessKeyId: 'new' })
    await passed()
    isOver = true
    await Promise.all(traffic)
    expect([...answers]).toEqual(['[]'])
    credentials = { ...credentials, accessKeyId: 'old' }
    expect(await answered()).toBe('UnrecognizedClientException')
    expect(connections.size).toBeLessThanOrEqual(2)
  })

  it('apply to the next request with their secret, policies and account, also on an open connection', async () => {
    await client.send(
      new CreateTableCommand({
        TableName: 'Games',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    )
    expect(await answered()).toEqual(['Games'])
    renew({ accessKeyId: 'old', policies: [] })
    expect(await answered()).toBe('AccessDeniedException')
    renew({ accessKeyId: 'old', accountId: '123456789012' })
    expect(await answered()).toEqual([])
    renew({ accessKeyId: 'old', secretAccessKey: 'another' })
    expect(await answered()).toBe('InvalidSignatureException')
    credentials = { ...credentials, secretAccessKey: 'another' }
    expect(await answered()).toEqual(['Games'])
    expect(connections.size).toBe(1)
  })

  it('cannot be set on a server that has none', async () => {
    const open = await createServer(db, { port: 0 })
    expect(() => open.renewAccessKeys(parse([{ accessKeyId: 'new' }]))).toThrow(
      'The server has no access keys.',
    )
    await open.close()
  })
})
