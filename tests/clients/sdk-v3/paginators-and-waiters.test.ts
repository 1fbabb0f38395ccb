import {
  BatchWriteItemCommand,
  DeleteTableCommand,
  paginateListTables,
  paginateQuery,
  paginateScan,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb'
import { paginateQuery as paginateDocuments } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { makeTable } from './make-table.ts'
import { type OpenClients, sdkTargets } from './sdk-target.ts'

const quickly = { maxWaitTime: 10, minDelay: 1, maxDelay: 1 }

describe.each(sdkTargets)('paginators and waiters of the AWS SDK v3, $name', ({ open }) => {
  let clients: OpenClients
  let TableName: string
  beforeAll(async () => {
    clients = await open()
    TableName = await makeTable(clients.client)
    const requests = Array.from({ length: 10 }, (_, at) => ({
      PutRequest: { Item: { pk: { S: 'p' }, sk: { S: `s${at}` }, odd: { BOOL: at % 2 === 1 } } },
    }))
    await clients.client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }))
  })
  afterAll(() => clients.close())

  it('paginateQuery follows LastEvaluatedKey to the end', async () => {
    const pages: number[] = []
    const input = {
      TableName,
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': { S: 'p' } },
    }
    for await (const page of paginateQuery({ client: clients.client, pageSize: 4 }, input)) {
      pages.push(page.Items?.length ?? 0)
    }
    expect(pages).toEqual([4, 4, 2])
  })

  it('paginateScan continues past pages that the filter left empty', async () => {
    const found: (string | undefined)[] = []
    let pages = 0
    const input = {
      TableName,
      FilterExpression: 'odd = :yes AND sk_missing <> :none',
      ExpressionAttributeValues: { ':yes': { BOOL: true }, ':none': { S: '' } },
    }
    for await (const page of paginateScan({ client: clients.client, pageSize: 1 }, input)) {
      pages += 1
      found.push(...(page.Items ?? []).map((item) => item['sk']?.S))
    }
    expect(found).toEqual(['s1', 's3', 's5', 's7', 's9'])
    expect(pages).toBe(11)
  })

  it('paginateListTables walks all tables by name', async () => {
    const more = [await makeTable(clients.client), await makeTable(clients.client)]
    const seen: string[] = []
    for await (const page of paginateListTables({ client: clients.client, pageSize: 2 }, {})) {
      seen.push(...(page.TableNames ?? []))
    }
    expect(seen).toEqual([TableName, ...more].sort())
  })

  it('the document paginator returns JavaScript values', async () => {
    const found: unknown[] = []
    const input = {
      TableName,
      KeyConditionExpression: 'pk = :p AND sk > :s',
      ExpressionAttributeValues: { ':p': 'p', ':s': 's6' },
    }
    for await (const page of paginateDocuments({ client: clients.document(), pageSize: 2 }, input)) {
      found.push(...(page.Items ?? []))
    }
    expect(found).toEqual([
      { pk: 'p', sk: 's7', odd: true },
      { pk: 'p', sk: 's8', odd: false },
      { pk: 'p', sk: 's9', odd: true },
    ])
  })

  it('waitUntilTableExists succeeds for an active table', async () => {
    const { state } = await waitUntilTableExists({ client: clients.client, ...quickly }, { TableName })
    expect(state).toBe('SUCCESS')
  })

  it('waitUntilTableExists gives up on a table that is never created', async () => {
    const waiting = waitUntilTableExists(
      { client: clients.client, maxWaitTime: 2, minDelay: 1, maxDelay: 1 },
      { TableName: 'never-created' },
    )
    expect((await rejection(waiting)).name).toBe('TimeoutError')
  })

  it('waitUntilTableNotExists succeeds once a table is deleted', async () => {
    const name = await makeTable(clients.client)
    await clients.client.send(new DeleteTableCommand({ TableName: name }))
    const { state } = await waitUntilTableNotExists(
      { client: clients.client, ...quickly },
      { TableName: name },
    )
    expect(state).toBe('SUCCESS')
  })
})
