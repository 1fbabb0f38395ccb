import { expect } from 'vitest'
import type { VirtualClock } from '../virtual-clock.ts'
import { type ClientPool, keyOf, persist } from './client-pool.ts'

const table = 'Registers'
const tokens = ['one', 'two', 'three', 'four', 'five', 'six']

/**
 * Uses the same tokens for a new transaction every eleven minutes, and sends each transaction three times. Each must
 * count once: a token lives for exactly ten minutes, whatever is swept meanwhile.
 */
export async function reuseTokens(pool: ClientPool, clock: VirtualClock): Promise<void> {
  for (let round = 1; round <= pool.rounds; round++) {
    const sendAll = () => Promise.all(pool.random.shuffle(tokens).map((token) => increment(pool, token)))
    await sendAll()
    await sendAll()
    await sendAll()
    for (const token of tokens) {
      const { answer } = await persist(pool.db, 'GetItem', {
        TableName: table,
        Key: keyOf(token),
        ConsistentRead: true,
      })
      const item = answer?.['Item'] as { count?: unknown } | undefined
      expect(item?.count, `token ${token}, round ${round}`).toEqual({ N: String(round) })
    }
    await clock.advance(11 * 60 * 1000)
  }
}

async function increment({ db }: ClientPool, token: string): Promise<void> {
  const Update = {
    TableName: table,
    Key: keyOf(token),
    UpdateExpression: 'ADD #count :one',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':one': { N: '1' } },
  }
  const outcome = await persist(db, 'TransactWriteItems', {
    TransactItems: [{ Update }],
    ClientRequestToken: `reused-${token}`,
  })
  expect(outcome.error).toBeUndefined()
}
