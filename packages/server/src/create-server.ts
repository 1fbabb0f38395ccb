import { constants } from 'node:crypto'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { ConfigurationError } from './configuration-error.ts'
import { type Certificate, requireBoth } from './connections/certificate.ts'
import { closeConnections } from './connections/close-connections.ts'
import type { ConnectionTimeouts } from './connections/connection-timeouts.ts'
import { FastConnection } from './connections/fast-connection.ts'
import { HandedOver } from './connections/handed-over.ts'
import { serveExpectation, serveHttp } from './connections/serve-http.ts'
import { type SocketListener, takeListeners } from './connections/take-listeners.ts'
import { TlsHandshakes } from './connections/tls-handshakes.ts'
import { TurnedAway } from './connections/turned-away.ts'
import { urlHost } from './connections/url-host.ts'
import { isShort } from './messages/answer.ts'
import { createHttpDate } from './messages/http-date.ts'
import { mayAnswerLong } from './messages/may-answer-long.ts'
import type { ReceivedRequest } from './messages/server-request.ts'
import type { ExecutesOperations } from './requests/executes-operations.ts'
import {
  answerRequest,
  createHandlerContext,
  type HandlerContext,
  type HandlerOptions,
  renewAccessKeys,
} from './requests/handle-request.ts'
import type { AccessKeys } from './signatures/access-keys.ts'
import { answerInTurn, compressCounted } from './turns/answer-in-turn.ts'
import { AnswerQueue } from './turns/answer-queue.ts'
import { ConnectionLimit } from './turns/connection-limit.ts'
import { FairClock } from './turns/fair-clock.ts'
import { endAfterTurns, refuseTunnel } from './turns/http-turns.ts'
import { type MostConnections, mostConnections } from './turns/most-connections.ts'
import { RequestTurns } from './turns/request-turns.ts'
import { Room } from './turns/room.ts'

/** Where and how a server listens. */
export interface ServerOptions extends HandlerOptions {
  /** Default 8000; 0 takes any free port. */
  readonly port?: number
  /** Default `127.0.0.1`: this machine only. */
  readonly host?: string
  /** With a certificate the server speaks HTTPS. */
  readonly tls?: Certificate
  /**
   * The maximum number of connections; by default 10,000, or as many as the system allows this process. More of them
   * wait until those that have been idle for longest were ended, or others have had their turn.
   */
  readonly maxConnections?: number
  /**
   * How many more may wait; by default 10,000, or as many as the system allows this process. Clients beyond that are
   * answered 503.
   */
  readonly maxWaiting?: number
  readonly timeouts?: Partial<ConnectionTimeouts>
}

/** A server that is listening. */
export interface Server {
  /** For example `http://127.0.0.1:8000`. */
  readonly url: string
  readonly port: number
  readonly host: string
  /** How many connections are served at a time; more wait. */
  readonly maxConnections: number
  /**
   * Stops accepting connections, answers the requests that are in flight, ends connections that have been idle for half
   * a second, and after `limitMs` (default 5,000) ends the rest. The database stays open. Further calls wait for the
   * same end.
   */
  close(options?: { readonly limitMs?: number }): Promise<void>
  /** Uses another certificate for new connections. Throws, and changes nothing, if the certificate is invalid. */
  readonly renewCertificate: (certificate: Certificate) => void
  /**
   * Replaces the access keys and their policies for requests from now on, including those on existing connections.
   * Throws if the server was created without `auth`, since it then does not identify callers.
   */
  readonly renewAccessKeys: (keys: AccessKeys) => void
  /** Replaces the token that readers of metrics must send. */
  readonly renewMetricsToken: (token: string) => void
}

const defaultTimeouts: ConnectionTimeouts = {
  headersMs: 30_000,
  requestMs: 120_000,
  idleMs: 600_000,
  crowdedMs: 30_000,
  standstillMs: 5_000,
  placeMs: 3_000,
}

