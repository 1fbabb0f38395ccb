import { createServer, connect as dial, type Socket } from 'node:net'

/**
 * A pool in front of PostgreSQL. It accepts everybody but serves only `size` clients: the others wait until one leaves.
 */
export interface SmallPool {
  /** The address of the database through the pool. */
  readonly url: string
  close(): void
}

export async function startSmallPool(databaseUrl: string, size: number): Promise<SmallPool> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const waiting: Socket[] = []
  let served = 0
  const server = createServer((client) => {
    const database = dial(Number(port), hostname)
    let isServed = false
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
