import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Connection } from './connection.ts'
import { ConnectionPool } from './connection-pool.ts'
import type { Connector } from './connector.ts'
import { SharedConnections } from './shared-connections.ts'

/** A database that lets in one connection, and counts who asks for more. */
function createCrowd(): { readonly connector: Connector; refused: number } {
  let open = 0
  const crowd = {
    refused: 0,
    connector: {
      connect: async () => {
        await turn()
        if (open === 1) {
          crowd.refused += 1
          throw Object.assign(new Error('too many clients'), { code: '53300' })
        }
        open += 1
        return new OneConnection() as unknown as Connection
      },
    } as unknown as Connector,
  }
  return crowd
}

class OneConnection {
  readonly isUsable = true
  readonly isIdle = true
  underWay = 0
  makeRoom(): void {}
  onBroken(): void {}
  async end(): Promise<void> {}
  async run(): Promise<readonly []> {
    this.underWay += 1
    await turn()
    this.underWay -= 1
    return []
  }
}

const statement = { text: 'SELECT 1', values: [] }

it.each(['reading', 'writing'])('%s connections are not asked for again and again', async (kind) => {
  const crowd = createCrowd()
  const size = 4
  const readers = new SharedConnections(crowd.connector, size, () => {})
  const writers = new ConnectionPool(crowd.connector, size, () => {})
  const call = () => {
    return kind === 'reading' ? readers.query(statement) : writers.use((one) => one.run(statement))
  }
  await call()
  for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 8 }, call))
  expect(crowd.refused).toBeLessThan(size)
  const before = crowd.refused
  for (let second = 0; second < 30; second++) {
    readers.tick()
    writers.tick()
  }
  await Promise.all(Array.from({ length: 8 }, call))
  expect(crowd.refused).toBeGreaterThan(before)
})
