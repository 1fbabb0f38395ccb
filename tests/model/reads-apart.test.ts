import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, type ModelClient } from '@monotable/model'
import { expect, it } from 'vitest'
import { compareWorld, readWorld } from './world/compare-world.ts'
import { app, connectWorld } from './world/world-model.ts'

/** Returns a client that calls `interrupt` before its first Query. */
function interrupted(engine: Database, interrupt: () => Promise<unknown>): ModelClient {
  let isFirst = true
  return {
    async send(operation: string, input: object) {
      if (operation === 'Query' && isFirst) {
        isFirst = false
        await interrupt()
      }
      return engine.send(operation as never, input as never)
    },
  } as ModelClient
}

// A put keeps the count that it has read with the customer, and then looks for the orders that copy the name.
it('a customer that is replaced while its only order is cancelled counts none', async () => {
  const engine = await createDatabase()
  await engine.send('CreateTable', createTableInput(app))
  const other = connectWorld(engine)
  await other.Customer.create({ username: 'ann', name: 'One' })
  await other.Order.create({ username: 'ann', total: 5 })
  const cancel = () => other.Order.remove({ username: 'ann', orderNumber: 1 })
  const db = connectWorld(interrupted(engine, async () => cancel()))
  await db.Customer.put({ username: 'ann', name: 'Two' })
  expect(await db.Customer.get({ username: 'ann' })).toMatchObject({ name: 'Two', orderCount: 0 })
  await compareWorld(engine, await readWorld(engine))
  await engine.close()
})
