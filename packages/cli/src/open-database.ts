import { join } from 'node:path'
import type { DynamoDB } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocument, TranslateConfig } from '@aws-sdk/lib-dynamodb'
import {
  type Caller,
  createDatabase,
  type Database,
  type Heat,
  type HeatOptions,
  type Insights,
  type InsightsOptions,
  type KinesisStreams,
  type ObjectFolder,
  type RequestDetails,
  type RequestListener,
  type RequestRecord,
  type Snapshot,
  type Storage,
  type TablePlace,
  type Trigger,
  type TriggerHandler,
  type TriggerOptions,
} from '@monotable/engine'
import type { OperationInputs, OperationName, OperationOutputs, Wording } from '@monotable/protocol'
import { adversityOfEnvironment } from './adversity.ts'
import type { KinesisOptions } from './kinesis/kinesis-client.ts'
import { checkOpenOptions, type OpenOptions } from './open-options.ts'
import { postgresOptions } from './postgres-options.ts'
import { type ClientConfig, createClientConfig } from './sdk/client-config.ts'
import { createSdkClient, createSdkDocumentClient } from './sdk/create-sdk-clients.ts'

/** A database in this process, and clients of the AWS SDK that talk to it. */
export interface OpenedDatabase extends Database {
  /**
   * The configuration for any AWS SDK v3 client of DynamoDB: it signs and serializes as for AWS, and its
   * requests stay in this process.
   *
   * @example
   * const client = new DynamoDBClient(db.clientConfig())
   */
  clientConfig(): ClientConfig
  /**
   * A client that skips the SDK's middleware and is therefore many times as fast: a `DynamoDBClient` that also has a
   * method for each operation.
   */
  sdkClient(): DynamoDB
  /** A `DynamoDBDocumentClient` of the same kind, with a method for each command. */
  sdkDocumentClient(translateConfig?: TranslateConfig): DynamoDBDocument
}

/**
 * Opens a database in this process: in memory, in a folder, or in PostgreSQL.
 *
 * @example
 * const db = await openDatabase()
 * await db.sdkClient().send(new ListTablesCommand({}))
 * // { TableNames: [], … }
 * await db.close()
 */
export function openDatabase(options: OpenOptions = {}): Promise<OpenedDatabase> {
  return openOver(() => openStorage(options), options)
}

/** Opens a database over the store that a function opens; it is in memory if that opens none. */
export async function openOver(
  open: () => Promise<Storage | undefined>,
  options: OpenOptions,
): Promise<OpenedDatabase> {
  checkOpenOptions(options)
  const { path, store: _store, postgres: _postgres, durability: _durability, ...others } = options
  const { exports = path && join(path, 'exports'), kinesis: address, ...given } = others
  const adversity = given.adversity ?? adversityOfEnvironment()
  const objects = given.objects ?? (exports === undefined ? undefined : await openObjectFolder(exports))
  const kinesis = address && (await connectKinesis(address))
  const rest = {
    ...given,
    ...(adversity && { adversity }),
    ...(objects && { objects }),
    ...(kinesis && { kinesis }),
  }
  const storage = await open()
  if (storage === undefined) return withClients(await createDatabase(rest))
  try {
    return withClients(await createDatabase({ ...rest, storage }))
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** Loaded only if a folder is given; an in-memory database does not touch files at all. */
async function openObjectFolder(path: string): Promise<ObjectFolder> {
  const { createObjectFolder } = await import('./object-folder.ts')
  return createObjectFolder(path)
}

/** Loaded only if an endpoint is given, for the same reason. */
async function connectKinesis(options: KinesisOptions): Promise<KinesisStreams> {
  const { createKinesisClient } = await import('./kinesis/kinesis-client.ts')
  return createKinesisClient(options)
}

/**
 * Opens the store that the options name; none for an in-memory database. Each kind is loaded only when it is needed.
 */
async function openStorage({
  path,
  store,
  postgres,
  durability = 'full',
}: OpenOptions): Promise<Storage | undefined> {
  if (postgres !== undefined) {
    if (path !== undefined)
      throw new TypeError(
        'A database is in a folder or in PostgreSQL, not in both: use either "path" or "postgres"',
      )
    const { openPostgresStorage } = await import('@monotable/storage-postgres')
    return openPostgresStorage(typeof postgres === 'string' ? postgresOptions(postgres) : postgres)
  }
  if (path === undefined) return undefined
  const { findStore } = await import('@monotable/storage-files')
  if ((store ?? findStore(path)) === 'log') {
    const { openLogStorage } = await import('@monotable/storage-log')
    return openLogStorage({ path, durability })
  }
  // A native module, which takes the longest to load.
  const { openSqliteStorage } = await import('@monotable/storage-sqlite')
  return openSqliteStorage({ path, durability })
}

/** Adds the SDK's clients to a database. */
export function withClients(db: Database): OpenedDatabase {
  return new DatabaseWithClients(db)
}

class DatabaseWithClients implements OpenedDatabase {
  readonly messages: Wording
  readonly region: string
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
    this.messages = db.messages
    this.region = db.region
  }

  clientConfig(): ClientConfig {
    return createClientConfig(this.#db, this.region)
  }

  sdkClient(): DynamoDB {
    return createSdkClient(this.#db, this.region)
  }

  sdkDocumentClient(translateConfig?: TranslateConfig): DynamoDBDocument {
    return createSdkDocumentClient(this.#db, this.region, translateConfig)
  }

  send<Name extends OperationName>(
    operation: Name,
    input: OperationInputs[Name],
    options?: { readonly region?: string },
  ): Promise<OperationOutputs[Name]> {
    return this.#db.send(operation, input, options)
  }

  execute(operation: string, input: unknown, caller: Caller, details?: RequestDetails): Promise<string> {
    return this.#db.execute(operation, input, caller, details)
  }

  requests(): readonly RequestRecord[] {
    return this.#db.requests()
  }

  watchRequests(listener: RequestListener): () => void {
    return this.#db.watchRequests(listener)
  }

  metrics(): Promise<string> {
    return this.#db.metrics()
  }

  tables(): Promise<readonly TablePlace[]> {
    return this.#db.tables()
  }

  heat(table: string, options?: HeatOptions): Promise<Heat> {
    return this.#db.heat(table, options)
  }

  insights(table: string, options?: InsightsOptions): Promise<Insights> {
    return this.#db.insights(table, options)
  }

  on(table: string, handler: TriggerHandler, options?: TriggerOptions): Promise<Trigger> {
    return this.#db.on(table, handler, options)
  }

  ready(): Promise<void> {
    return this.#db.ready()
  }

  settled(): Promise<void> {
    return this.#db.settled()
  }

  reset(): Promise<void> {
    return this.#db.reset()
  }

  snapshot(): Promise<Snapshot> {
    return this.#db.snapshot()
  }

  restore(snapshot: Snapshot): Promise<void> {
    return this.#db.restore(snapshot)
  }

  close(): Promise<void> {
    return this.#db.close()
  }
}