/**
 * How many connections may wait to be accepted, as far as the system allows. In a larger burst, requests are lost, and
 * the clients' systems send them again only seconds later; Node's default is 511.
 */
const backlog = 4_096

/** The share of the heap for large requests, and for long answers; what is built from one takes several times more. */
const largeShareOfHeap = 1 / 8

/**
 * The most that the bodies of large requests, and unread long answers, may take, whatever the heap: four of the largest
 * possible size, or sixty of a megabyte. More at once would not be faster.
 */
const maxRoomBytes = 64 * 1024 * 1024

/**
 * Serves a database over HTTP, or HTTPS when it has a certificate.
 *
 * @example
 * const server = await createServer(db, { port: 0 })
 * server.url
 * // 'http://127.0.0.1:…'
 * await server.close()
 */
export async function createServer(db: ExecutesOperations, options: ServerOptions = {}): Promise<Server> {
  const { port = 8_000, host = '127.0.0.1', tls } = options
  if (tls !== undefined) requireBoth(tls)
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const sweepMs = Math.min(5_000, Math.ceil(Math.min(...Object.values(timeouts)) / 2))
  const clock = new FairClock(() => performance.now(), sweepMs)
  const most = mostConnections({ most: options.maxConnections, mostWaiting: options.maxWaiting })
  const httpOptions = {
    headersTimeout: timeouts.headersMs,
    requestTimeout: Math.max(timeouts.requestMs, timeouts.headersMs),
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: sweepMs,
    noDelay: true,
    keepAlive: true,
  }
  // Loaded only if it is used: loading takes longer than everything else that a server does before it listens.
  const https = tls && (await import('node:https'))
  const httpsServer = https?.createServer({
    ...httpOptions,
    handshakeTimeout: timeouts.headersMs,
    // As Node's server without encryption does.
    allowHalfOpen: true,
    // New keys for an existing connection cost the server much more than the client that asks for them.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    // Node's own list has only the first, and refuses clients that speak only the second, such as `curl -0`.
    ALPNProtocols: ['http/1.1', 'http/1.0'],
    ...tls,
  })
  const httpServer = httpsServer ?? createHttpServer(httpOptions)
  // A client that has ended only its own side is still answered: Node has this option, but no type for it.
  Object.assign(httpServer, { httpAllowHalfOpen: true })
  const event = tls ? 'secureConnection' : 'connection'
  const nodeListeners = takeListeners(httpServer, event)
  const handshakes =
    httpsServer &&
    new TlsHandshakes(httpsServer, {
      helloMs: timeouts.headersMs,
      now: () => performance.now(),
      idleUntil: () => clock.now() + timeouts.idleMs,
    })
  const handler = createHandlerContext(options)
  const closing = attach(db, {
    ...{ httpServer, nodeListeners, handler, timeouts, clock, sweepMs, event, most, handshakes },
  })
  await listen(httpServer, port, host)
  // A connection that the system refuses, for lack of memory or file handles, must not end the server.
  httpServer.on('error', options.onError ?? (() => {}))
  const bound = httpServer.address() as AddressInfo
  let closed: Promise<void> | undefined
  return {
    url: `${tls ? 'https' : 'http'}://${urlHost(host)}:${bound.port}`,
    port: bound.port,
    host,
    maxConnections: most.most,
    close: ({ limitMs = 5_000 } = {}) => {
      closed ??= closing(limitMs)
      return closed
    },
    renewCertificate: (certificate) => {
      if (httpsServer === undefined) throw new ConfigurationError('The server has no certificate.')
      requireBoth(certificate)
      httpsServer.setSecureContext({ secureOptions: constants.SSL_OP_NO_RENEGOTIATION, ...certificate })
    },
    renewAccessKeys: (keys) => renewAccessKeys(handler, keys),
    renewMetricsToken: (token) => {
      handler.metricsRules = { ...handler.metricsRules, token }
    },
  }
}

