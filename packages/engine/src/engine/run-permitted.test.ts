import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createDatabase } from './create-database.ts'

it.each([
  { what: 'a request of a kilobyte is worked on at once', sizeBytes: 1_000, order: ['worked on', 'heard'] },
  { what: 'before one of megabytes others are heard', sizeBytes: 2_000_000, order: ['heard', 'worked on'] },
])('once validated, $what', async ({ sizeBytes, order }) => {
  const db = await createDatabase()
  const seen: string[] = []
  const input = { TableName: 'Missing', Key: { id: { S: 'a' } } }
  const answered = db
    .execute('GetItem', input, { region: 'us-east-1', accountId: '000000000000' }, { sizeBytes })
    .catch(() => seen.push('worked on'))
  await setImmediate()
  seen.push('heard')
  await answered
  expect(seen).toEqual(order)
  await db.close()
})
