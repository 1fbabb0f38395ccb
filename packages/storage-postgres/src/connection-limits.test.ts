import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ConnectionPool } from './connection-pool.ts'
import type { Connector } from './connector.ts'
import { SharedConnections } from './shared-connections.ts'

/** A database that accepts a number of connections, and counts those it refuses. */
class FakeDatabase {
  max = 1
  refused = 0
  readonly open = new Set<OneConnection>()

  async connect(): Promise<OneConnection> {
    await turn()
    if (this.open.size === this.max) {
      this.refused += 1
      throw Object.assign(new Error('too many clients'), { code: '53300' })
    }
    const connection = new OneConnection()
    this.open.add(connection)
    return connection
  }

  /** Ends all connections. */
  restart(): void {
    for (const connection of this.open) connection.break()
    this.open.clear()
  }
}

class OneConnection {
  isUsable = true
  readonly isIdle = true
  underWay = 0
  readonly #whenBroken: (() => void)[] = []
  makeRoom(): void {}
  onBroken(whenBroken: () => void): void {
    this.#whenBroken.push(whenBroken)
  }
  break(): void {
    this.isUsable = false
    for (const whenBroken of this.#whenBroken) whenBroken()
  }
  async end(): Promise<void> {}
  async run(): Promise<readonly []> {
    this.underWay += 1
    await turn()
    this.underWay -= 1
    return []
  }
}

const statement = { text: 'SELECT 1', values: [] }

describe.each(['reading', 'writing'])('%s connections', (kind) => {
  const size = 4
  const start = () => {
    const database = new FakeDatabase()
    const connector = database as unknown as Connector
    const readers = new SharedConnections(connector, size, () => {})
    const writers = new ConnectionPool(connector, size, () => {})
    const call = () => {
      return kind === 'reading' ? readers.query(statement) : writers.use((one) => one.run(statement))
    }
    return {
      database,
      call,
      callMuch: async () => {
        for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 8 }, call))
      },
      passHalfMinute: () => {
        for (let second = 0; second < 30; second++) {
          readers.tick()
          writers.tick()
        }
      },
    }
  }

  it('are not requested over and over', async () => {
    const { database, call, callMuch, passHalfMinute } = start()
    await call()
    await callMuch()
    expect(database.refused).toBeLessThan(size)
    database.max = size
    passHalfMinute()
    await callMuch()
    expect(database.open.size).toBe(size)
  })

  it('are all open again soon after the database was restarted', async () => {
    const { database, call, callMuch } = start()
    await call()
    await callMuch()
    database.max = size
    database.restart()
    await call()
    await callMuch()
    expect(database.open.size).toBe(size)
  })
})
