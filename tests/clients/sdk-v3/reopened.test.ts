import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetItemCommand, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb'
import { openDatabase } from 'monotable'
import { expect, it } from 'vitest'
import { makeTable } from './make-table.ts'

const key = { pk: { S: 'p' }, sk: { S: 's' } }

it('a reopened file has what an SDK client wrote, and still knows its tokens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reopened-'))
  const path = join(folder, 'db')
  try {
    const first = await openDatabase({ path })
    const TableName = await makeTable(first.sdkClient())
    const add = new TransactWriteItemsCommand({
      ClientRequestToken: 'once',
      TransactItems: [
        {
          Update: {
            TableName,
            Key: key,
            UpdateExpression: 'ADD n :one',
            ExpressionAttributeValues: { ':one': { N: '1' } },
          },
        },
      ],
    })
    await first.sdkClient().send(add)
    await first.sdkClient().send(new PutItemCommand({ TableName, Item: { ...key, sk: { S: 't' } } }))
    await first.close()
    const second = await openDatabase({ path })
    await second.sdkClient().send(add)
    const { Item } = await second.sdkClient().send(new GetItemCommand({ TableName, Key: key }))
    await second.close()
    expect(Item).toEqual({ ...key, n: { N: '1' } })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
