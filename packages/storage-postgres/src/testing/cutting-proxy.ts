import { createServer, connect as dial, type Socket } from 'node:net'

/** A proxy in front of PostgreSQL that can lose the answer to a COMMIT along with its connection. */
export interface CuttingProxy {
  /** The address of the database through the proxy. */
  readonly url: string
  /** How many more answers to lose. */
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
    // The database has done what it has answered.
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
