import { TRANSACTION_TOKEN_MS } from '@monotable/protocol'
import { expect, it } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import { TOKEN_SPACE } from '../tables/space-names.ts'

const TableName = 'Tokens'
const Item = { pk: { S: 'a' } }

it.each([
  ['are done', undefined],
  ['are all cancelled', 'attribute_exists(pk) AND attribute_not_exists(pk)'],
])('tokens of the last ten minutes are kept and no others, when transactions %s', async (_, condition) => {
  let nowMs = 0
  const storage = createMemoryStorage()
  const db = await createDatabase({ storage, clock: { now: () => nowMs } })
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  })
  const Put = { TableName, Item, ...(condition !== undefined && { ConditionExpression: condition }) }
  for (let n = 0; n < 100; n++) {
    nowMs += TRANSACTION_TOKEN_MS / 20
    const sent = db.send('TransactWriteItems', { TransactItems: [{ Put }], ClientRequestToken: `token-${n}` })
    await (condition === undefined ? sent : expect(sent).rejects.toThrow('Transaction cancelled'))
  }
  const { records } = await storage.range({ space: TOKEN_SPACE, within: {} })
  expect(records.length).toBeGreaterThanOrEqual(20)
  expect(records.length).toBeLessThan(25)
  await db.close()
})
