import { expect, it } from 'vitest'
import { createDatabase } from './create-database.ts'

it('tables of all regions and accounts are listed, by name', async () => {
  const db = await createDatabase()
  const create = (TableName: string) => ({
    TableName,
    BillingMode: 'PAY_PER_REQUEST' as const,
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' as const }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
  })
  expect(await db.tables()).toEqual([])
  await db.send('CreateTable', create('Later'))
  await db.send('CreateTable', create('Earlier'), { region: 'eu-west-1' })
  await db.execute('CreateTable', create('Middle'), { region: 'us-east-1', accountId: '123456789012' })
  expect(await db.tables()).toEqual([
    { region: 'eu-west-1', accountId: '000000000000', name: 'Earlier' },
    { region: 'us-east-1', accountId: '000000000000', name: 'Later' },
    { region: 'us-east-1', accountId: '123456789012', name: 'Middle' },
  ])
  await db.close()
})
