import type { Socket } from 'node:net'
import { type Answer, isShort } from '../messages/answer.ts'
import { mayAnswerLong } from '../messages/may-answer-long.ts'
import type { ReceivedRequest } from '../messages/server-request.ts'
import type { AnswerQueue } from '../turns/answer-queue.ts'
import type { Endable } from '../turns/connection-limit.ts'
import type { RequestTurns } from '../turns/request-turns.ts'
import { largeBytes, type Place, type Room } from '../turns/room.ts'
import { ClientDeadline } from './client-deadline.ts'
import type { Closable, IdleLimits } from './close-connections.ts'
import { delayWriteForGo } from './delay-write-for-go.ts'
import { createEndedSocket } from './ended-socket.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import { parseRequestHead, type RequestHead, wholeBytes } from './parse-request-head.ts'
import { UnreadAnswer, type UnreadContext } from './unread-answer.ts'
import { writeAnswer } from './write-answer.ts'

/** How requests and answers are batched across the connections of a server. */
export interface Batching {
  readonly requests: RequestTurns
  readonly answers: AnswerQueue
}

/** What all connections of a server share. */
export interface ConnectionContext extends UnreadContext {
  /** Milliseconds from any starting point. */
  readonly now: () => number
  readonly answer: (request: ReceivedRequest, socket: Socket) => Promise<Answer>
  /** Has the room for the bodies of large requests, from when they are read until they are answered. */
  readonly bodies: Room
  /** Batches requests and answers with those of other connections; `undefined` while there are no others. */
  readonly batching: () => Batching | undefined
  readonly nextRequestId: () => string
  readonly httpDate: () => string
  /** Whether a connection that began then is to end with its answer: to make room, or since the server is closing. */
  readonly isLast: (begun: number) => boolean
  /** Hands the socket to a full HTTP server. Bytes that it must see have been put back. */
  readonly handOver: (socket: Socket) => void
  /** Called once, when the connection has ended or was handed over. */
  readonly forget: (connection: FastConnection) => void
}

/** While a request is in flight, reading stops when the client has sent this much of the next ones. */
const maxAheadBytes = 64 * 1024

const requestTimeout = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/**
 * Reads the common kind of request directly from a socket, at half the cost of a full HTTP server, and hands the socket
 * over at the first request of any other kind. One request is in flight at a time, so pipelined requests are answered
 * in order; until its answer is read, the next ones wait.
 */
