import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** An answer as it came over the wire; header names are in lower case. */
export interface RawResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** A socket under a test's control: it sends bytes as they are and reads whole answers in order. */
export class RawClient {
  readonly socket: Socket
  #received = Buffer.alloc(0)
  #ended = false
  #wake: () => void = () => {}

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    for (const event of ['end', 'close', 'error']) {
      socket.on(event, () => {
        this.#ended = true
        this.#wake()
      })
    }
  }

  static async open(url: string): Promise<RawClient> {
    const { hostname, port, protocol } = new URL(url)
    const target = { host: hostname, port: Number(port), noDelay: true }
    const secure = protocol === 'https:'
    const socket = secure ? connectTls({ ...target, rejectUnauthorized: false }) : connect(target)
    await new Promise((resolve, reject) => {
      socket.once(secure ? 'secureConnect' : 'connect', resolve)
      socket.once('error', reject)
    })
    return new RawClient(socket)
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes)
  }

  /** Reads the next whole answer; `undefined` if the connection ends before. */
  async read(): Promise<RawResponse | undefined> {
    for (;;) {
      const response = this.#parse()
      if (response !== undefined) return response
      if (this.#ended) return undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  async readAll(count: number): Promise<(RawResponse | undefined)[]> {
    const responses: (RawResponse | undefined)[] = []
    for (let index = 0; index < count; index++) responses.push(await this.read())
    return responses
  }

  /** Waits until the server has ended the connection. */
  async ended(): Promise<void> {
    while (!this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  close(): void {
    this.socket.destroy()
  }

  #parse(): RawResponse | undefined {
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd < 0) return undefined
    const [statusLine = '', ...lines] = this.#received.toString('latin1', 0, headEnd).split('\r\n')
    const headers = new Map(lines.map((line) => splitHeader(line)))
    const status = Number(statusLine.split(' ')[1])
    const bodyStart = headEnd + 4
    const chunked = headers.get('transfer-encoding') === 'chunked'
    const framed = chunked
      ? findChunked(this.#received, bodyStart)
      : bodyStart + Number(headers.get('content-length') ?? 0)
    if (framed === undefined || this.#received.length < framed) return undefined
    const body = chunked ? '' : this.#received.toString('utf8', bodyStart, framed)
    this.#received = this.#received.subarray(framed)
    return { status, headers, body }
  }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

/** Returns where an empty chunked body ends; the server sends no other. */
function findChunked(bytes: Buffer, from: number): number | undefined {
  const end = bytes.indexOf('0\r\n\r\n', from)
  return end < 0 ? undefined : end + 5
}
