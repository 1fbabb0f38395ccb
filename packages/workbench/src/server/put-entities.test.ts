import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { storedAs } from '@monotable/model/names'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EntityRefusals } from '../shared/api.ts'
import { embeddedConnection } from './embedded-connection.ts'
import { type ServedPage, servePage } from './testing/serve-page.ts'

const notes = table('Notes', { key: { pk: 'PK', sk: 'SK' } })
const Note = notes.entity('Note', {
  schema: shape<{ owner: string; number: number; day: Date; big?: bigint; tags?: Set<string> }>(),
  key: { pk: 'OWNER#{owner}', sk: 'NOTE#{number:pad4}' },
  stored: { day: 'date', big: 'bigint' },
})
const Card = notes.entity('Card', {
  schema: shape<{ id: string; title: string; at?: Date; lines?: { price: number }[] }>(),
  key: { pk: 'CARD#{id}', sk: '{title}' },
  stored: { at: 'date' },
  storedAs: storedAs({ title: 't', at: 'a', 'lines[].price': 'p' }),
})
const notesModel = model({ entities: { Note, Card } })

let db: Database
let page: ServedPage
beforeEach(async () => {
  db = await createDatabase()
  await db.send('CreateTable', createTableInput(notes) as never)
  page = await servePage({
    connections: [embeddedConnection(db, { name: 'Here', address: 'in memory' })],
    modelSource: { file: 'model.ts', current: () => ({ model: notesModel }), watch: () => () => undefined },
  })
})
afterEach(async () => {
  await page.served.close()
  await db.close()
})

const put = (items: readonly object[], more: object = {}) =>
  page.json('/api/connections/embedded/entities/put', {
    body: { table: 'Notes', entity: 'Note', items, ...more },
  }) as Promise<EntityRefusals>
const note = (owner: string, number: string, more: object = {}) => ({
  owner: { S: owner },
  number: { N: number },
  day: { S: '2026-03-01' },
  ...more,
})

it('the model makes the keys, and values are converted to those of an application', async () => {
  const more = { big: { N: '12345678901234567890' }, tags: { SS: ['a', 'b'] } }
  expect(await put([note('a#b', '7', more)])).toEqual({ refused: [] })
  const { Items = [] } = await db.send('Scan', { TableName: 'Notes' })
  const read = await notesModel.connect(db as never).Note.get({ owner: 'a#b', number: 7 })
  expect(read).toMatchObject({ owner: 'a#b', big: 12345678901234567890n, tags: new Set(['a', 'b']) })
  expect(Items[0]).toMatchObject({
    SK: { S: 'NOTE#0007' },
    day: { S: '2026-03-01T00:00:00.000Z' },
    big: { N: '12345678901234567890' },
    tags: { SS: ['a', 'b'] },
  })
  expect(Items[0]?.['PK']).not.toEqual({ S: 'OWNER#a#b' })
})

it('reports refused items by position, and writes the others', async () => {
  await put([note('a', '1')])
  const { refused } = await put([
    note('a', '1'),
    note('b', '2'),
    note('c', '3', { day: { S: 'someday' } }),
    note('d', '12345678901234567'),
  ])
  expect(refused.map(({ place }) => place)).toEqual([0, 2, 3])
  expect(refused[0]?.message).toContain('already an item with this key')
  expect(refused[1]?.message).toContain('not a date')
  expect(refused[2]?.message).toContain('more digits')
  expect(await put([note('a', '1')], { replaces: true })).toEqual({ refused: [] })
  const { Count } = await db.send('Scan', { TableName: 'Notes' })
  expect(Count).toBe(2)
})

it('rejects what does not exist, and read-only connections', async () => {
  await expect(put([], { entity: 'Other' })).resolves.toMatchObject({ error: { name: 'NotFound' } })
  await expect(put([], { items: [1] })).resolves.toMatchObject({ error: {} })
  await page.json('/api/connections/embedded', { method: 'PATCH', body: { readOnly: true } })
  await expect(put([note('a', '1')])).resolves.toMatchObject({ error: { name: 'ReadOnly' } })
})

it('accepts the stored names, which saved files have, and those of the application', async () => {
  const stored = {
    id: { S: '1' },
    t: { S: 'x' },
    a: { S: '2026-03-01' },
    lines: { L: [{ M: { p: { N: '1' } } }] },
  }
  const own = { id: { S: '2' }, title: { S: 'x' }, lines: { L: [{ M: { price: { N: '2' } } }] } }
  expect(await put([stored, own], { entity: 'Card' })).toEqual({ refused: [] })
  const { Card: cards } = notesModel.connect(db as never)
  expect(await cards.get({ id: '1', title: 'x' })).toEqual({
    id: '1',
    title: 'x',
    at: new Date('2026-03-01'),
    lines: [{ price: 1 }],
  })
  expect(await cards.get({ id: '2', title: 'x' })).toEqual({ id: '2', title: 'x', lines: [{ price: 2 }] })
})

it('ends when the database can no longer be reached, without reporting any item as refused', async () => {
  const sent: string[] = []
  const lost = await servePage({
    connections: [
      {
        ...embeddedConnection(db, { name: 'Here', address: 'in memory' }),
        send: async (operation) => {
          sent.push(operation)
          return { error: { name: 'NetworkError', message: 'it cannot be reached' } }
        },
      },
    ],
    modelSource: { file: 'model.ts', current: () => ({ model: notesModel }), watch: () => () => undefined },
  })
  try {
    const body = { table: 'Notes', entity: 'Note', items: [note('a', '1'), note('b', '2')] }
    expect(await lost.json('/api/connections/embedded/entities/put', { body })).toEqual({
      error: { name: 'NetworkError', message: 'it cannot be reached' },
    })
    expect(sent).toHaveLength(1)
  } finally {
    await lost.served.close()
  }
})