export class FastConnection implements Endable, Closable {
  readonly #socket: Socket
  readonly #context: ConnectionContext
  readonly #received = new GrowingBuffer()
  #head: RequestHead | undefined
  /** Whether received data is waiting to be processed. */
  #isScheduled = false
  #isAnswering = false
  /** The room for a large request that is being received, and whether the request has to wait for it. */
  #place: Place | undefined
  #isWaiting = false
  /** Counts the answer that has not been read yet. */
  #unread: UnreadAnswer | undefined
  /** The answer that is not written yet, and whether the client wants the connection closed after it. */
  #answer: Answer | undefined
  #isCloseAsked = false
  /** Whether the last answer was long; the next one may well be, too. */
  #wasAnswerLong = false
  #isDraining = false
  /** Whether the socket is to be handed over once everything waiting in it was read. */
  #isHandingOver = false
  #hasInputEnded = false
  #hasEnded = false
  readonly #deadline: ClientDeadline

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket
    this.#context = context
    this.#deadline = new ClientDeadline(context.now)
    this.#deadline.give(context.timeouts.idleMs)
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('drain', this.#onDrain)
    socket.on('error', this.#onError)
    socket.on('close', this.#onClose)
  }

  /** Ends the connection if its client has taken too long. */
  sweep(now: number): void {
    if (now > this.#deadline.at) this.cut()
  }

  get deadline(): number {
    return this.#isScheduled || this.#socket.destroyed ? Number.POSITIVE_INFINITY : this.#deadline.at
  }

  get since(): number {
    return this.#deadline.since
  }

  get isIdle(): boolean {
    return this.#received.length === 0 && this.#socket.writableLength === 0 && !this.#isDraining
  }

  cut(): void {
    const midRequest = this.#received.length > 0 && !this.#isBusy
    if (midRequest) this.#socket.write(requestTimeout)
    this.#socket.destroy()
  }

  endIdle({ requestMs, endMs }: IdleLimits): void {
    const idleMs = this.#context.now() - this.since
    if (this.#hasEnded) {
      if (this.#socket.writableFinished && idleMs >= endMs) this.#socket.destroy()
    } else if (this.deadline < Number.POSITIVE_INFINITY && this.isIdle && idleMs >= requestMs) this.#end()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** Whether the next request has to wait. */
  get #isBusy(): boolean {
    return this.#isScheduled || this.#isAnswering || this.#isDraining || this.#isWaiting || this.#hasEnded
  }

  readonly #onData = (chunk: Buffer): void => {
    // After the answer that ends a connection, nothing counts as a request any more.
    if (this.#hasEnded) return
    this.#place?.moved()
    const isFirst = this.#received.length === 0
    this.#received.append(chunk)
    if (this.#isHandingOver) {
      this.#handOver()
      return
    }
    if (this.#isBusy) {
      if (this.#received.length > maxAheadBytes) this.#socket.pause()
      return
    }
    if (isFirst) this.#deadline.give(this.#context.timeouts.headersMs)
    if (this.#head === undefined || this.#received.length >= wholeBytes(this.#head)) this.#schedule()
  }

  /** Has the received data processed, along with that of other connections. */
  #schedule(): void {
    this.#isScheduled = true
    const batching = this.#context.batching()
    if (batching === undefined) this.#process()
    else batching.requests.receive(this.#process)
  }

  readonly #process = (): void => {
    this.#isScheduled = false
    if (this.#socket.destroyed) return
    this.#advance()
    this.#readOn()
  }

  readonly #onEnd = (): void => {
    this.#hasInputEnded = true
    if (!this.#isBusy) this.#end()
  }

  readonly #onDrain = (): void => {
    this.#unread?.forget()
    this.#unread = undefined
    if (!this.#isDraining) return
    // Others go first: otherwise, a client that reads answers as fast as they come would have all its requests done
    // before them.
    if (this.#received.length > 0) setImmediate(this.#onDrained)
    else this.#onDrained()
  }

  readonly #onDrained = (): void => {
    this.#isDraining = false
    if (!this.#socket.destroyed) this.#next()
  }

  readonly #onError = (): void => {
    // The socket closes by itself after an error; a client that is gone needs no answer.
  }

  readonly #onClose = (): void => this.#detach()

  #detach(): void {
    const socket = this.#socket
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('drain', this.#onDrain)
    socket.off('close', this.#onClose)
    this.#place?.leave()
    this.#unread?.forget()
    this.#context.forget(this)
  }

  #end(): void {
    this.#hasEnded = true
    if (this.#hasInputEnded) this.#socket.destroySoon()
    else this.#endOutput()
  }

  /**
   * Ends our side, and reads on until the client has ended its own: closing a socket with unread data resets the
   * connection, and a client that is still sending would then lose the answer.
   */
  #endOutput(): void {
    const { timeouts } = this.#context
    // The client may take as long to read the last answer as any other.
    this.#deadline.give(timeouts.requestMs)
    this.#socket.end(() => this.#deadline.give(timeouts.standstillMs))
    if (this.#socket.isPaused()) this.#socket.resume()
  }

  /** Starts the next request if it has arrived completely. */
  #advance(): void {
    const head = this.#head ?? this.#readHead()
    if (head === undefined) return
    const neededBytes = wholeBytes(head)
    if (neededBytes > largeBytes && !this.#hasRoom(neededBytes)) return
    if (this.#received.length < neededBytes) return
    const body = this.#received.view().subarray(head.sizeBytes, neededBytes)
    this.#received.drop(neededBytes)
    this.#head = undefined
    this.#start(head, body)
  }

  #readHead(): RequestHead | undefined {
    const head = parseRequestHead(this.#received.view())
    if (head === 'partial') return undefined
    if (head === 'unsupported') {
      this.#handOver()
      return undefined
    }
    this.#head = head
    const neededBytes = wholeBytes(head)
    if (this.#received.length < neededBytes) {
      this.#received.expect(neededBytes)
      this.#deadline.give(this.#context.timeouts.requestMs)
    }
    return head
  }

  /** Whether there is room for a large request; if not, nothing is read until there is. */
  #hasRoom(neededBytes: number): boolean {
    if (this.#place !== undefined) return this.#place.isInside
    this.#place = this.#context.bodies.ask({
      bytes: neededBytes,
      address: this.#socket.remoteAddress ?? '',
      enter: () => this.#enter(neededBytes),
      cut: () => this.cut(),
    })
    if (this.#place.isInside) {
      this.#received.reserve(neededBytes)
      return true
    }
    this.#isWaiting = true
    this.#deadline.suspend()
    this.#socket.pause()
    return false
  }

  #enter(neededBytes: number): void {
    this.#isWaiting = false
    this.#received.reserve(neededBytes)
    this.#deadline.give(this.#context.timeouts.requestMs)
    this.#advance()
    this.#readOn()
  }

  #start(head: RequestHead, body: Buffer): void {
    this.#isAnswering = true
    this.#deadline.suspend()
    const request = { method: 'POST', path: '/', headers: head.headers, body }
    // The body stays in memory until it is answered, even if the client is gone by then.
    const place = this.#place
    this.#place = undefined
    place?.settle()
    const begin = () => {
      this.#context.answer(request, this.#socket).then(
        (answer) => {
          place?.leave()
          delayWriteForGo(answer, head.headers, () => this.#finish(answer, head.close))
        },
        () => {
          place?.leave()
          this.destroy()
        },
      )
    }
    const requests = this.#context.batching()?.requests
    const isLarge = place !== undefined
    if (requests === undefined) begin()
    else
      requests.answer(
        { isLarge, mayBeLong: mayAnswerLong(request), isLikelyLong: this.#wasAnswerLong },
        begin,
      )
  }

  #finish(answer: Answer, isCloseAsked: boolean): void {
    this.#answer = answer
    this.#wasAnswerLong = !isShort(answer)
    this.#isCloseAsked = isCloseAsked
    const batching = this.#context.batching()
    if (batching !== undefined && !this.#wasAnswerLong) {
      batching.answers.add(this)
      return
    }
    batching?.requests.answeredLong()
    this.write()
  }

  /** Writes the answer that is ready. */
  write(): void {
    const answer = this.#answer
    this.#answer = undefined
    this.#isAnswering = false
    if (answer === undefined || this.#socket.destroyed) return
    const { timeouts, nextRequestId, httpDate, isLast } = this.#context
    const isEnding = () => this.#hasInputEnded || isLast(this.#deadline.begun)
    const close = this.#isCloseAsked || (this.#received.length === 0 && isEnding())
    const { data, encoding } = writeAnswer(answer, {
      requestId: answer.requestId ?? nextRequestId(),
      date: httpDate(),
      close,
    })
    const flushed = this.#socket.write(data, encoding)
    this.#deadline.give(flushed ? timeouts.idleMs : timeouts.requestMs)
    if (!flushed && this.#socket.writableLength > 0)
      this.#unread = new UnreadAnswer(this.#socket, this.#context)
    if (close) this.#end()
    else if (flushed && isShort(answer)) this.#next()
    else {
      this.#isDraining = true
      if (flushed) this.#onDrain()
    }
  }

  /** Continues after an answer: with what was received meanwhile, or with the end of the connection. */
  #next(): void {
    if (this.#received.length > 0) {
      this.#deadline.give(this.#context.timeouts.headersMs)
      this.#schedule()
    }
    this.#readOn()
  }

  #readOn(): void {
    if (this.#isBusy) return
    if (this.#hasInputEnded) this.#end()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  /**
   * Hands the socket, and everything read from it and not answered, to a full HTTP server. It must get this in one
   * piece: it reads past what waits in the socket itself, and would take later data for the rest of an earlier request.
   */
  #handOver(): void {
    const socket = this.#socket
    this.#isHandingOver = socket.readableLength > 0
    if (this.#isHandingOver) return
    this.#hasEnded = true
    this.#detach()
    socket.off('error', this.#onError)
    if (this.#hasInputEnded) {
      this.#context.handOver(createEndedSocket(socket, this.#received.view()))
      return
    }
    socket.unshift(this.#received.view())
    this.#context.handOver(socket)
    if (socket.isPaused()) socket.resume()
  }
}
