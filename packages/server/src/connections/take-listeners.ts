import type { Server, Socket } from 'node:net'

/** What is told of a connection. */
export type SocketListener = (socket: Socket) => void

/** Takes from a server what Node has put there to listen for connections, so that it can be called for some of them, later. */
export function takeListeners(
  server: Server,
  event: 'connection' | 'secureConnection',
): readonly SocketListener[] {
  const listeners = server.listeners(event)
  server.removeAllListeners(event)
  return listeners.map((listener) => (socket) => listener.call(server, socket))
}
