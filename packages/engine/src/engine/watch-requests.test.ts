import { expect, it } from 'vitest'
import { createDatabase } from './create-database.ts'

it('a listener is called for each request when it is answered, with what was asked, until it is removed', async () => {
  const db = await createDatabase({ metrics: { requests: { keep: 0 } } })
  const told: unknown[] = []
  const unwatch = db.watchRequests(({ operation, error, tables }, input) =>
    told.push({ operation, error, tables, input }),
  )
  await db.send('ListTables', { Limit: 3 })
  await db.send('DescribeTable', { TableName: 'Absent' }).catch(() => {})
  unwatch()
  await db.send('ListTables', {})
  expect(told).toEqual([
    { operation: 'ListTables', error: undefined, tables: [], input: { Limit: 3 } },
    {
      operation: 'DescribeTable',
      error: 'ResourceNotFoundException',
      tables: ['Absent'],
      input: { TableName: 'Absent' },
    },
  ])
  expect(db.requests()).toEqual([])
  await db.close()
})

it('a listener that throws is not called again, and the request succeeds', async () => {
  const db = await createDatabase({ metrics: true })
  let calls = 0
  db.watchRequests(() => {
    calls += 1
    throw new TypeError('a mistake')
  })
  for (let time = 0; time < 3; time++) expect(await db.send('ListTables', {})).toEqual({ TableNames: [] })
  expect(calls).toBe(1)
  await db.close()
})

it('a database without metrics calls no listeners', async () => {
  const db = await createDatabase()
  const unwatch = db.watchRequests(() => expect.unreachable())
  await db.send('ListTables', {})
  unwatch()
  await db.close()
})
