import { createServer, connect as dial, type Socket } from 'node:net'

/** Stands before a PostgreSQL, and can lose the answer to a COMMIT with its connection. */
export interface CuttingProxy {
  /** The address of the database by way of the proxy. */
  readonly url: string
  /** How often an answer is still to be lost. */
  cuts: number
  close(): void
}

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = dial(Number(port), hostname)
    let isCut = false
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (proxy.cuts > 0 && bytes.includes('COMMIT')) {
        proxy.cuts -= 1
        isCut = true
      }
      database.write(bytes)
    })
    // What the database has answered it has done.
    database.on('data', (bytes) => {
      if (!isCut) client.write(bytes)
      else if (bytes.includes('COMMIT')) client.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  const proxy: CuttingProxy = {
    url: url.href,
    cuts: 0,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return proxy
}
