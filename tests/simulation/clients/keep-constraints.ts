import { expect } from 'vitest'
import { type ClientPool, keyOf, persist, runClients, scanAll, tryCall } from './client-pool.ts'

const table = 'Constraints'
const pairs = ['north', 'south']
const emails = ['a@example.org', 'b@example.org', 'c@example.org']

/**
 * Of each pair of doctors at most one may be off duty: each goes off only while the other is on. Under anything weaker
 * than serializable transactions both can go off at once.
 */
export async function takeTurns(pool: ClientPool): Promise<void> {
  await runClients(pool, async ({ random }) => {
    const pair = random.pick(pairs)
    const [mine, other] = random.percent(50) ? ['x', 'y'] : ['y', 'x']
    if (random.percent(50)) {
      await tryCall(pool.db, 'PutItem', { TableName: table, Item: { ...keyOf(pair, mine), gp: { S: 'on' } } })
      return
    }
    const TransactItems = [
      {
        ConditionCheck: {
          TableName: table,
          Key: keyOf(pair, other),
          ConditionExpression: 'attribute_not_exists(gp) OR gp = :on',
          ExpressionAttributeValues: { ':on': { S: 'on' } },
        },
      },
      { Put: { TableName: table, Item: { ...keyOf(pair, mine), gp: { S: 'off' } } } },
    ]
    await tryCall(pool.db, 'TransactWriteItems', { TransactItems })
    await expectOneOnDuty(pool, pair)
  })
}

async function expectOneOnDuty({ db }: ClientPool, pair: string): Promise<void> {
  const TransactItems = ['x', 'y'].map((sk) => ({ Get: { TableName: table, Key: keyOf(pair, sk) } }))
  const { answer } = await tryCall(db, 'TransactGetItems', { TransactItems })
  if (answer === undefined) return
  const states = (answer['Responses'] as { Item?: { gp?: { S: string } } }[]).map(({ Item }) => Item?.gp?.S)
  expect(states).not.toEqual(['off', 'off'])
}

/** Users register with an address that nobody else may have: a user and a marker in one transaction. */
export async function registerUsers(pool: ClientPool): Promise<void> {
  await runClients(pool, async ({ id, random, round }) => {
    const email = random.pick(emails)
    const user = `user-${id}-${round}`
    const condition = { ConditionExpression: 'attribute_not_exists(pk)' }
    const marker = { ...keyOf('email', email), user: { S: user }, ls: { S: user } }
    if (random.percent(60)) {
      const Item = { ...keyOf('user', user), email: { S: email }, gp: { S: email } }
      const TransactItems = [Item, marker].map((item) => ({
        Put: { TableName: table, Item: item, ...condition },
      }))
      await tryCall(pool.db, 'TransactWriteItems', { TransactItems })
    } else {
      await removeUser(pool, email)
    }
  })
}

async function removeUser({ db }: ClientPool, email: string): Promise<void> {
  const { answer } = await persist(db, 'GetItem', {
    TableName: table,
    Key: keyOf('email', email),
    ConsistentRead: true,
  })
  const marker = answer?.['Item'] as { user: { S: string } } | undefined
  if (marker === undefined) return
  const TransactItems = [
    {
      Delete: {
        TableName: table,
        Key: keyOf('email', email),
        ConditionExpression: '#user = :user',
        ExpressionAttributeNames: { '#user': 'user' },
        ExpressionAttributeValues: { ':user': marker.user },
      },
    },
    {
      Delete: {
        TableName: table,
        Key: keyOf('user', marker.user.S),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
  ]
  await tryCall(db, 'TransactWriteItems', { TransactItems })
}

/** Checks that markers and users belong together one to one, in the table and in its index. */
export async function checkConstraints({ db }: ClientPool): Promise<void> {
  const items = await scanAll(db, table)
  const users = items
    .filter(({ pk }) => pk?.['S'] === 'user')
    .map(({ sk, email }) => [email?.['S'], sk?.['S']])
  const markers = items
    .filter(({ pk }) => pk?.['S'] === 'email')
    .map(({ sk, user }) => [sk?.['S'], user?.['S']])
  expect(users.toSorted()).toEqual(markers.toSorted())
  const indexed = (await scanAll(db, table, 'global')).filter(({ pk }) => pk?.['S'] === 'user')
  expect(indexed.map(({ gp, sk }) => [gp?.['S'], sk?.['S']]).toSorted()).toEqual(users.toSorted())
}
