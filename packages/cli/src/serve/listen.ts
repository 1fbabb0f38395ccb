import { createServer, type ExecutesOperations, type Server, type ServerOptions } from '@monotable/server'

/** The default port. */
export const defaultPort = 8_000

const triedPorts = 100

/** Listens on the requested port, or on the first free one from 8000 on. */
export async function listen(
  db: ExecutesOperations,
  port: number | undefined,
  options: Omit<ServerOptions, 'port'>,
): Promise<Server> {
  if (port !== undefined) return createServer(db, { ...options, port })
  for (let candidate = defaultPort; ; candidate++) {
    try {
      return await createServer(db, { ...options, port: candidate })
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!taken || candidate === defaultPort + triedPorts) throw error
    }
  }
}
