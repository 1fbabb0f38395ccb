import { createServer, connect as dial, type Socket } from 'node:net'

/** A way to a PostgreSQL server on which everything stops when the client has locked what it reads. */
export interface VanishingLink {
  readonly url: string
  /** Called before a commit that locks nothing beforehand goes on its way. */
  beforeCommit: (() => Promise<void>) | undefined
  /** Resolves when the link has stopped. */
  readonly vanished: Promise<void>
  close(): void
}

/**
 * Starts a link to the server at a port. Once stopped, it takes nothing more from the server, and neither side learns
 * that the other is gone: as if the client's machine was suspended.
 */
export async function startVanishingLink(port: number): Promise<VanishingLink> {
  const sockets: Socket[] = []
  let isStopped = false
  let stopped = (): void => {}
  const server = createServer((client) => {
    sockets.push(client.on('error', () => {}))
    if (isStopped) return
    const database = dial(port, '127.0.0.1').on('error', () => {})
    sockets.push(database)
    database.on('data', (bytes) => client.write(bytes))
    let forwarded = Promise.resolve()
    client.on('data', (bytes) => {
      forwarded = forwarded.then(async () => {
        if (isStopped) database.pause()
        // A commit comes in one piece with all of its statements, but a transaction that looks first begins alone.
        else if (bytes.includes('BEGIN') && bytes.length > 100) await link.beforeCommit?.()
        else if (link.beforeCommit && bytes.includes(' FOR UPDATE OF t')) {
          isStopped = true
          database.pause()
          stopped()
        }
        database.write(bytes)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const link: VanishingLink = {
    url: `postgres://monotable@127.0.0.1:${(server.address() as { port: number }).port}/postgres`,
    beforeCommit: undefined,
    vanished: new Promise((resolve) => {
      stopped = resolve
    }),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return link
}
