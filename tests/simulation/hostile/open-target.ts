import { createDatabase, type Database } from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'
import { expect } from 'vitest'
import { wireAnswer, wireCall } from '../wire-call.ts'

/** The table that hostile requests are sent to: string keys, a local and a global index. */
export const target = 'Target'

/** Opens a database with the table and one item in it. */
export async function openTarget(): Promise<Database> {
  const db = await createDatabase()
  await wireAnswer(db, 'CreateTable', {
    TableName: target,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', 'gp'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'local',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'gp', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'global',
        KeySchema: [{ AttributeName: 'gp', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  })
  await wireAnswer(db, 'PutItem', {
    TableName: target,
    Item: { ...targetKey, gp: { S: 'g' }, count: { N: '1' } },
  })
  return db
}

export const targetKey = { pk: { S: 'p' }, sk: { S: 's' } }

const caller = { region: 'us-east-1', accountId: '000000000000' }

/**
 * Sends a request as it is, without copying it; returns the name of the error it is refused with, or `undefined` when
 * it succeeds. An internal server error, or an error that is not a refusal, fails the test.
 */
export async function refusalOf(
  db: Database,
  operation: string,
  input: unknown,
): Promise<string | undefined> {
  try {
    JSON.parse((await db.execute(operation, input, caller)) || '{}')
    return undefined
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    expect(error.statusCode, `${operation}: ${error.message}`).toBeLessThan(500)
    return error.name
  }
}

/** Expects the database to work as before, on a table that no hostile request uses. */
export async function expectAlive(db: Database): Promise<void> {
  const table = 'Still-alive'
  await wireCall(db, 'CreateTable', {
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  })
  const Item = { pk: { S: 'alive' }, yes: { BOOL: true } }
  await wireAnswer(db, 'PutItem', { TableName: table, Item })
  expect(await wireAnswer(db, 'GetItem', { TableName: table, Key: { pk: Item.pk } })).toEqual({ Item })
}
