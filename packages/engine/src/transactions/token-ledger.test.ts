import type { CreateTableInput } from '@monotable/protocol'
import { TRANSACTION_TOKEN_MS } from '@monotable/protocol'
import { expect, it, vi } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { RangePage } from '../storage/storage.ts'
import { TOKEN_SPACE } from '../tables/space-names.ts'
import { clockOf } from '../util/clock.ts'
import { TokenLedger } from './token-ledger.ts'

const TableName = 'Tokens'
const Item = { pk: { S: 'a' } }

const table: CreateTableInput = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
}

it.each([
  ['are done', undefined],
  ['are all cancelled', 'attribute_exists(pk) AND attribute_not_exists(pk)'],
])('only tokens of the last ten minutes are kept when transactions %s', async (_, condition) => {
  let nowMs = 0
  const storage = createMemoryStorage()
  const db = await createDatabase({ storage, clock: { now: () => nowMs } })
  await db.send('CreateTable', table)
  const Put = { TableName, Item, ...(condition !== undefined && { ConditionExpression: condition }) }
  for (let n = 0; n < 100; n++) {
    nowMs += TRANSACTION_TOKEN_MS / 20
    const sent = db.send('TransactWriteItems', { TransactItems: [{ Put }], ClientRequestToken: `token-${n}` })
    await (condition === undefined ? sent : expect(sent).rejects.toThrow('Transaction cancelled'))
  }
  const { records } = await storage.range({ space: TOKEN_SPACE, within: {} })
  expect(records.length).toBeGreaterThanOrEqual(20)
  expect(records.length).toBeLessThan(25)
  await db.close()
})

it('tokens of a clock that was ahead do not keep others from being forgotten', async () => {
  let nowMs = 365 * 86_400_000
  const storage = createMemoryStorage()
  const db = await createDatabase({ storage, clock: { now: () => nowMs } })
  await db.send('CreateTable', table)
  const send = (ClientRequestToken: string) =>
    db.send('TransactWriteItems', { TransactItems: [{ Put: { TableName, Item } }], ClientRequestToken })
  for (let n = 0; n < 10; n++) await send(`ahead-${n}`)
  nowMs = 0
  for (let n = 0; n < 100; n++) {
    nowMs += TRANSACTION_TOKEN_MS / 20
    await send(`token-${n}`)
  }
  const { records } = await storage.range({ space: TOKEN_SPACE, within: {} })
  expect(records.length).toBeLessThan(10 + 25)
  await db.close()
})

it('tokens of concurrent transactions are removed as fast as they arrive', async () => {
  let nowMs = 0
  const storage = createMemoryStorage()
  const db = await createDatabase({ storage, clock: { now: () => nowMs } })
  await db.send('CreateTable', table)
  for (let round = 0; round < 10; round++) {
    const send = async (n: number) => {
      const Put = { TableName, Item: { pk: { S: `${n}` } } }
      return db.send('TransactWriteItems', {
        TransactItems: [{ Put }],
        ClientRequestToken: `token-${round}-${n}`,
      })
    }
    await Promise.all(Array.from({ length: 50 }, (_, n) => send(n)))
    nowMs += TRANSACTION_TOKEN_MS
  }
  const { records } = await storage.range({ space: TOKEN_SPACE, within: {} })
  expect(records.length).toBe(50)
  await db.close()
})

it('tokens that a transaction was to delete are left to others, whatever became of it', async () => {
  let nowMs = 0
  const storage = createMemoryStorage()
  const db = await createDatabase({ storage, clock: { now: () => nowMs } })
  await db.send('CreateTable', table)
  const send = (ClientRequestToken: string, item = Item) =>
    db.send('TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: item } }], ClientRequestToken })
  for (let n = 0; n < 4; n++) await send(`old-${n}`)
  nowMs += TRANSACTION_TOKEN_MS / 2
  await send('young')
  nowMs += TRANSACTION_TOKEN_MS / 2
  await send('young')
  await expect(send('young', { pk: { S: 'other' } })).rejects.toThrow('idempotent')
  const mutate = vi.spyOn(storage, 'mutate').mockRejectedValueOnce(new Error('the disk is full'))
  await expect(send('lost')).rejects.toThrow('the disk is full')
  mutate.mockRestore()
  nowMs += TRANSACTION_TOKEN_MS
  await send('one')
  await send('another')
  const { records } = await storage.range({ space: TOKEN_SPACE, within: {} })
  expect(records.length).toBe(2)
  await db.close()
})

it('a token that is sent repeatedly is held in memory only once', async () => {
  let nowMs = 0
  const storage = createMemoryStorage()
  const db = await createDatabase({ storage, clock: { now: () => nowMs } })
  await db.send('CreateTable', table)
  const mutate = vi.spyOn(storage, 'mutate')
  const send = (ClientRequestToken: string) =>
    db.send('TransactWriteItems', { TransactItems: [{ Put: { TableName, Item } }], ClientRequestToken })
  for (let n = 0; n < 10; n++) await send('same')
  nowMs += TRANSACTION_TOKEN_MS
  await send('other')
  const swept = mutate.mock.lastCall?.[0].filter(({ space }) => space === TOKEN_SPACE)
  // Its own, and the expired one.
  expect(swept?.length).toBe(2)
  await db.close()
})

it('tokens from before the opening are removed, however many there are, and before later ones', async () => {
  const storage = createMemoryStorage()
  await storage.createSpace(TOKEN_SPACE)
  let nowMs = 0
  const clock = clockOf({ now: () => nowMs })
  const realm = { accountId: '0', region: 'r' }
  const written = new TokenLedger(storage, clock)
  const value = { doc: JSON.stringify({ request: '', expiresMs: written.expiryOfNow() }), sizeBytes: 0 }
  const changes = Array.from({ length: 250 }, (_, n) => ({ ...written.keyOf(realm, `token-${n}`), value }))
  await storage.mutate([], () => ({ changes, answer: undefined }))
  const range = vi.spyOn(storage, 'range')
  const opened = new TokenLedger(storage, clock)
  const loading = opened.load(storage, new AbortController().signal)
  // More arrive while they are read.
  const later = opened.keyOf(realm, 'later')
  opened.remember(later, opened.expiryOfNow() + 1)
  await loading
  const pages = await Promise.all(range.mock.results.map(({ value: page }) => page as Promise<RangePage>))
  expect(pages.map(({ records }) => records.length)).toEqual([100, 100, 50])
  nowMs += TRANSACTION_TOKEN_MS
  const gone = new Set<string>()
  for (let taken = opened.takeExpired(); taken.length > 0; taken = opened.takeExpired()) {
    for (const { key } of taken) gone.add(key.partition)
  }
  expect(gone.size).toBe(250)
  expect(gone).not.toContain(later.partition)
  nowMs += 1
  expect(opened.takeExpired().map(({ key }) => key)).toEqual([later])
})

it('opening a database does not wait for its tokens to be read', async () => {
  const storage = createMemoryStorage()
  const range = storage.range.bind(storage)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  storage.range = async (request) => {
    if (request.space === TOKEN_SPACE) await answered
    return range(request)
  }
  const db = await createDatabase({ storage })
  await db.send('CreateTable', table)
  answer()
  await db.close()
})
