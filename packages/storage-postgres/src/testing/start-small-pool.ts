import type { Socket } from 'node:net'
import { type DatabaseProxy, startProxy } from './start-proxy.ts'

/**
 * Starts a pool in front of PostgreSQL. It accepts everybody but serves only `size` clients: the others wait until one
 * leaves.
 */
export function startSmallPool(databaseUrl: string, size: number): Promise<DatabaseProxy> {
  const waiting: Socket[] = []
  let served = 0
  return startProxy(databaseUrl, (client, database) => {
    let isServed = false
    database.pipe(client)
    client.once('data', (startup) => {
      // Anything the client sends while it waits would be lost.
      client.pause()
      database.write(startup)
      const serve = (): void => {
        isServed = true
        served += 1
        client.pipe(database)
      }
      if (served < size) serve()
      else waiting.push(client.once('served', serve))
    })
    client.on('close', () => {
      if (!isServed) return
      served -= 1
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (!next.destroyed) return void next.emit('served')
      }
    })
  })
}
