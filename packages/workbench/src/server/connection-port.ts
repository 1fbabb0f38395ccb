import type { Port } from '@monotable/model'
import type { Connection, ConnectionAnswer } from './connection.ts'

/** A request to a database and its answer, as they were sent. */
export interface Exchange {
  /** How many requests were sent before this one; answers may arrive in another order. */
  readonly number: number
  readonly operation: string
  readonly input: object
  readonly answer: ConnectionAnswer
  readonly durationMs: number
}

/** Callbacks that observe the requests of a port. */
export interface PortListener {
  readonly timer: () => number
  /** Called before a request is sent; if it throws, the request is not sent. */
  readonly onSend?: (request: { readonly operation: string; readonly input: object }) => void
  readonly onAnswer: (exchange: Exchange) => void
}

/** Adapts a connection to the port that the model expects, with binary values as bytes and errors thrown. */
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

/** The error of a database, in the form that the model knows: `name` is the code. */
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

/** Encodes binary values as base64. Values of the model are never nested deeper than DynamoDB allows. */
function encodeBinary(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(encodeBinary)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, encodeBinary(inner)]))
}

/** Decodes base64 to bytes. An attribute may be called B too, but then its value is an object. */
function decodeBinary(value: unknown, name = ''): unknown {
  if (name === 'B' && typeof value === 'string') return new Uint8Array(Buffer.from(value, 'base64'))
  if (Array.isArray(value)) {
    const isSet = name === 'BS' && value.every((element) => typeof element === 'string')
    return value.map((element) => decodeBinary(element, isSet ? 'B' : ''))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decodeBinary(inner, key)]))
}
