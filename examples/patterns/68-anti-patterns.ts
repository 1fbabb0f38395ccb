import assert from 'node:assert/strict'
import { model, shape, table } from '@monotable/model'
import { assertSound, check } from '@monotable/model/check'

/* 68. What is wrong or expensive is found before anything runs: `check`, or `monotable check model.ts`. */

const app = table('Pattern68', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
const schema = shape<{ id: string; status: 'draft' | 'published'; author: string; text: string }>()

// A partition for each of two states, an index that copies everything, a scan, and a filter.
const Bad = app.entity('Article', {
  schema,
  key: { pk: 'STATUS#{status}', sk: '{id}' },
  index: { GSI1: { pk: 'AUTHOR#{author}', sk: '{id}' } },
  expect: { itemBytes: 150_000 },
})
const bad = model({
  entities: { Bad },
  patterns: {
    everything: Bad.scan('primary'),
    drafts: Bad.query('GSI1', { page: 10, filter: (article, { eq }) => eq(article.status, 'draft') }),
  },
})
assert.deepEqual(
  check(bad).findings.map(({ code, severity }) => `${severity} ${code}`),
  ['error scan', 'warning filter', 'warning few-partitions', 'warning large-item', 'warning index-copies'],
)

// The text is an item of its own, and drafts are in an index that contains nothing else.
const Summary = app.entity('Summary', {
  schema: shape<{ id: string; status: 'draft' | 'published'; author: string }>(),
  key: { pk: 'ARTICLE#{id}', sk: 'SUMMARY' },
  index: { GSI1: { pk: 'DRAFTS#{author}', sk: '{id}', when: { status: 'draft' } } },
})
const Text = app.entity('Text', {
  schema: shape<{ id: string; text: string }>(),
  key: { pk: 'ARTICLE#{id}', sk: 'TEXT' },
  expect: { itemBytes: 90_000 },
})
const good = model({
  entities: { Summary, Text },
  patterns: {
    article: app.collect('primary', { summary: Summary.one(), text: Text.one() }),
    drafts: Summary.query('GSI1', { page: 10 }),
  },
})
assert.deepEqual(check(good).findings, [])

// In your own tests, this one line is enough; it throws an error that lists the findings.
assertSound(good, { strict: true })
assert.throws(() => assertSound(bad), /error scan \(pattern everything, entity Article\)/)
