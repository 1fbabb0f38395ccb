import { connect } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/**
 * The client's end of a keep-alive connection: sends one request at a time as prepared bytes, and only looks for the
 * end of the answer, to leave as much of the machine as possible to the server under test.
 */
export class RawConnection {
  #socket
  #onAnswer
  /** The part received of an answer whose head is not complete. */
  #partial = Buffer.alloc(0)
  /** The bytes of the body still to come; -1 during the head, -2 in a chunked body. */
  #missingBytes = -1
  #status = 0
  /** The start of the answer's body, to show when it is an error. */
  #start = ''

  /**
   * @param {number} port
   * @param {(status: number, start: string) => void} onAnswer
   */
  constructor(port, onAnswer) {
    this.#onAnswer = onAnswer
    const callback = (/** @type {number} */ length, /** @type {Uint8Array} */ memory) => {
      this.#receive(Buffer.from(memory.buffer, memory.byteOffset, length))
      return true
    }
    const onread = { buffer: Buffer.alloc(128 * 1024), callback }
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    this.#socket.on('error', (error) => this.#onAnswer(0, error.message))
  }

  send(/** @type {Buffer} */ bytes) {
    this.#socket.write(bytes)
  }

  close() {
    this.#socket.removeAllListeners('error')
    this.#socket.on('error', () => {})
    this.#socket.destroy()
  }

  #receive(/** @type {Buffer} */ bytes) {
    if (this.#missingBytes >= 0) this.#count(bytes.length)
    else if (this.#missingBytes === -2) this.#seekLastChunk(bytes)
    else this.#readHead(this.#partial.length === 0 ? bytes : Buffer.concat([this.#partial, bytes]))
  }

  #readHead(/** @type {Buffer} */ bytes) {
    const end = bytes.indexOf(headEnd)
    if (end < 0) {
      this.#partial = Buffer.from(bytes)
      return
    }
    this.#partial = Buffer.alloc(0)
    const head = bytes.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    if (this.#status !== 200) this.#start = bytes.toString('latin1', end + 4, end + 500)
    const body = bytes.subarray(end + headEnd.length)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)
    this.#missingBytes = length === null ? -2 : Number(length[1])
    if (length === null) this.#seekLastChunk(body)
    else this.#count(body.length)
  }

  #count(/** @type {number} */ bytes) {
    this.#missingBytes -= bytes
    if (this.#missingBytes === 0) this.#finish()
  }

  /** Only one request is in flight at a time, so the last chunk is also the end of the answer. */
  #seekLastChunk(/** @type {Buffer} */ bytes) {
    if (bytes.subarray(-lastChunk.length).equals(lastChunk)) this.#finish()
  }

  #finish() {
    this.#missingBytes = -1
    this.#onAnswer(this.#status, this.#start)
  }
}
