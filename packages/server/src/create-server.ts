import { constants } from 'node:crypto'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { ConfigurationError } from './configuration-error.ts'
import { type Certificate, requireBoth } from './connections/certificate.ts'
import type { ConnectionTimeouts } from './connections/connection-timeouts.ts'
import { FastConnection } from './connections/fast-connection.ts'
import { HandedOver } from './connections/handed-over.ts'
import { serveExpectation, serveHttp } from './connections/serve-http.ts'
import { type SocketListener, takeListeners } from './connections/take-listeners.ts'
import { TlsHandshakes } from './connections/tls-handshakes.ts'
import { type Answer, isShort } from './messages/answer.ts'
import { compressAnswer } from './messages/compress-answer.ts'
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
import { AnswerQueue } from './turns/answer-queue.ts'
import { ConnectionLimit, type Endable } from './turns/connection-limit.ts'
import { FairClock } from './turns/fair-clock.ts'
import { endAfterTurns, refuseTunnel } from './turns/http-turns.ts'
import { mostConnections } from './turns/most-connections.ts'
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
   * How many connections there may be; 10,000 unless told otherwise, or as many as the system lets this process have. For
   * each that comes beyond it, the one is ended that has been idle for longest.
   */
  readonly maxConnections?: number
  readonly timeouts?: Partial<ConnectionTimeouts>
}

/** A server that listens. */
export interface Server {
  /** Such as `http://127.0.0.1:8000`. */
  readonly url: string
  readonly port: number
  readonly host: string
  /**
   * Stops accepting connections, lets requests under way finish, ends idle connections, and after `limitMs`
   * (default 5,000) ends the rest. The database stays open. Further calls wait for the same end.
   */
  close(options?: { readonly limitMs?: number }): Promise<void>
  /** Has connections from now on greeted with another certificate. Throws, and changes nothing, if it is no good. */
  readonly renewCertificate: (certificate: Certificate) => void
  /**
   * Has requests from now on judged by other access keys and their policies, also those of connections that are there. A
   * server that was made without `auth` throws: whoever asks it is known by nothing.
   */
  readonly renewAccessKeys: (keys: AccessKeys) => void
  /** Has readers of metrics send another token from now on. */
  readonly renewMetricsToken: (token: string) => void
}

const defaultTimeouts: ConnectionTimeouts = {
  headersMs: 30_000,
  requestMs: 120_000,
  idleMs: 600_000,
  crowdedMs: 30_000,
  standstillMs: 5_000,
}

/**
 * How many connections may wait to be accepted, as far as the system allows. Of a burst beyond it, requests are lost
 * and sent again by the clients' systems only seconds later; Node's default is 511.
 */
const backlog = 4_096

/** How much of the heap large requests, and long answers, may come to; what is made of one takes several times as much. */
const largeShareOfHeap = 1 / 8

/**
 * The most that the bodies of large requests come to, whatever the heap, and the most that long answers do which nobody
 * has read: four requests or answers of the largest that there can be, sixty of a megabyte. More at once are no faster.
 */
const maxRoomBytes = 64 * 1024 * 1024

