import type { Access, RequestDetails } from '@monotable/engine'
import type { Wording } from '@monotable/protocol'
import type { TellsMetrics } from './metrics-pages.ts'
import type { TellsReadiness } from './ready-page.ts'

/** Who sends a request, as far as the database needs to know. */
export interface Caller {
  readonly region: string
  readonly accountId: string
  readonly accessKeyId?: string
  /** Where the caller reached the server (host and port), for the operation that tells it. */
  readonly endpoint?: string
  /** What the caller may do, where keys are asked for; without it, everything. */
  readonly access?: Access
}

/**
 * What a server needs of a database: it takes parsed JSON and gives the answer's JSON text, or throws the
 * `ServiceError` that DynamoDB would answer with. An empty text is an answer without a body.
 */
export interface ExecutesOperations extends TellsMetrics, TellsReadiness {
  execute(operation: string, input: unknown, caller: Caller, details?: RequestDetails): Promise<string>
  readonly messages: Wording
}
