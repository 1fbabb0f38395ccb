import type { Port } from '@monotable/model'
import type { Connection, ConnectionAnswer } from './connection.ts'

/** An exchange with a database, as it went over the line. */
export interface Exchange {
  /** How many were sent before it: answers may come in another order. */
  readonly number: number
  readonly operation: string
  readonly input: object
  readonly answer: ConnectionAnswer
  readonly durationMs: number
}

/** What a port may tell of what it sends. */
export interface PortListener {
  readonly timer: () => number
  /** Called before a request is sent; what it throws keeps it from being sent. */
  readonly onSend?: (request: { readonly operation: string; readonly input: object }) => void
  readonly onAnswer: (exchange: Exchange) => void
}

/** A connection as the model wants it: with binary as bytes, and refusals thrown. */
export function connectionPort(connection: Connection, listener?: PortListener): Port {
  let sent = 0
  return {
    send: async (operation, input) => {
      const number = sent++
      const wire = encodeBinary(input) as object
      listener?.onSend?.({ operation, input: wire })
      const startMs = listener?.timer() ?? 0
      const answer = await connection.send(operation, wire)
      const durationMs = (listener?.timer() ?? 0) - startMs
      listener?.onAnswer({ number, operation, input: wire, answer, durationMs })
      if ('error' in answer) throw new PortError(answer.error.name, answer.error.message, answer.error)
      return decode(answer.output) as never
    },
  }
}

/** What a database refused, as the model knows it: `name` is the code. */
class PortError extends Error {
  constructor(name: string, message: string, fields: object) {
    super(message)
    Object.assign(this, decodeBinary(fields))
    this.name = name
  }
}

function decode(text: string): unknown {
  return text === '' ? {} : decodeBinary(JSON.parse(text))
}

/** Values of the model are never nested deeper than DynamoDB allows. */
function encodeBinary(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(encodeBinary)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, encodeBinary(inner)]))
}

/** An attribute may be called B too, but then it holds an object. */
function decodeBinary(value: unknown, name = ''): unknown {
  if (name === 'B' && typeof value === 'string') return new Uint8Array(Buffer.from(value, 'base64'))
  if (Array.isArray(value)) {
    const isSet = name === 'BS' && value.every((element) => typeof element === 'string')
    return value.map((element) => decodeBinary(element, isSet ? 'B' : ''))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decodeBinary(inner, key)]))
}
