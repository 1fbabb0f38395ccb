import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { createTestClock } from '../util/test-clock.ts'

it('stale reads see nothing from before a database was restored to a snapshot', async () => {
  const clock = createTestClock(Date.UTC(2026, 0, 1))
  const db = await createDatabase({ clock, adversity: { staleReads: 1, staleMs: 1_000 } })
  await db.send('CreateTable', {
    TableName: 'Music',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  })
  const put = (v: string) => db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'a' }, v: { S: v } } })
  await put('kept')
  await clock.advance(2_000)
  const snapshot = await db.snapshot()
  await put('undone')
  await clock.advance(2_000)
  await put('undone too')
  await db.restore(snapshot)
  for (let read = 0; read < 20; read++) {
    const { Item } = await db.send('GetItem', { TableName: 'Music', Key: { pk: { S: 'a' } } })
    expect(Item?.['v']).toEqual({ S: 'kept' })
    const { Items } = await db.send('Scan', { TableName: 'Music' })
    expect(Items?.map(({ v }) => v)).toEqual([{ S: 'kept' }])
  }
  await db.close()
})

it('a lagging index returns each item once, even while items move in it and the store is slow', async () => {
  const clock = createTestClock(Date.UTC(2026, 0, 1))
  const storage = slowStorage()
  const db = await createDatabase({ clock, storage, adversity: { laggingIndexes: 1, staleMs: 5 } })
  await db.send('CreateTable', {
    TableName: 'Scores',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'player', AttributeType: 'S' },
      { AttributeName: 'game', AttributeType: 'S' },
      { AttributeName: 'score', AttributeType: 'N' },
    ],
    KeySchema: [{ AttributeName: 'player', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byScore',
        KeySchema: [
          { AttributeName: 'game', KeyType: 'HASH' },
          { AttributeName: 'score', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  })
  const put = (score: number) => {
    const Item = { player: { S: 'a' }, game: { S: 'g' }, score: { N: String(score) } }
    return db.send('PutItem', { TableName: 'Scores', Item })
  }
  const query = async () => {
    const { Items } = await db.send('Query', {
      TableName: 'Scores',
      IndexName: 'byScore',
      KeyConditionExpression: 'game = :game',
      ExpressionAttributeValues: { ':game': { S: 'g' } },
    })
    return Items?.map(({ player }) => player?.S)
  }
  await put(0)
  await clock.advance(10)
  for (let score = 1; score <= 30; score++) {
    const before = query()
    const written = put(score)
    expect(await Promise.all([before, query(), setImmediate().then(query)])).toEqual([['a'], ['a'], ['a']])
    await written
    await clock.advance(1)
  }
  await db.close()
})

/** A store that shows writes before it acknowledges them, and whose reads take a while. */
function slowStorage(): Storage {
  const storage = createMemoryStorage()
  const slowly = {
    mutate: async (...call: Parameters<Storage['mutate']>) => {
      const answer = await storage.mutate(...call)
      await setImmediate()
      return answer
    },
    range: async (...call: Parameters<Storage['range']>) => {
      await setImmediate()
      return storage.range(...call)
    },
  }
  return new Proxy(storage, {
    get(target, name) {
      if (name in slowly) return slowly[name as keyof typeof slowly]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
