import { createDatabase, type Database } from '@monotable/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

// What AWS charges for failed writes, as observed in CloudWatch: the existing item counts, not the one to be written.
const smallBytes = 512
const largeBytes = 9216

const sized = (pk: string, bytes: number) => ({ pk: { S: pk }, v: { S: 'x'.repeat(bytes - 3 - pk.length) } })
const small = (pk: string) => sized(pk, smallBytes)
const large = (pk: string) => sized(pk, largeBytes)
const onlyNew = { TableName: 'Music', ConditionExpression: 'attribute_not_exists(pk)' }
const onlyOld = { TableName: 'Music', ConditionExpression: 'attribute_exists(pk)' }
const key = (pk: string) => ({ Key: { pk: { S: pk } } })

let db: Database
beforeEach(async () => {
  db = await createDatabase({ metrics: true })
  await db.send('CreateTable', {
    TableName: 'Music',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  })
  await db.send('PutItem', { TableName: 'Music', Item: small('small') })
  await db.send('PutItem', { TableName: 'Music', Item: large('large') })
})
afterEach(() => db.close())

/** Returns the units that the database has counted so far. */
async function countedUnits(kind: 'read' | 'write'): Promise<number> {
  const sample = new RegExp(`^monotable_consumed_${kind}_units_total\\{.*\\} (.*)$`, 'm')
  return Number(sample.exec(await db.metrics())?.[1] ?? 0)
}

async function unitsOf(request: () => Promise<unknown>): Promise<{ read: number; write: number }> {
  const before = { read: await countedUnits('read'), write: await countedUnits('write') }
  await request()
  return {
    read: (await countedUnits('read')) - before.read,
    write: (await countedUnits('write')) - before.write,
  }
}

describe('a write whose condition fails', () => {
  it.each([
    ['larger', large('small'), 1],
    ['smaller', small('large'), 9],
    ['larger, by an INSERT', undefined, 1],
  ])('costs the existing item if the new one would be %s', async (_, item, write) => {
    const request = () =>
      item === undefined
        ? db.send('ExecuteStatement', {
            Statement: "INSERT INTO Music VALUE {'pk': 'small', 'v': ?}",
            Parameters: [{ S: 'x'.repeat(largeBytes) }],
          })
        : db.send('PutItem', { ...onlyNew, Item: item })
    expect(await unitsOf(() => expect(request()).rejects.toThrow())).toEqual({ read: 0, write })
  })
})

describe.each([
  ['without a token', {}],
  ['with a token', { ClientRequestToken: 'token' }],
])('a cancelled transaction %s', (_, token) => {
  it.each([
    ['a Put that would make the item larger', [{ Put: { ...onlyNew, Item: large('small') } }], 2],
    ['a Put that would make the item smaller', [{ Put: { ...onlyNew, Item: small('large') } }], 18],
    [
      'a Put that could have made an item',
      [{ Put: { ...onlyNew, Item: small('small') } }, { Put: { ...onlyNew, Item: large('new') } }],
      4,
    ],
    [
      'two Puts',
      [{ Put: { ...onlyNew, Item: large('small') } }, { Put: { ...onlyNew, Item: small('large') } }],
      20,
    ],
    [
      'a Delete that could have been made',
      [{ Put: { ...onlyNew, Item: small('small') } }, { Delete: { TableName: 'Music', ...key('large') } }],
      20,
    ],
    ['a check', [{ ConditionCheck: { ...onlyNew, ...key('large') } }], 18],
    ['a check of no item', [{ ConditionCheck: { ...onlyOld, ...key('none') } }], 2],
  ])('costs twice the existing items, with %s', async (_name, TransactItems, write) => {
    const request = () => db.send('TransactWriteItems', { TransactItems, ...token })
    expect(await unitsOf(() => expect(request()).rejects.toThrow())).toEqual({ read: 0, write })
  })
})

it('a repeated transaction costs a read of its items at the size that they had, whatever they are now', async () => {
  const request = {
    TransactItems: [{ Put: { TableName: 'Music', Item: large('new') } }],
    ClientRequestToken: 'token',
  }
  await db.send('TransactWriteItems', request)
  await db.send('DeleteItem', { TableName: 'Music', ...key('new') })
  expect(await unitsOf(() => db.send('TransactWriteItems', request))).toEqual({ read: 6, write: 0 })
})
