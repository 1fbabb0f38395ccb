import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 11. Duplicated data that never changes: an order keeps the birthday and the price as they were. */

const app = table('Pattern11', { key: { pk: 'PK', sk: 'SK' } })
const Book = app.entity('Book', {
  schema: shape<{ isbn: string; title: string; author: { name: string; born: string } }>(),
  key: { pk: 'BOOK#{isbn}', sk: 'BOOK' },
})
const Review = app.entity('Review', {
  schema: shape<{ isbn: string; user: string; stars: number; title: string; bornOfAuthor: string }>(),
  key: { pk: 'USER#{user}', sk: 'REVIEW#{isbn}' },
})
const db = app.connect(await openClient(app), {
  entities: { Book, Review },
  patterns: { reviewsOf: Review.query('primary') },
})

const book = await db.Book.create({
  isbn: '1',
  title: 'Letters',
  author: { name: 'Ada', born: '1815-12-10' },
})
await db.Review.create({
  isbn: book.isbn,
  user: 'bob',
  stars: 5,
  // Neither can change, so the copies stay right by themselves.
  title: book.title,
  bornOfAuthor: book.author.born,
})
const { items } = await db.q.reviewsOf({ user: 'bob' })
assert.deepEqual(items, [{ isbn: '1', user: 'bob', stars: 5, title: 'Letters', bornOfAuthor: '1815-12-10' }])
