import type { Server as HttpServer } from 'node:http'
import type { FastConnection } from './fast-connection.ts'

/**
 * Closes a server: waits until its connections have answered the requests that have arrived, at most for this time. It
 * should accept no new ones by then.
 */
export function closeConnections(
  httpServer: HttpServer,
  connections: ReadonlySet<FastConnection>,
  limitMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      httpServer.closeAllConnections()
      for (const connection of connections) connection.destroy()
    }, limitMs)
    const stop = () => {
      httpServer.close(() => {
        clearTimeout(force)
        resolve()
      })
    }
    for (const connection of connections) connection.close()
    // This ends the idle ones among the connections that were handed over, so it waits for what has arrived as well.
    setImmediate(() => setImmediate(stop))
  })
}
