import type { TransactWriteItem } from '@monotable/protocol'
import { TRANSACTION_MAX_BYTES } from '@monotable/protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'

let db: Database

beforeAll(async () => {
  db = await createDatabase({ messages: 'classic' })
  await db.send('CreateTable', {
    TableName: 'Texts',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  })
})

afterAll(() => db.close())

const values = (bytes: number) => ({ ExpressionAttributeValues: { ':v': { S: 'x'.repeat(bytes) } } })

/** Actions of each kind on a key of 5 bytes, with a text of the given length. */
const kinds: readonly [string, number, (pk: string, bytes: number) => TransactWriteItem][] = [
  [
    'puts',
    5 + 'text'.length,
    (pk, bytes) => ({ Put: { TableName: 'Texts', Item: { pk: { S: pk }, text: { S: 'x'.repeat(bytes) } } } }),
  ],
  [
    'updates',
    5 + 'SET #n = :v'.length + 'text'.length,
    (pk, bytes) => ({
      Update: {
        TableName: 'Texts',
        Key: { pk: { S: pk } },
        UpdateExpression: 'SET #n = :v',
        ExpressionAttributeNames: { '#n': 'text' },
        ...values(bytes),
      },
    }),
  ],
  [
    'checks',
    5 + 'note <> :v'.length,
    (pk, bytes) => ({
      ConditionCheck: {
        TableName: 'Texts',
        Key: { pk: { S: pk } },
        ConditionExpression: 'note <> :v',
        ...values(bytes),
      },
    }),
  ],
]

// Measured in DynamoDB Local; the text is its own.
it.each(kinds)('%s may total 4 MB, and not a byte more', async (_, ownBytes, action) => {
  const each = Math.floor(TRANSACTION_MAX_BYTES / 11)
  const last = TRANSACTION_MAX_BYTES - 10 * each
  const send = (more: number) => {
    const sizes = [...Array.from({ length: 10 }, () => each), last + more]
    const TransactItems = sizes.map((bytes, n) => action(String(100 + n), bytes - ownBytes))
    return db.send('TransactWriteItems', { TransactItems })
  }
  await send(0)
  await expect(send(1)).rejects.toThrow('Transaction payload size cannot exceed 4MB. Payload Size: 4194305')
})
