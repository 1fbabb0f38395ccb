import type { ConnectionInfo, HeatSample, ServiceFailure } from '../shared/api.ts'
import type { SeenRequest } from './seen-request.ts'

/** What a database answered: the JSON text of its answer as it came, or what it refused. */
export type ConnectionAnswer = { readonly output: string } | { readonly error: ServiceFailure }

/** How something is sent. */
export interface SendOptions {
  /** Whether it is to be left out of the list of requests: the page asks it for itself. */
  readonly quiet?: boolean
}

/** A database that the page can look into. */
export interface Connection {
  readonly kind: ConnectionInfo['kind']
  /** What it is called in addresses; without it a number is given. */
  readonly id?: string
  /** What people call it. */
  readonly name: string
  readonly address: string
  readonly region: string
  /** Where other programs reach it, if they do. */
  readonly endpoint?: string | undefined
  /** Whether others use it, so that it is read-only until it is switched; so is all that is not of this process. */
  readonly guarded?: boolean
  /** The profile of AWS that it is reached with. */
  readonly profile?: string | undefined
  /** Sends an operation. What goes wrong is an answer too; it never rejects. */
  send(operation: string, input: object, options?: SendOptions): Promise<ConnectionAnswer>
  /** The names of its tables, where they are known without a request. */
  tables?(): Promise<readonly string[]>
  /** What it tells of itself, where it does. */
  readonly observations?: Observations
  close?(): Promise<void>
}

/** What a database tells of the requests that it gets, and of how busy its partitions are. */
export interface Observations {
  /** The last requests, from the oldest to the newest, as far as they are remembered. */
  recent(): readonly SeenRequest[]
  /** Calls back for requests as they are answered, from now on; gives the function that ends it. */
  watch(listener: (request: SeenRequest) => void): () => void
  /** How busy a table is at this moment; nothing where it cannot tell. */
  heat(table: string): Promise<HeatSample | undefined>
}

/** The answer as values, or the refusal thrown. */
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

/** What a database refused; `name` is its code. */
export class RefusedError extends Error {
  readonly failure: ServiceFailure

  constructor(failure: ServiceFailure) {
    super(failure.message)
    this.name = failure.name
    this.failure = failure
  }
}
