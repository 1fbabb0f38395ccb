import type { OperationInputs, OperationName, OperationOutputs, Wording } from '@monotable/protocol'
import type { Access } from '../access/access.ts'
import type { Heat, Insights } from '../capacity/heat.ts'
import type { RequestDetails, RequestListener } from '../metrics/request-observer.ts'
import type { RequestRecord } from '../metrics/request-ring.ts'
import type { TriggerHandler } from '../triggers/stream-event.ts'
import type { Trigger, TriggerOptions } from '../triggers/trigger.ts'

/** The sender of a request, as far as the database needs to know it. */
export interface Caller {
  /** Tables of different regions are separate tables. */
  readonly region: string
  readonly accountId: string
  /** The host and port at which the caller reached the database, if it is served. */
  readonly endpoint?: string
  /** The permissions of the caller; without it, everything is allowed. */
  readonly access?: Access
}

/** The state of a database at one moment. */
export interface Snapshot {
  /** Frees the resources of the snapshot. */
  release(): Promise<void>
}

/** Options of `heat`. */
export interface HeatOptions {
  /** The name of a global index; without it, the table itself. */
  readonly index?: string
  readonly region?: string
}

/** Options of `insights`. */
export interface InsightsOptions extends HeatOptions {
  /** How many minutes to look back; an hour, which is all that is kept, by default. */
  readonly minutes?: number
}

/** The name of a table, and its region and account. */
export interface TablePlace {
  readonly region: string
  readonly accountId: string
  readonly name: string
}

/** DynamoDB, in this process. */
export interface Database {
  /**
   * Runs an operation. Input and output are those of the AWS SDK's low-level client: binary is a `Uint8Array`
   * (base64 text is accepted as well). Rejects with a `ServiceError` if DynamoDB would refuse the request.
   *
   * @example
   * await db.send('PutItem', { TableName: 'Music', Item: { Artist: { S: 'Nina Simone' } } })
   * await db.send('GetItem', { TableName: 'Music', Key: { Artist: { S: 'Nina Simone' } } })
   * // { Item: { Artist: { S: 'Nina Simone' } } }
   */
  send<Name extends OperationName>(
    operation: Name,
    input: OperationInputs[Name],
    options?: { readonly region?: string },
  ): Promise<OperationOutputs[Name]>

  /**
   * Runs an operation for a server: takes parsed JSON and returns the text of the response body. An item in the
   * fields of an error is text as well; `encodeJson` copies it and `JSON.stringify` writes it.
   */
  execute(operation: string, input: unknown, caller: Caller, details?: RequestDetails): Promise<string>

  /**
   * Returns the latest requests, oldest first: what was asked, how long it took and how it ended. Empty unless the
   * database was opened with `metrics`.
   */
  requests(): readonly RequestRecord[]
  /**
   * Calls a listener for each request when it is answered, until the returned function is called. Does nothing
   * unless the database was opened with `metrics`.
   */
  watchRequests(listener: RequestListener): () => void
  /** Returns table sizes and, with `metrics`, counts of requests, errors, durations and units, in Prometheus format. */
  metrics(): Promise<string>

  /**
   * Runs a handler for the changes of a table that has a stream, as Lambda does: in order for each item, at least
   * once. Progress is stored in the database under the trigger's name: the next trigger of that name continues from
   * there. `reset`, `restore` and `close` stop all triggers.
   *
   * @example
   * const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' as const }
   * await db.send('UpdateTable', { TableName: 'Music', StreamSpecification })
   * const artists: unknown[] = []
   * const trigger = await db.on('Music', ({ Records }) => {
   *   for (const { dynamodb } of Records) artists.push(dynamodb?.NewImage?.['Artist']?.S)
   * })
   * await db.send('PutItem', { TableName: 'Music', Item: { Artist: { S: 'Miriam Makeba' } } })
   * await trigger.idle()
   * artists
   * // ['Miriam Makeba']
   */
  on(table: string, handler: TriggerHandler, options?: TriggerOptions): Promise<Trigger>

  /** How this database words validation errors. */
  readonly messages: Wording
  /** The region for callers that name none. */
  readonly region: string

  /**
   * Reports how busy the partitions of a table or of one of its global indexes are: the capacity they use, and what
   * was throttled or would have been on AWS. Tracking begins with `capacity: { watch: true }`, with throttling, or
   * with the first call.
   */
  heat(table: string, options?: HeatOptions): Promise<Heat>
  /** Returns the most used and most throttled keys, as CloudWatch Contributor Insights shows them. */
  insights(table: string, options?: InsightsOptions): Promise<Insights>

  /**
   * Lists the tables of all regions and accounts, ordered by name.
   *
   * @example
   * await db.tables()
   * // [{ region: 'us-east-1', accountId: '000000000000', name: 'Music' }]
   */
  tables(): Promise<readonly TablePlace[]>

  /** Resolves when the store answers; rejects when it cannot be reached. */
  ready(): Promise<void>
  /** Resolves when no background work, such as filling a new index, is in progress. */
  settled(): Promise<void>
  /** Removes all tables. */
  reset(): Promise<void>
  /** Takes a snapshot of the current state, which `restore` can restore any number of times. */
  snapshot(): Promise<Snapshot>
  restore(snapshot: Snapshot): Promise<void>
  /** Finishes pending work and releases the store. */
  close(): Promise<void>
}
