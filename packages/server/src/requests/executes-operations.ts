import type { Access, RequestDetails } from '@monotable/engine'
import type { Wording } from '@monotable/protocol'
import type { ReportsMetrics } from './metrics-pages.ts'
import type { ReportsReadiness } from './ready-page.ts'

/** Who sends a request, as far as the database needs to know. */
export interface Caller {
  readonly region: string
  readonly accountId: string
  readonly accessKeyId?: string
  /** The host and port by which the caller reached the server, for the operation that returns it. */
  readonly endpoint?: string
  /** What the caller may do, if access keys are required; without it, everything. */
  readonly access?: Access
}

/**
 * What a server needs of a database: it takes parsed JSON and returns the JSON text of the answer, or throws the
 * `ServiceError` with which DynamoDB would answer. An empty text is an answer without a body.
 */
export interface ExecutesOperations extends ReportsMetrics, ReportsReadiness {
  execute(operation: string, input: unknown, caller: Caller, details?: RequestDetails): Promise<string>
  readonly messages: Wording
}
