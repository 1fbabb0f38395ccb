import type { Request } from 'aws-sdk'
import type DynamoDB from 'aws-sdk/clients/dynamodb.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { connectSdkV2 } from './connect-sdk-v2.ts'

const waiter = { delay: 1, maxAttempts: 10 }
const definition = (TableName: string): DynamoDB.CreateTableInput => ({
  TableName,
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'B' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
})

describe('the low-level client of the AWS SDK v2', () => {
  let served: ServedDatabase
  let client: DynamoDB
  beforeAll(async () => {
    served = await serveDatabase()
    client = connectSdkV2(served.url)
  })
  afterAll(() => served.close())

  it('waitFor tableExists and tableNotExists work when a table is created and deleted', async () => {
    const TableName = 'Life'
    await client.createTable(definition(TableName)).promise()
    const { Table } = await client.waitFor('tableExists', { TableName, $waiter: waiter }).promise()
    expect(Table).toMatchObject({ TableName, TableStatus: 'ACTIVE' })
    expect(Table?.CreationDateTime).toBeInstanceOf(Date)
    await client.deleteTable({ TableName }).promise()
    await client.waitFor('tableNotExists', { TableName, $waiter: waiter }).promise()
    const { TableNames } = await client.listTables().promise()
    expect(TableNames).not.toContain(TableName)
  })

  it('binary keys and values are buffers', async () => {
    const TableName = 'Bytes'
    await client.createTable(definition(TableName)).promise()
    await client.waitFor('tableExists', { TableName, $waiter: waiter }).promise()
    const Item = { id: { B: Buffer.from([255, 0]) }, all: { BS: [Buffer.from([1]), Buffer.from([2])] } }
    await client.putItem({ TableName, Item }).promise()
    const answer = await client.getItem({ TableName, Key: { id: Item.id } }).promise()
    expect(answer.Item).toEqual(Item)
  })

  it('eachPage walks the pages of a scan', async () => {
    const TableName = 'Pages'
    await client.createTable(definition(TableName)).promise()
    await client.waitFor('tableExists', { TableName, $waiter: waiter }).promise()
    const requests = Array.from({ length: 5 }, (_, at) => ({
      PutRequest: { Item: { id: { B: Buffer.from([at]) } } },
    }))
    await client.batchWriteItem({ RequestItems: { [TableName]: requests } }).promise()
    const sizes = await new Promise<number[]>((resolve, reject) => {
      const pages: number[] = []
      client.scan({ TableName, Limit: 2 }).eachPage((error, page) => {
        if (error) reject(error)
        else if (page === null) resolve(pages)
        else pages.push(page.Items?.length ?? 0)
        return true
      })
    })
    expect(sizes).toEqual([2, 2, 1])
  })

  it('checksums match, so that no request is repeated', async () => {
    const first = await retriesOf(client.listTables())
    expect(first).toEqual({ retries: 0, checksum: expect.stringMatching(/^\d+$/), error: null })
    const refused = await retriesOf(client.describeTable({ TableName: 'nowhere' }))
    expect(refused).toEqual({
      retries: 0,
      checksum: expect.stringMatching(/^\d+$/),
      error: 'ResourceNotFoundException',
    })
  })

  it('checksums match on a page of a megabyte with characters of two to four bytes', async () => {
    const TableName = 'Large'
    await client.createTable(definition(TableName)).promise()
    await client.waitFor('tableExists', { TableName, $waiter: waiter }).promise()
    const text = 'øж世🌍'.repeat(25_000)
    for (const at of [1, 2, 3, 4]) {
      await client.putItem({ TableName, Item: { id: { B: Buffer.from([at]) }, text: { S: text } } }).promise()
    }
    const answer = await client.scan({ TableName }).promise()
    expect(answer.Items?.map((item) => item['text']?.S === text)).toEqual([true, true, true, true])
    expect(answer.$response.retryCount).toBe(0)
  })

  it('a parameter that the SDK does not check is refused by the database', async () => {
    const lenient = connectSdkV2(served.url, { paramValidation: false })
    const input = { TableName: 'Bytes', Key: { id: { S: 7 } } } as unknown as DynamoDB.GetItemInput
    expect(await rejection(lenient.getItem(input).promise())).toMatchObject({
      code: 'SerializationException',
    })
  })
})

type AnyRequest = Pick<Request<unknown, Error & { code?: string }>, 'on' | 'send'>

function retriesOf(request: unknown): Promise<{ retries: number; checksum: unknown; error: unknown }> {
  const sent = request as AnyRequest
  return new Promise((resolve) => {
    sent.on('complete', (response) => {
      const { retryCount, httpResponse, error } = response as unknown as {
        retryCount: number
        httpResponse: { headers: { [name: string]: string } }
        error: { code: string } | null
      }
      resolve({
        retries: retryCount,
        checksum: httpResponse.headers['x-amz-crc32'],
        error: error?.code ?? null,
      })
    })
    sent.send()
  })
}
