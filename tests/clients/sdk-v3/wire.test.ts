import { Agent } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, gunzipSync, gzipSync } from 'node:zlib'
import {
  BatchWriteItemCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { openDatabase } from 'monotable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { credentials, region, type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { makeTable } from './make-table.ts'

/** What middleware sees of requests and responses. */
interface Message {
  headers: { [name: string]: string }
  body: unknown
}

const item = { pk: { S: 'p' }, sk: { S: 's' } }

describe('the AWS SDK v3 over the wire', () => {
  let served: ServedDatabase
  let TableName: string
  const opened: DynamoDBClient[] = []
  const connect = (config: DynamoDBClientConfig = {}): DynamoDBClient => {
    const client = new DynamoDBClient({ endpoint: served.url, region, credentials, ...config })
    opened.push(client)
    return client
  }
  beforeAll(async () => {
    served = await serveDatabase()
    TableName = await makeTable(connect())
  })
  afterAll(async () => {
    for (const client of opened) client.destroy()
    await served.close()
  })

  it('no answer makes the SDK retry, neither a success nor a refusal', async () => {
    const client = connect()
    const ok = await client.send(new PutItemCommand({ TableName, Item: item }))
    expect(ok.$metadata).toMatchObject({ httpStatusCode: 200, attempts: 1, requestId: expect.any(String) })
    expect(await attemptsOfRefusals(client, TableName)).toEqual([
      ['ConditionalCheckFailedException', 400, 1],
      ['ResourceNotFoundException', 400, 1],
      ['ValidationException', 400, 1],
      ['TransactionCanceledException', 400, 1],
    ])
  })

  it('in process through clientConfig() the answers look the same to the SDK', async () => {
    const db = await openDatabase()
    const client = new DynamoDBClient(db.clientConfig())
    try {
      const name = await makeTable(client)
      const ok = await client.send(new PutItemCommand({ TableName: name, Item: item }))
      expect(ok.$metadata).toMatchObject({ httpStatusCode: 200, attempts: 1, requestId: expect.any(String) })
      expect(await attemptsOfRefusals(client, name)).toEqual([
        ['ConditionalCheckFailedException', 400, 1],
        ['ResourceNotFoundException', 400, 1],
        ['ValidationException', 400, 1],
        ['TransactionCanceledException', 400, 1],
      ])
    } finally {
      client.destroy()
      await db.close()
    }
  })

  it('every answer carries the checksum of its body', async () => {
    const client = connect()
    const seen: [declared: number, actual: number, type: string | undefined][] = []
    client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args)
        const response = result.response as Message
        const bytes = await buffer(response.body as Readable)
        response.body = Readable.from([bytes])
        seen.push([Number(response.headers['x-amz-crc32']), crc32(bytes), response.headers['content-type']])
        return result
      },
      { step: 'deserialize', priority: 'low', name: 'checksum' },
    )
    await client.send(new PutItemCommand({ TableName, Item: { ...item, text: { S: 'ü'.repeat(2_000) } } }))
    await client.send(new GetItemCommand({ TableName, Key: item }))
    await rejection(client.send(new GetItemCommand({ TableName: 'nowhere', Key: item })))
    expect(seen).toHaveLength(3)
    for (const [declared, actual, type] of seen) {
      expect(declared).toBe(actual)
      expect(type).toBe('application/x-amz-json-1.0')
    }
  })

  it('the server reads a body that middleware compressed, and the client reads a compressed answer', async () => {
    const client = connect()
    client.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as Message
        request.body = gzipSync(request.body as Uint8Array | string)
        request.headers['content-encoding'] = 'gzip'
        request.headers['accept-encoding'] = 'gzip'
        return next(args)
      },
      // This has to run before the SDK measures and signs the body.
      { step: 'build', priority: 'high', name: 'gzip' },
    )
    client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args)
        const response = result.response as Message
        const bytes = await buffer(response.body as Readable)
        const plain = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
        response.body = Readable.from([plain])
        return result
      },
      { step: 'deserialize', priority: 'low', name: 'gunzip' },
    )
    const Item = { ...item, text: { S: 'again and '.repeat(2_000) } }
    await client.send(new PutItemCommand({ TableName, Item }))
    const answer = await client.send(new GetItemCommand({ TableName, Key: item }))
    expect(answer.Item).toEqual(Item)
  })

  it('one connection serves many requests', async () => {
    let connections = 0
    class CountingAgent extends Agent {
      override createConnection(...asked: Parameters<Agent['createConnection']>) {
        connections += 1
        return super.createConnection(...asked)
      }
    }
    const client = connect({
      requestHandler: { httpAgent: new CountingAgent({ keepAlive: true, maxSockets: 1 }) },
    })
    await Promise.all(Array.from({ length: 20 }, () => client.send(new ListTablesCommand({}))))
    await client.send(new ListTablesCommand({}))
    expect(connections).toBe(1)
  })

  it('tables of another region are other tables', async () => {
    const elsewhere = connect({ region: 'eu-central-1' })
    expect((await elsewhere.send(new ListTablesCommand({}))).TableNames).toEqual([])
    const here = await connect().send(new ListTablesCommand({}))
    expect(here.TableNames).toContain(TableName)
  })

  it('a batch of several megabytes fits into one request', async () => {
    const big = 'x'.repeat(390_000)
    const requests = Array.from({ length: 25 }, (_, at) => ({
      PutRequest: { Item: { pk: { S: 'big' }, sk: { S: String(at) }, big: { S: big } } },
    }))
    const client = connect()
    const { UnprocessedItems, $metadata } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }),
    )
    expect(UnprocessedItems).toEqual({})
    expect($metadata.attempts).toBe(1)
  })
})

/** Returns the name, status and number of attempts of four refusals. */
async function attemptsOfRefusals(client: DynamoDBClient, TableName: string): Promise<unknown[]> {
  const ConditionExpression = 'attribute_exists(nothing)'
  const refusals = [
    client.send(new PutItemCommand({ TableName, Item: item, ConditionExpression })),
    client.send(new PutItemCommand({ TableName: 'nowhere', Item: item })),
    client.send(new PutItemCommand({ TableName, Item: {} })),
    client.send(
      new TransactWriteItemsCommand({
        TransactItems: [{ Put: { TableName, Item: item, ConditionExpression } }],
      }),
    ),
  ]
  const errors = await Promise.all(refusals.map(rejection))
  return errors.map((error) => {
    const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number; attempts?: number } }
    return [error.name, $metadata?.httpStatusCode, $metadata?.attempts]
  })
}
