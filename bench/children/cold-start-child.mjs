// Measures importing the library, opening a database and using it for the first time.
import { tableInput, tableName } from '../items.mjs'

/** @type {{ path?: string }} */
const { path } = JSON.parse(process.argv[2] ?? '{}')
const startMs = performance.now()
const { openDatabase } = await import('monotable')
const importedMs = performance.now()
const db = await openDatabase(path === undefined ? {} : { path })
const openedMs = performance.now()
const key = { pk: { S: 'first' }, sk: { S: 'item' } }
await db.send('CreateTable', /** @type {any} */ (tableInput(tableName)))
await db.send('PutItem', { TableName: tableName, Item: key })
await db.send('GetItem', { TableName: tableName, Key: key })
const answeredMs = performance.now()
await db.close()
process.send?.({
  importMs: importedMs - startMs,
  openMs: openedMs - importedMs,
  firstMs: answeredMs - openedMs,
})
