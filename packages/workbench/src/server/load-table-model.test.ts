import { createDatabase, type Database } from '@monotable/engine'
import { model, shape, table } from '@monotable/model'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from './connection.ts'
import { embeddedConnection } from './embedded-connection.ts'
import { exportFile } from './export-file.ts'
import { knowModel } from './known-model.ts'
import { KnownModels } from './known-models.ts'
import { loadTableModel } from './load-table-model.ts'

const notes = table('Notes', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { ByDay: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
const Note = notes.entity('Note', {
  schema: shape<{ owner: string; day: string }>(),
  key: { pk: 'OWNER#{owner}', sk: 'NOTE#{day}' },
  index: { ByDay: { pk: 'DAY', sk: '{day}' } },
})
const notesModel = model({ entities: { Note }, patterns: { since: Note.query('ByDay', { page: 10 }) } })
const ofSample = new KnownModels(undefined, [
  { name: 'notes', title: 'Notes', description: '', model: notesModel, load: async () => {} },
])
const loaded = { model: notesModel }
const ofFile = new KnownModels({ file: 'model.ts', current: () => loaded, watch: () => () => {} }, [])

let db: Database
let connection: Connection

beforeEach(async () => {
  db = await createDatabase()
  connection = embeddedConnection(db, { name: 'Here', address: 'in memory' })
})
afterEach(() => db.close())

const create = (key: readonly string[], index?: string) =>
  db.send('CreateTable', {
    TableName: 'Notes',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...key, ...(index === undefined ? [] : ['other'])].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    KeySchema: key.map((AttributeName, place) => ({
      AttributeName,
      KeyType: place === 0 ? 'HASH' : 'RANGE',
    })),
    ...(index !== undefined && {
      GlobalSecondaryIndexes: [
        {
          IndexName: index,
          KeySchema: [{ AttributeName: 'other', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    }),
  })

describe('a declared model', () => {
  it('is returned for a table that does not exist yet', async () => {
    expect(await loadTableModel(connection, 'Notes', ofFile)).toMatchObject({
      source: 'file',
      indexes: [{ name: 'ByDay' }],
      patterns: [{ name: 'since' }],
    })
  })

  it('is returned with the indexes that the table has, and with those that it should have', async () => {
    await create(['PK', 'SK'], 'ByOther')
    expect(await loadTableModel(connection, 'Notes', ofSample)).toMatchObject({
      source: 'sample',
      indexes: [{ name: 'ByOther', projection: 'KEYS_ONLY' }],
      patterns: [{ name: 'since', state: 'fails', findings: [{ code: 'index-not-there' }] }],
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'index-not-there', subject: 'ByDay' }),
      ]),
    })
  })

  it('of a sample is not used for a table of the same name with other keys', async () => {
    await create(['id'])
    expect(await loadTableModel(connection, 'Notes', ofSample)).toMatchObject({
      source: 'guessed',
      key: { pk: [{ name: 'id', type: 'S' }], sk: [] },
      patterns: [],
      findings: [],
    })
  })

  it('of an imported file is not reported as wrong for a table of its name with other keys', async () => {
    const imported = new KnownModels(undefined, [])
    imported.add(knowModel('file', notesModel))
    await create(['id'])
    expect(await loadTableModel(connection, 'Notes', imported)).toMatchObject({
      source: 'guessed',
      findings: [],
    })
  })

  it('with other keys than the table does not affect the keys in an export', async () => {
    await create(['id'])
    await db.send('PutItem', { TableName: 'Notes', Item: { id: { S: 'a' } } })
    const context = { connection, models: ofSample, origin: () => undefined, now: () => 0, isDraft: false }
    expect(await exportFile(context, ['Notes'])).toMatchObject({
      DataModel: [{ KeyAttributes: { PartitionKey: { AttributeName: 'id', AttributeType: 'S' } } }],
    })
  })

  it('of a file is not used for a table with other keys, and that is reported', async () => {
    await create(['id'])
    expect(await loadTableModel(connection, 'Notes', ofFile)).toMatchObject({
      source: 'guessed',
      findings: [{ code: 'other-keys', message: expect.stringContaining('the table has id (S)') }],
    })
  })
})
