import { StorageError } from '@monotable/engine'
import { expect, it } from 'vitest'
import { requireDialect } from './dialect.ts'
import { storageFailure } from './postgres-failure.ts'
import { PostgresStorage } from './postgres-storage.ts'
import { RecordingSql } from './testing/recording-sql.ts'

it('drops thousands of spaces in several transactions, since a database has only a few thousand locks', async () => {
  const names = Array.from({ length: 2_500 }, (_, i) => [`space${i}`])
  const sql = new RecordingSql({ answer: ({ text }) => (text.startsWith('SELECT name') ? names : []) })
  const storage = new PostgresStorage({ sql, dialect: requireDialect('postgres'), nowMs: () => 0 })
  await storage.clear(['space7', 'space2499'])
  const dropped = sql.statements.map(({ text }) => text).filter((text) => text.startsWith('DROP TABLE'))
  expect(dropped.slice(0, 3).map((text) => /space\d+/.exec(text)?.[0])).toEqual([
    'space7',
    'space2499',
    'space0',
  ])
  const drops = [0]
  for (const { text } of sql.statements) {
    if (text.startsWith('INSERT INTO commits')) drops.unshift(0)
    else if (text.startsWith('DROP TABLE')) (drops[0] as number) += 1
  }
  expect(drops.reduce((sum, count) => sum + count)).toBe(2_500)
  expect(Math.max(...drops)).toBeLessThanOrEqual(200)
  await storage.close()
})

it('passes on what the database advises', () => {
  const error = Object.assign(new Error('out of shared memory'), {
    code: '53200',
    hint: 'You might need to increase max_locks_per_transaction.',
  })
  expect(storageFailure(error)).toEqual(
    new StorageError(
      'UNAVAILABLE',
      'The database is not available right now (out of shared memory; You might need to increase max_locks_per_transaction).',
    ),
  )
})

it('creates and drops a space though others hold a lock for a moment, and gives up if it is for longer', async () => {
  let nowMs = 0
  let locks = 0
  let waitMs = 10
  const sql = new RecordingSql({
    answer: ({ text }) => {
      if (!text.includes(' TABLE ') || locks === 0) return []
      locks -= 1
      nowMs += waitMs
      throw Object.assign(new Error('a lock'), { code: '55P03' })
    },
  })
  const storage = new PostgresStorage({ sql, dialect: requireDialect('postgres'), nowMs: () => nowMs })
  for (const work of [() => storage.createSpace('one'), () => storage.dropSpace('one')]) {
    locks = 2
    await work()
    expect(locks).toBe(0)
  }
  locks = 2
  waitMs = 2_000
  await expect(storage.dropSpace('one')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(locks).toBe(1)
  await storage.close()
})
