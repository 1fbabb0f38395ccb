import { createDatabase, type Storage } from '@monotable/engine'
import { expect } from 'vitest'
import { wireAnswer, wireCall } from '../wire-call.ts'
import { type ClientPool, clientTable, keyOf, runClients } from './client-pool.ts'

/**
 * Each client creates and deletes a table of its own. A failed operation must have no effect: a table that could not be
 * deleted still exists with its items, and one that could not be created does not exist. The store must be one that
 * fails only before it does anything.
 */
export async function changeTables(pool: ClientPool, storage: Storage): Promise<void> {
  const expected = new Set<string>()
  await runClients(pool, async ({ id, random }) => {
    const TableName = `Own-${id}`
    const isThere = expected.has(TableName)
    const operation = random.percent(50) ? 'CreateTable' : 'DeleteTable'
    const outcome = await wireCall(
      pool.db,
      operation,
      operation === 'CreateTable' ? clientTable(TableName) : { TableName },
    )
    if (outcome.error === undefined) {
      if (operation === 'CreateTable') expected.add(TableName)
      else expected.delete(TableName)
    } else if (outcome.error !== 'InternalServerError') {
      expect(outcome.error).toBe(isThere ? 'ResourceInUseException' : 'ResourceNotFoundException')
    }
    await useTable(pool, TableName, expected.has(TableName))
  })
  const again = await createDatabase({ storage })
  expect((await wireAnswer(again, 'ListTables', {}))['TableNames']).toEqual([...expected].toSorted())
}

async function useTable({ db }: ClientPool, TableName: string, isThere: boolean): Promise<void> {
  const { error } = await wireCall(db, 'PutItem', { TableName, Item: keyOf('p') })
  if (error !== 'InternalServerError') expect(error).toBe(isThere ? undefined : 'ResourceNotFoundException')
}
