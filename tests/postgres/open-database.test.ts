import { openDatabase } from 'monotable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../packages/storage-postgres/src/testing/postgres-server.ts'
import { dropSchema } from './drop-schema.ts'

describe.skipIf(!hasPostgres())('openDatabase over PostgreSQL', () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres(['fsync=off'])
  })
  afterAll(() => postgres?.stop())

  it('opens the same tables for everyone who names the same schema, and other tables for another schema', async () => {
    const schema = `opened_${process.pid}`
    const one = await openDatabase({ postgres: `${postgres.url}?schema=${schema}` })
    const other = await openDatabase({ postgres: { url: postgres.url, schema } })
    const apart = await openDatabase({ postgres: { url: postgres.url, schema: `${schema}_apart` } })
    await one.send('CreateTable', {
      TableName: 'Music',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'Artist', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'Artist', KeyType: 'HASH' }],
    })
    const Item = { Artist: { S: 'Nina Simone' } }
    await other.send('PutItem', { TableName: 'Music', Item })
    expect(await one.send('GetItem', { TableName: 'Music', Key: Item, ConsistentRead: true })).toEqual({
      Item,
    })
    expect(await apart.send('ListTables', {})).toEqual({ TableNames: [] })
    await Promise.all([one, other, apart].map((db) => db.close()))
    await dropSchema(postgres.url, schema)
    await dropSchema(postgres.url, `${schema}_apart`)
  })

  it('refuses a folder in addition', async () => {
    await expect(openDatabase({ postgres: postgres.url, path: 'data' })).rejects.toThrow(TypeError)
  })
})
