import type { ConnectionInfo, HeatSample, ServiceFailure } from '../shared/api.ts'
import type { SeenRequest } from './seen-request.ts'

/** The answer of a database: its JSON text, unchanged, or the error. */
export type ConnectionAnswer = { readonly output: string } | { readonly error: ServiceFailure }

/** Options for sending an operation. */
export interface SendOptions {
  /** Whether to leave the request out of the list of requests, because the page sends it for itself. */
  readonly quiet?: boolean
}

/** A database that the page can explore. */
export interface Connection {
  readonly kind: ConnectionInfo['kind']
  /** The id used in URLs; if absent, a number is assigned. */
  readonly id?: string
  /** The name shown to people. */
  readonly name: string
  readonly address: string
  readonly region: string
  /** The endpoint where other programs reach it, if there is one. */
  readonly endpoint?: string | undefined
  /**
   * Whether others use it, so that it is read-only until the user switches that off. Databases outside this process
   * always are.
   */
  readonly guarded?: boolean
  /** The AWS profile used for access. */
  readonly profile?: string | undefined
  /** Sends an operation. Errors are returned as answers; the promise never rejects. */
  send(operation: string, input: object, options?: SendOptions): Promise<ConnectionAnswer>
  /** Returns the names of its tables, if they are known without a request. */
  tables?(): Promise<readonly string[]>
  /** What it reports about its requests and its load, if it does. */
  readonly observations?: Observations
  close?(): Promise<void>
}

/** A source of the requests that a database receives, and of the load of its partitions. */
export interface Observations {
  /** Returns the recent requests, from oldest to newest, as far as they are remembered. */
  recent(): readonly SeenRequest[]
  /** Calls back for each request that is answered from now on; returns a function that stops this. */
  watch(listener: (request: SeenRequest) => void): () => void
  /** Returns the present load of a table; `undefined` if it is unknown. */
  heat(table: string): Promise<HeatSample | undefined>
}

/** Sends an operation and parses the answer; throws the error of the database. */
export async function sendParsed(
  connection: Connection,
  operation: string,
  input: object,
  options?: SendOptions,
): Promise<unknown> {
  const answer = await connection.send(operation, input, options)
  if ('error' in answer) throw new RefusedError(answer.error)
  return answer.output === '' ? {} : JSON.parse(answer.output)
}

/** An error returned by a database; `name` is its code. */
export class RefusedError extends Error {
  readonly failure: ServiceFailure

  constructor(failure: ServiceFailure) {
    super(failure.message)
    this.name = failure.name
    this.failure = failure
  }
}
