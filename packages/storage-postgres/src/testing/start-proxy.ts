import { createServer, connect as dial, type Socket } from 'node:net'

/** A proxy in front of PostgreSQL. */
export interface DatabaseProxy {
  /** The address of the database through the proxy. */
  readonly url: string
  close(): void
}

/**
 * Starts a proxy; `onClient` connects each client with a connection of its own to the database. When either of the two
 * connections closes, both end.
 */
export async function startProxy(
  databaseUrl: string,
  onClient: (client: Socket, database: Socket) => void,
): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl)
  const { hostname, port } = url
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = dial(Number(port), hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    onClient(client, database)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
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
