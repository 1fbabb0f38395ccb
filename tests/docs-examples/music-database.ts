import type { Database } from '@monotable/engine'
import { type OpenedDatabase, type OpenOptions, openDatabase as open } from 'monotable'

export * from 'monotable'

/** Stands in for `openDatabase` of `monotable`: a new database also has the table Music that examples use. */
export async function openDatabase(options?: OpenOptions): Promise<OpenedDatabase> {
  const db = await open(options)
  await createMusic(db)
  return db
}

/** Creates the table Music unless it exists. */
async function createMusic(db: Database): Promise<void> {
  const { TableNames } = await db.send('ListTables', {})
  if (TableNames?.includes('Music')) return
  await db.send('CreateTable', {
    TableName: 'Music',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'Artist', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'Artist', KeyType: 'HASH' }],
  })
}
