import type { Database } from '@monotable/engine'
import { type OpenedDatabase, type OpenOptions, openDatabase as open } from 'monotable'

export * from 'monotable'

/** What pages import as `monotable`: the same, but a new database has the table Music that examples speak of. */
export async function openDatabase(options?: OpenOptions): Promise<OpenedDatabase> {
  const db = await open(options)
  await createMusic(db)
  return db
}

/** Makes the table Music, unless it is there. */
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
