import type { Database } from '@monotable/engine'
import { expect } from 'vitest'
import { untilSent } from '../notes/compare-notes.ts'
import { expectedItems, type NaiveWorld } from './naive-world.ts'

/** Reads everything that the table or an index holds, as sorted texts. */
async function storedTexts(engine: Database, IndexName?: string): Promise<string[]> {
  const where = IndexName === undefined ? { ConsistentRead: true } : { IndexName }
  const { Items = [] } = await untilSent(() => engine.send('Scan', { TableName: 'World', ...where }))
  return sortedTexts(Items)
}

/** Returns the one of several worlds that the table holds: every item, marker, counter, copy and key must match. */
export async function findWorld(
  engine: Database,
  worlds: readonly NaiveWorld[],
): Promise<NaiveWorld | undefined> {
  const stored = JSON.stringify(await storedTexts(engine))
  return worlds.find((world) => JSON.stringify(sortedTexts(expectedItems(world))) === stored)
}

/** Expects the table and its index to hold exactly this world. */
export async function compareWorld(engine: Database, world: NaiveWorld): Promise<void> {
  const items = expectedItems(world)
  expect(await storedTexts(engine)).toEqual(sortedTexts(items))
  const indexed = items.filter((item) => 'GSI1PK' in item)
  expect(await storedTexts(engine, 'byName')).toEqual(sortedTexts(indexed))
}

/** Reads the world from the customers and orders in the table, ignoring its markers, counters and copies. */
export async function readWorld(engine: Database): Promise<NaiveWorld> {
  const { Items = [] } = await untilSent(() =>
    engine.send('Scan', { TableName: 'World', ConsistentRead: true }),
  )
  const ofType = (type: string) => Items.filter((item) => item['_type']?.S === type)
  const orders = ofType('Order').map((item) => ({
    username: item['username']?.S ?? '',
    orderNumber: Number(item['orderNumber']?.N),
    total: Number(item['total']?.N),
  }))
  const customers = ofType('Customer').map((item) => {
    const username = item['username']?.S ?? ''
    const count = orders.filter((order) => order.username === username).length
    const last = item['lastOrder']?.N
    const counts = last === undefined ? {} : { lastOrder: Number(last), orderCount: count }
    return [username, { name: item['name']?.S ?? '', email: item['email']?.S, ...counts }] as const
  })
  return { customers: new Map(customers), orders }
}

function sortedTexts(items: readonly object[]): string[] {
  const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)
  return items.map((item) => JSON.stringify(Object.entries(item).sort(byName))).sort()
}
