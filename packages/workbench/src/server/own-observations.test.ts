import { expect, it } from 'vitest'
import { observeOwn } from './own-observations.ts'
import type { SeenRequest } from './seen-request.ts'
import { scriptedConnection } from './testing/serve-page.ts'

it.each<[string, object, readonly string[]]>([
  ['Query', { TableName: 'A', IndexName: 'byDay' }, ['A']],
  ['BatchGetItem', { RequestItems: { A: {}, B: {} } }, ['A', 'B']],
  [
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: 'A' } }, { Delete: { TableName: 'A' } }] },
    ['A'],
  ],
  ['TransactGetItems', { TransactItems: [null, { Get: null }, { Get: { TableName: 1 } }] }, []],
  ['ListTables', {}, []],
])('%s %j is recorded for %j', async (operation, input, tables) => {
  const seen: SeenRequest[] = []
  const clocks = { timer: () => 0, now: () => 7 }
  const { connection, observations } = observeOwn(
    scriptedConnection(() => ({})),
    clocks,
  )
  observations.watch((request) => seen.push(request))
  await connection.send(operation, input)
  await connection.send(operation, input, { quiet: true })
  expect(seen).toMatchObject([{ operation, tables, atMs: 7, own: true }])
})
