import { expect } from 'vitest'
import { type Json, wireAnswer } from '../wire-call.ts'
import { type ClientPool, keyOf, persist, runClients, scanAll, tryCall } from './client-pool.ts'

const table = 'Accounts'
const accounts = ['ann', 'bob', 'cat', 'dan']
const opening = 100

/** Creates every account with its opening balance. */
export async function openAccounts({ db }: ClientPool): Promise<void> {
  for (const name of accounts) {
    const Item = {
      ...keyOf('account', name),
      balance: { N: String(opening) },
      gp: { S: 'rich' },
      ls: { S: name },
    }
    await wireAnswer(db, 'PutItem', { TableName: table, Item })
  }
}

/**
 * Clients move money between accounts, each time with an entry in a ledger, and read all accounts in one transaction.
 * Whatever fails, no read ever finds money created or lost. A different label makes different transfers.
 */
export async function transferMoney(pool: ClientPool, label = 'transfer'): Promise<void> {
  await runClients(pool, async ({ id, random, round }) => {
    if (random.percent(30)) return expectWholeSum(pool)
    const [from, to] = random.shuffle(accounts) as [string, string]
    const amount = 1 + random.below(60)
    const withToken = random.percent(50)
    const input = transfer({ from, to, amount, entry: `${label}-${id}-${round}` })
    if (!withToken) {
      await tryCall(pool.db, 'TransactWriteItems', input)
      return
    }
    const outcome = await persist(pool.db, 'TransactWriteItems', {
      ...input,
      ClientRequestToken: `${label}-${id}-${round}`,
    })
    // The same token again must find the transaction done, and not fail because the ledger already has the entry.
    if (outcome.error === undefined) {
      const again = await persist(pool.db, 'TransactWriteItems', {
        ...input,
        ClientRequestToken: `${label}-${id}-${round}`,
      })
      expect(again.error, 'a transaction repeated under its token').toBeUndefined()
    }
  })
}

function transfer({
  from,
  to,
  amount,
  entry,
}: {
  from: string
  to: string
  amount: number
  entry: string
}): Json {
  const values = { ':amount': { N: String(amount) } }
  const entryItem = {
    ...keyOf('ledger', entry),
    from: { S: from },
    to: { S: to },
    amount: values[':amount'],
    gp: { S: from },
  }
  return {
    TransactItems: [
      {
        Update: {
          TableName: table,
          Key: keyOf('account', from),
          UpdateExpression: 'SET balance = balance - :amount, gp = :state',
          ConditionExpression: 'balance >= :amount',
          ExpressionAttributeValues: { ...values, ':state': { S: amount > 30 ? 'poor' : 'rich' } },
        },
      },
      {
        Update: {
          TableName: table,
          Key: keyOf('account', to),
          UpdateExpression: 'ADD balance :amount SET ls = :from',
          ExpressionAttributeValues: { ...values, ':from': { S: from } },
        },
      },
      { Put: { TableName: table, Item: entryItem, ConditionExpression: 'attribute_not_exists(pk)' } },
    ],
  }
}

async function expectWholeSum({ db }: ClientPool): Promise<void> {
  const TransactItems = accounts.map((name) => ({ Get: { TableName: table, Key: keyOf('account', name) } }))
  const { answer } = await tryCall(db, 'TransactGetItems', { TransactItems })
  if (answer === undefined) return
  const responses = answer['Responses'] as { Item: { balance: { N: string } } }[]
  expect(responses.reduce((sum, { Item }) => sum + Number(Item.balance.N), 0)).toBe(opening * accounts.length)
}

/** Checks that every balance matches the ledger, so that no transfer was applied partially or twice. */
export async function checkTransfers({ db }: ClientPool): Promise<void> {
  const items = await scanAll(db, table)
  const balances = new Map(accounts.map((name) => [name, opening]))
  const add = (name: string, amount: number) => balances.set(name, (balances.get(name) ?? 0) + amount)
  for (const item of items.filter(({ pk }) => pk?.['S'] === 'ledger')) {
    const amount = Number(item['amount']?.['N'])
    add(String(item['from']?.['S']), -amount)
    add(String(item['to']?.['S']), amount)
  }
  const stored = items.filter(({ pk }) => pk?.['S'] === 'account')
  expect(Object.fromEntries(stored.map(({ sk, balance }) => [sk?.['S'], Number(balance?.['N'])]))).toEqual(
    Object.fromEntries(balances),
  )
}
