import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of an example, on this machine only. */
export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/** Listens on a port of this machine; 0 for any free one. */
export async function listenHere(server: Server, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
