import assert from 'node:assert/strict'
import { model, shape, table } from '@monotable/model'
import { check } from '@monotable/model/check'
import { measure } from '@monotable/model/cost'
import { openClient } from './open-client.ts'

/* 67. Read and write units of the table and of its index: counted as they are used, and known in advance. */

const app = table('Pattern67', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK', projection: 'KEYS_ONLY' } },
})
const Song = app.entity('Song', {
  schema: shape<{ artist: string; title: string; genre: string; lyrics: string }>(),
  key: { pk: 'ARTIST#{artist}', sk: 'SONG#{title}' },
  index: { GSI1: { pk: 'GENRE#{genre}', sk: '{title}' } },
  expect: { itemBytes: 3000, items: 1_000_000, writesPerSecond: 10 },
})
const songs = model({
  entities: { Song },
  patterns: {
    ofArtist: Song.query('primary', { page: 20, expect: { perSecond: 100 } }),
    ofGenre: Song.query('GSI1', { page: 20 }),
  },
})

// Units used: 3 KB in the table and one entry in the index; then a read of 3 KB, of which half is counted.
const db = songs.connect(await openClient(app))
const { units } = await measure(db, async (measured) => {
  await measured.Song.create({
    artist: 'Nina Simone',
    title: 'Sinnerman',
    genre: 'jazz',
    lyrics: 'x'.repeat(2800),
  })
  await measured.q.ofArtist({ artist: 'Nina Simone' })
})
assert.deepEqual(units.parts, [
  { table: 'Pattern67', index: undefined, read: 0.5, write: 3 },
  { table: 'Pattern67', index: 'GSI1', read: 0, write: 1 },
])

// Units at worst: another genre moves the entry in the index; a page has 20 songs.
const { entities, patterns, cost } = check(songs)
assert.deepEqual(entities[0]?.shares, [
  { index: 'primary', units: 3 },
  { index: 'GSI1', units: 2 },
])
assert.equal(patterns[0]?.readUnits, 7.5)
assert.equal(Math.round(cost.reads), 246)