/** What an answer of several items is taken for until it is there: the longest that there is, of BatchGetItem. */
const maxAnswerBytes = 16 * 1024 * 1024

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
  const most = mostConnections(options.maxConnections)
  const httpOptions = {
    headersTimeout: timeouts.headersMs,
    requestTimeout: Math.max(timeouts.requestMs, timeouts.headersMs),
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: sweepMs,
    noDelay: true,
    keepAlive: true,
  }
  // Loaded only for those who use it: that takes longer than all else that a server does before it listens.
  const https = tls && (await import('node:https'))
  const httpsServer = https?.createServer({
    ...httpOptions,
    handshakeTimeout: timeouts.headersMs,
    // As Node's server has it without encryption.
    allowHalfOpen: true,
    // New keys for a connection that is there cost the server much more than those who ask for them.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    // Node's own list has the first only, and refuses to greet those who speak nothing but the other, as curl -0.
    ALPNProtocols: ['http/1.1', 'http/1.0'],
    ...tls,
  })
  const httpServer = httpsServer ?? createHttpServer(httpOptions)
  // Who has ended only its own side is answered: Node has the word for it, and no type.
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
    ...{ httpServer, nodeListeners, handler, timeouts, clock, sweepMs, event, most },
    greetings: () => handshakes?.before() ?? [],
  })
  await listen(httpServer, port, host)
  // A connection that the system does not let in, for want of memory or file handles, is not the server's end.
  httpServer.on('error', options.onError ?? (() => {}))
  const bound = httpServer.address() as AddressInfo
  let closed: Promise<void> | undefined
  return {
    url: `${tls ? 'https' : 'http'}://${urlHost(host)}:${bound.port}`,
    port: bound.port,
    host,
    close: ({ limitMs = 5_000 } = {}) => {
      closed ??= closing(limitMs)
      handshakes?.destroy()
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
  /** What Node's server does with a connection. */
  readonly nodeListeners: readonly SocketListener[]
  readonly handler: HandlerContext
  readonly timeouts: ConnectionTimeouts
  readonly clock: FairClock
  readonly sweepMs: number
  /** How many connections there may be. */
  readonly most: number
  /** The connections that are not encrypted yet, but for the last. */
  readonly greetings: () => Iterable<Endable>
  readonly event: 'connection' | 'secureConnection'
}

/**
 * Puts the fast path in front of a Node server: it sees each socket first, and Node's own listener gets those
 * that it hands over. Returns what closes the server.
 */
function attach(db: ExecutesOperations, attachment: Attachment): (limitMs: number) => Promise<void> {
  const { httpServer, nodeListeners, handler, timeouts, clock, sweepMs, event } = attachment
  const connections = new Set<FastConnection>()
  const handedOver = new Map<Socket, HandedOver>()
  let isClosing = false
  const now = () => clock.now()
  const hasRunFor = (ms: number) => clock.hasRunFor(ms)
  const answerQueue = new AnswerQueue(now)
  const crowd = { requests: new RequestTurns(() => answerQueue.isWaiting, now), answers: answerQueue }
  // Those that were handed over count as well: who is answered there may keep others waiting, too.
  const limit = new ConnectionLimit({
    most: attachment.most,
    connections: function* () {
      yield* attachment.greetings()
      yield* connections
      yield* handedOver.values()
    },
    tell: handler.onError,
    now,
  })
  const crowdNow = () => (limit.open > 1 ? crowd : undefined)
  const limits = {
    maxBytes: Math.min(maxRoomBytes, getHeapStatistics().heap_size_limit * largeShareOfHeap),
    patienceMs: timeouts.crowdedMs,
    standstillMs: timeouts.standstillMs,
    now,
  }
  const bodies = new Room(limits)
  const answers = new Room(limits)
  const answer = (request: ReceivedRequest, socket: Socket) => {
    // Whoever has gone while others had their turn is not answered at length.
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
      connection?.does('answering')
      const isLikelyLong = connection?.answersLong ?? false
      const asked = { isLarge, mayBeLong: mayAnswerLong(request), isLikelyLong }
      const requests = crowdNow()?.requests
      // As the fast path does: what many ask for at once is answered by turns.
      if (requests !== undefined) {
        await new Promise<void>((resolve) => requests.hear(() => requests.answer(asked, resolve)))
      }
      try {
        const answered = await answer(request, socket)
        if (connection !== undefined) connection.answersLong = !isShort(answered)
        return answered
      } finally {
        connection?.does('nothing')
      }
    },
    bodies,
    answers,
    crowd: crowdNow,
    answerMs: timeouts.requestMs,
    standstillMs: timeouts.standstillMs,
    hasRunFor,
    nextRequestId: handler.nextRequestId,
    isClosing: () => isClosing,
  }
  httpServer.on('request', (incoming, outgoing) => {
    handedOver.get(incoming.socket)?.does('receiving')
    serveHttp(http, incoming, outgoing)
  })
  httpServer.on('checkContinue', (incoming, outgoing) => {
    handedOver.get(incoming.socket)?.does('receiving')
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
    crowd: crowdNow,
    nextRequestId: handler.nextRequestId,
    httpDate: createHttpDate(Date.now),
    handOver: (socket: Socket) => {
      handedOver.set(socket, new HandedOver(socket, timeouts, now))
      socket.once('close', () => handedOver.delete(socket))
      for (const listener of nodeListeners) listener(socket)
      // Whoever listens has Node read by way of the socket. With its short cut around that, good requests behind a long
      // answer were refused over TLS: it seems to lose what is decrypted already when it pauses for an answer that is
      // not read.
      if (event === 'secureConnection') socket.on('data', () => {})
    },
    forget: (connection: FastConnection) => connections.delete(connection),
  }
  httpServer.on('connection', (socket: Socket) => {
    crowd.answers.connectionCame()
    crowd.requests.connectionCame()
    socket.once('close', () => limit.went())
    if (!limit.came()) socket.destroy()
  })
  httpServer.on(event, (socket: Socket) => {
    if (!socket.destroyed) connections.add(new FastConnection(socket, context))
  })
  const sweep = () => {
    clock.tick()
    const time = now()
    for (const connection of connections) connection.sweep(time)
    bodies.sweep()
    answers.sweep()
  }
  let sweeper: NodeJS.Timeout | undefined
  // Not before: a server whose port is taken has nothing to sweep, and nobody closes it.
  httpServer.once('listening', () => {
    sweeper = setInterval(sweep, sweepMs).unref()
  })
  return async (limitMs) => {
    isClosing = true
    await closeServer(httpServer, connections, limitMs)
    clearInterval(sweeper)
  }
}

/** Compresses an answer. Others go on meanwhile, and are not to make more long ones than there is room for. */
function compressCounted(answers: Room, socket: Socket, plain: Answer, encodings: string): Promise<Answer> {
  const compressing = compressAnswer(plain, encodings)
  if (isShort(plain)) return compressing
  const bytes = plain.body.length
  const place = answers.hold({ bytes, address: socket.remoteAddress ?? '', cut: () => {} })
  return compressing.finally(() => place.leave())
}

/** Answers when there is room for what may be long: others wait to be read. Who goes away does not wait any longer. */
function answerInTurn(answers: Room, socket: Socket, answer: () => Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      place.leave()
      reject(new Error('the client has gone'))
    }
    const begin = () => {
      socket.off('close', giveUp)
      if (socket.destroyed) {
        giveUp()
        return
      }
      place.settle()
      resolve(answer().finally(() => place.leave()))
    }
    const place = answers.ask({
      bytes: maxAnswerBytes,
      address: socket.remoteAddress ?? '',
      enter: begin,
      cut: () => {},
    })
    if (place.isInside || socket.destroyed) begin()
    else socket.once('close', giveUp)
  })
}

function listen(httpServer: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    httpServer.once('error', reject)
    httpServer.listen({ port, host, backlog }, () => {
      httpServer.off('error', reject)
      resolve()
    })
  })
}

function closeServer(
  httpServer: HttpServer,
  connections: ReadonlySet<FastConnection>,
  limitMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      httpServer.closeAllConnections()
      for (const connection of connections) connection.destroy()
    }, limitMs)
    httpServer.close(() => {
      clearTimeout(force)
      resolve()
    })
    for (const connection of connections) connection.close()
  })
}

/** A host as it stands in a URL; a server that listens everywhere is reached here too. */
function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
