import type { Server as HttpServer } from 'node:http'
import { Server as NetServer } from 'node:net'

/** A connection of a server that closes. */
export interface Closable {
  /** Ends our side once its client has sent nothing for this long, and all of it once that has stayed so. */
  endIdle(limits: IdleLimits): void
  destroy(): void
}

/** How long clients are waited for when a server closes, in milliseconds. */
export interface IdleLimits {
  /** For a request, since the last answer or the beginning of the connection. */
  readonly requestMs: number
  /** For the end of the client's side, after ours has ended. */
  readonly endMs: number
}

/** A server that is being closed. */
export interface ClosingServer {
  readonly httpServer: HttpServer
  readonly connections: () => Iterable<Closable>
  /** Counts the connections that were accepted. */
  readonly accepted: () => number
  /** Ends those that are not served: they wait, or are turned away. */
  readonly dropUnserved: () => void
}

/**
 * A client that sends its next request within this time after an answer gets the one that ends its connection. It could
 * not know that a connection that is ended between the two has not executed its request, and many do not repeat it then.
 * Connections that are less busy end at once: there, the chance that a request is on its way is small.
 */
const idleLimits: IdleLimits = { requestMs: 500, endMs: 200 }

/** How often idle connections are looked for. */
const everyMs = 25

/**
 * Closes a server: waits until its connections have answered the requests that have arrived or are on their way, at
 * most for this time. Answers should end their connections by then.
 */
export async function closeConnections(server: ClosingServer, limitMs: number): Promise<void> {
  const { httpServer, connections, dropUnserved } = server
  const until = performance.now() + limitMs
  await accept(server, Math.min(limitMs, idleLimits.requestMs))
  const closed = stopListening(httpServer)
  const look = setInterval(() => endIdle(server), everyMs)
  const force = setTimeout(() => {
    dropUnserved()
    httpServer.closeAllConnections()
    for (const connection of connections()) connection.destroy()
  }, until - performance.now())
  endIdle(server)
  await closed
  clearInterval(look)
  clearTimeout(force)
}

/**
 * Waits until the connections that the system has accepted have arrived: if it stopped listening, their clients would
 * lose what they have sent.
 */
async function accept({ accepted }: ClosingServer, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs
  for (;;) {
    const before = accepted()
    await afterReading()
    if (accepted() === before || performance.now() > until) return
  }
}

/** What has arrived on all connections is read between the two. */
function afterReading(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}

function endIdle({ connections }: ClosingServer): void {
  for (const connection of connections()) connection.endIdle(idleLimits)
}

/** Resolves once all connections have ended, too. */
async function stopListening(httpServer: HttpServer): Promise<void> {
  // Node's HTTP server would also end connections that are idle. That of Bun or Deno may be no such server.
  const isOfNode = (httpServer as unknown) instanceof NetServer
  const close: NetServer['close'] = isOfNode ? NetServer.prototype.close : httpServer.close
  await new Promise<void>((resolve) => close.call(httpServer, () => resolve()))
  // It has a timer, too.
  if (isOfNode) httpServer.close()
}