interface Attachment {
  readonly httpServer: HttpServer
  /** The listeners of Node's server for new connections. */
  readonly nodeListeners: readonly SocketListener[]
  readonly handler: HandlerContext
  readonly timeouts: ConnectionTimeouts
  readonly clock: FairClock
  readonly sweepMs: number
  readonly most: MostConnections
  /** The connections whose TLS handshake is not finished; `undefined` without TLS. */
  readonly handshakes: TlsHandshakes | undefined
  readonly event: 'connection' | 'secureConnection'
}

/**
 * Puts the fast path in front of a Node server: it sees each socket first, and Node's own listeners get those that it
 * hands over. Returns a function that closes the server.
 */
function attach(db: ExecutesOperations, attachment: Attachment): (limitMs: number) => Promise<void> {
  const { httpServer, nodeListeners, handler, timeouts, clock, sweepMs, event, handshakes } = attachment
  const connections = new Set<FastConnection>()
  const handedOver = new Map<Socket, HandedOver>()
  let isClosing = false
  let accepted = 0
  const now = () => clock.now()
  const hasRunFor = (ms: number) => clock.hasRunFor(ms)
  const answerQueue = new AnswerQueue(now)
  const batching = { requests: new RequestTurns(() => answerQueue.isWaiting, now), answers: answerQueue }
  // Connections that were handed over count as well: their requests may keep others waiting, too.
  const all = function* () {
    if (handshakes !== undefined) yield* handshakes.pending()
    yield* connections
    yield* handedOver.values()
  }
  const limit = new ConnectionLimit({
    ...attachment.most,
    patienceMs: timeouts.placeMs,
    connections: all,
    report: handler.onError,
    now,
  })
  const isLast = (begun: number) => isClosing || limit.takesPlace(begun)
  const batchingNow = () => (limit.open > 1 ? batching : undefined)
  const limits = {
    maxBytes: Math.min(maxRoomBytes, getHeapStatistics().heap_size_limit * largeShareOfHeap),
    patienceMs: timeouts.crowdedMs,
    standstillMs: timeouts.standstillMs,
    now,
  }
  const bodies = new Room(limits)
  const answers = new Room(limits)
  const answer = (request: ReceivedRequest, socket: Socket) => {
    // A client that left while others had their turn gets no long answer.
    const isAtOnce = !answers.isCrowded && !socket.destroyed
    if (isAtOnce || !mayAnswerLong(request)) return answerNow(request, socket)
    return answerInTurn(answers, socket, () => answerNow(request, socket))
  }
  const answerNow = (request: ReceivedRequest, socket: Socket) => {
    const answered = answerRequest(db, request, handler)
    const encodings = request.headers.get('accept-encoding')
    if (encodings === undefined || encodings === 'identity') return answered
    return answered.then((plain) => compressCounted(answers, socket, plain, encodings))
  }
  const http = {
    answer: async (request: ReceivedRequest, socket: Socket, isLarge: boolean) => {
      const connection = handedOver.get(socket)
      connection?.recordActivity('answering')
      const isLikelyLong = connection?.wasAnswerLong ?? false
      const traits = { isLarge, mayBeLong: mayAnswerLong(request), isLikelyLong }
      const requests = batchingNow()?.requests
      // As on the fast path, simultaneous requests are answered in turns.
      if (requests !== undefined) {
        await new Promise<void>((resolve) => requests.receive(() => requests.answer(traits, resolve)))
      }
      try {
        const answered = await answer(request, socket)
        if (connection !== undefined) connection.wasAnswerLong = !isShort(answered)
        return answered
      } finally {
        connection?.recordActivity('nothing')
      }
    },
    bodies,
    answers,
    batching: batchingNow,
    answerMs: timeouts.requestMs,
    standstillMs: timeouts.standstillMs,
    hasRunFor,
    nextRequestId: handler.nextRequestId,
    isLast: (socket: Socket | null) => {
      const connection = socket === null ? undefined : handedOver.get(socket)
      return connection === undefined ? isClosing : isLast(connection.begun)
    },
  }
  httpServer.on('request', (incoming, outgoing) => {
    handedOver.get(incoming.socket)?.recordActivity('receiving')
    serveHttp(http, incoming, outgoing)
  })
  httpServer.on('checkContinue', (incoming, outgoing) => {
    handedOver.get(incoming.socket)?.recordActivity('receiving')
    serveExpectation(http, incoming, outgoing)
  })
  httpServer.on('connect', (_incoming, socket: Socket) => refuseTunnel(socket))
  httpServer.on('clientError', endAfterTurns)
  const context = {
    timeouts,
    now,
    hasRunFor,
    answer,
    bodies,
    answers,
    batching: batchingNow,
    nextRequestId: handler.nextRequestId,
    httpDate: createHttpDate(Date.now),
    isLast,
    handOver: (socket: Socket) => {
      handedOver.set(socket, new HandedOver(socket, timeouts, now))
      socket.once('close', () => handedOver.delete(socket))
      for (const listener of nodeListeners) listener(socket)
      // With a 'data' listener, Node reads through the socket. With its shortcut around that, good requests behind a
      // long answer were refused over TLS: it seems to lose data already decrypted when it pauses for an answer that is
      // not read.
      if (event === 'secureConnection') socket.on('data', () => {})
    },
    forget: (connection: FastConnection) => connections.delete(connection),
  }
  const turnedAway = new TurnedAway({
    mostTold: attachment.most.mostTold,
    patienceMs: timeouts.standstillMs,
    nextRequestId: context.nextRequestId,
    httpDate: context.httpDate,
  })
  const serve = (socket: Socket) => connections.add(new FastConnection(socket, context))
  const begin = (socket: Socket) => {
    if (handshakes === undefined) serve(socket)
    else handshakes.begin(socket)
  }
  const turnAway = (socket: Socket) => {
    if (!turnedAway.add(socket)) return false
    if (handshakes === undefined) turnedAway.answer(socket)
    else handshakes.begin(socket)
    return true
  }
  httpServer.on('connection', (socket: Socket) => {
    batching.answers.connectionAccepted()
    batching.requests.connectionAccepted()
    const drop = () => socket.destroy()
    // While it waits, its end comes only if it has sent nothing; it would keep its place as if it were only silent.
    socket.once('end', drop)
    const heard = () => socket.off('end', drop)
    const arrival = {
      serve: () => begin(heard()),
      turnAway: () => turnAway(heard()),
      drop,
    }
    socket.on('error', ignoreError)
    socket.once('close', () => limit.leave(arrival))
    handshakes?.arrived(socket)
    accepted++
    limit.arrive(arrival)
  })
  if (handshakes !== undefined) {
    httpServer.on(event, (socket: Socket) => {
      if (turnedAway.has(socket)) turnedAway.answer(socket)
      else if (!socket.destroyed) serve(socket)
    })
  }
  const sweep = () => {
    clock.tick()
    const time = now()
    for (const connection of connections) connection.sweep(time)
    bodies.sweep()
    answers.sweep()
  }
  let sweeper: NodeJS.Timeout | undefined
  // Not earlier: a server whose port is taken has nothing to sweep, and nobody closes it.
  httpServer.once('listening', () => {
    sweeper = setInterval(sweep, sweepMs).unref()
  })
  return async (limitMs) => {
    isClosing = true
    const dropUnserved = () => {
      limit.close()
      turnedAway.destroy()
    }
    turnedAway.destroy()
    await closeConnections({ httpServer, connections: all, accepted: () => accepted, dropUnserved }, limitMs)
    limit.close()
    clearInterval(sweeper)
  }
}

/** A connection that waits closes by itself after an error. */
function ignoreError(): void {}

function listen(httpServer: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    httpServer.once('error', reject)
    httpServer.listen({ port, host, backlog }, () => {
      httpServer.off('error', reject)
      resolve()
    })
  })
}
