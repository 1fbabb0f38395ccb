import type { Server, Socket } from 'node:net'

/** Called with each new connection. */
export type SocketListener = (socket: Socket) => void

/**
 * Takes away the listeners that Node has added to a server for new connections, so that they can be called later, and
 * only for some of them.
 */
export function takeListeners(
  server: Server,
  event: 'connection' | 'secureConnection',
): readonly SocketListener[] {
  const listeners = server.listeners(event)
  server.removeAllListeners(event)
  return listeners.map((listener) => (socket) => listener.call(server, socket))
}
