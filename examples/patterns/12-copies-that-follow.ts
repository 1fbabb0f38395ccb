import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { openClient } from './open-client.ts'

/* 12. Duplicated data that changes: every copy is updated in the same transaction. */

const app = table('Pattern12', { key: { pk: 'PK', sk: 'SK' }, relations })
const Author = app.entity('Author', {
  schema: shape<{ id: string; name: string; books?: number }>(),
  key: { pk: 'AUTHOR#{id}', sk: 'AUTHOR' },
})
const Book = app.entity('Book', {
  schema: shape<{ id: string; title: string; authorName?: string }>(),
  key: { pk: 'AUTHOR#{id}', sk: 'BOOK#{title}' },
  belongsTo: { author: { entity: Author, mustExist: true, count: 'books', copy: { authorName: 'name' } } },
})
const db = app.connect(await openClient(app), {
  entities: { Author, Book },
  patterns: { books: Book.query('primary') },
})

await db.Author.create({ id: '1', name: 'S. King' })
await db.Book.create({ id: '1', title: 'It' })
await db.Book.create({ id: '1', title: 'Misery' })
await db.Author.update({ id: '1' }, { name: 'Stephen King' })
const { items } = await db.q.books({ id: '1' })
assert.deepEqual(
  items.map(({ title, authorName }) => [title, authorName]),
  [
    ['It', 'Stephen King'],
    ['Misery', 'Stephen King'],
  ],
)
