import type { OperationInputs, OperationName, OperationOutputs, Wording } from '@monotable/protocol'
import type { Access } from '../access/access.ts'
import type { Heat, Insights } from '../capacity/heat.ts'
import type { RequestDetails, RequestListener } from '../metrics/request-observer.ts'
import type { RequestRecord } from '../metrics/request-ring.ts'
import type { TriggerHandler } from '../triggers/stream-event.ts'
import type { Trigger, TriggerOptions } from '../triggers/trigger.ts'

/** Who sends a request, as far as the database needs to know. */
export interface Caller {
  /** Tables of different regions are different tables. */
  readonly region: string
  readonly accountId: string
  /** Where the caller reached the database (host and port), if it is served. */
  readonly endpoint?: string
  /** What the caller may do; without it, everything. */
  readonly access?: Access
}

/** The state of a database at one moment. */
export interface Snapshot {
  /** Frees what the snapshot holds. */
  release(): Promise<void>
}

/** Of what `heat` tells. */
export interface HeatOptions {
  /** A global index; without it, the table itself. */
  readonly index?: string
  readonly region?: string
}

/** Of what `insights` tells. */
export interface InsightsOptions extends HeatOptions {
  /** Of how many minutes; an hour is kept, and told unless said otherwise. */
  readonly minutes?: number
}

/** A table, and where it is. */
export interface TablePlace {
  readonly region: string
  readonly accountId: string
  readonly name: string
}

/** DynamoDB, in this process. */
export interface Database {
  /**
   * Runs an operation. Input and output are those of the AWS SDK's low-level client: binary is a
   * `Uint8Array` (base64 text is taken as well). What DynamoDB would refuse rejects with a `ServiceError`.
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
   * Runs an operation for a server: takes parsed JSON and gives the text of the answer's body. An item in the fields of an
   * error is text as well, which `encodeJson` copies and `JSON.stringify` writes.
   */
  execute(operation: string, input: unknown, caller: Caller, details?: RequestDetails): Promise<string>

  /**
   * The last requests, from the oldest to the newest: what was asked, how long it took and how it ended. There are
   * none unless the database was opened with `metrics`.
   */
  requests(): readonly RequestRecord[]
  /**
   * Tells a listener of each request when it was answered, until the function is called that it gives. Nothing is told
   * unless the database was opened with `metrics`.
   */
  watchRequests(listener: RequestListener): () => void
  /** Sizes of tables and, with `metrics`, counts of requests, errors, durations and units; for Prometheus. */
  metrics(): Promise<string>

  /**
   * Runs a handler for the changes of a table that has a stream, as Lambda does: in order for each item, at least
   * once. How far it has come is kept in the database, under the trigger's name: the next trigger of that name goes
   * on from there. `reset`, `restore` and `close` stop all triggers.
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
  /** The region of callers that name none. */
  readonly region: string

  /**
   * How busy the partitions of a table are, or those of one of its global indexes: what they use of their capacity
   * and what was refused, or on AWS would have been. Watching begins with `capacity: { watch: true }`, with
   * throttling, or with the first call.
   */
  heat(table: string, options?: HeatOptions): Promise<Heat>
  /** The keys that are used most and throttled most, as CloudWatch Contributor Insights shows them. */
  insights(table: string, options?: InsightsOptions): Promise<Insights>

  /**
   * Every table of every region and account, in the order of their names.
   *
   * @example
   * await db.tables()
   * // [{ region: 'us-east-1', accountId: '000000000000', name: 'Music' }]
   */
  tables(): Promise<readonly TablePlace[]>

  /** Resolves when the store answers; rejects when it cannot be reached. */
  ready(): Promise<void>
  /** Resolves when no work is going on in the background, such as filling a new index. */
  settled(): Promise<void>
  /** Removes all tables. */
  reset(): Promise<void>
  /** Remembers the state of now, to `restore` it later, any number of times. */
  snapshot(): Promise<Snapshot>
  restore(snapshot: Snapshot): Promise<void>
  /** Finishes what is under way and frees the store. */
  close(): Promise<void>
}
