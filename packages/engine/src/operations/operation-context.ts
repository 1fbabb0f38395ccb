import type { Adversity } from '../adversity/adversity.ts'
import type { CollectionSizes } from '../capacity/collection-sizes.ts'
import type { UsageMeter } from '../capacity/usage-meter.ts'
import type { Storage } from '../storage/storage.ts'
import type { StreamDocument } from '../streams/stream-document.ts'
import type { StreamSignals } from '../streams/stream-signals.ts'
import type { BackupDocument } from '../tables/backup-document.ts'
import type { BulkDocument } from '../tables/bulk-document.ts'
import type { Catalogue, Realm } from '../tables/catalogue.ts'
import type { ExportDocument } from '../tables/export-document.ts'
import type { Histories } from '../tables/histories.ts'
import type { ImportDocument } from '../tables/import-document.ts'
import type { Leases } from '../tables/leases.ts'
import type { Register } from '../tables/register.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import type { TokenLedger } from '../transactions/token-ledger.ts'
import type { Background } from '../util/background.ts'
import type { Clock } from '../util/clock.ts'
import type { Housekeeper } from '../util/housekeeping.ts'
import type { InFlight } from '../util/in-flight.ts'
import type { KinesisStreams } from '../util/kinesis-streams.ts'
import type { MicrosecondClock } from '../util/microsecond-clock.ts'
import type { ObjectFolder } from '../util/object-folder.ts'
import type { Random } from '../util/random.ts'
import type { VectorCache } from '../vectors/vector-cache.ts'

/** Settings that AWS does not document, or that tests need to change. */
export interface EngineSettings {
  /** The number of shards of a new stream. */
  readonly streamShards: number
  /** How long a shard takes records before another succeeds it. */
  readonly shardMs: number
  /**
   * The number of records after which two shards succeed a shard, and the number of shards up to which that
   * happens.
   */
  readonly shardRecords: number
  readonly maxShards: number
  /** How long after its expiry time an item is deleted. */
  readonly ttlDelayMs: number
  /** How long an added vector index waits before it is filled. */
  readonly vectorFillDelayMs: number
  /** Whether all regions share the same tables, so that none can be another's replica. */
  readonly mergesRegions: boolean
}

/** What every operation works with. */
export interface OperationContext {
  readonly storage: Storage
  readonly catalogue: Catalogue
  /** The region and account whose tables the caller means. */
  readonly realm: Realm
  readonly clock: Clock
  readonly random: Random
  readonly background: Background
  /** Divides background work among the servers of a store; absent if there is only one. */
  readonly leases?: Leases | undefined
  /**
   * Throws unless the caller may execute a part of a request, after tables have changed; absent for callers who may
   * do everything.
   */
  readonly judgeAgain?: (input: object) => void
  /**
   * Returns whether the caller could make the request again once its table is defined like this; absent for callers
   * who may do everything.
   */
  readonly isAllowedOn?: (definition: TableDefinition) => boolean
  /** Every request registers here, so that a space is dropped only when no request can still be using it. */
  readonly inFlight: InFlight
  /** The host and port at which the database can be reached, if it is served. */
  readonly endpoint?: string
  readonly tokens: TokenLedger
  /** The vectors of recently searched indexes. */
  readonly vectors: VectorCache
  /** For reads that may be stale: those of clients that did not ask for consistency. */
  readonly eventual: Pick<Storage, 'read' | 'range'>
  /** All streams, by realm, table and label. */
  readonly streams: Register<StreamDocument>
  readonly signals: StreamSignals
  /** Numbers the changes within a millisecond, for interfaces with microsecond timestamps. */
  readonly micros: MicrosecondClock
  /** Maintains streams: trims old records and replaces full shards with new ones. */
  readonly streamKeeper: Housekeeper
  /** Deletes expired items. */
  readonly expirer: Housekeeper
  readonly settings: EngineSettings
  /** Injects delays and failures into requests, if configured. */
  readonly adversity: Adversity | undefined
  /** Tracks what requests consume, and may refuse them. Does nothing unless `active`. */
  readonly meter: UsageMeter
  readonly collections: CollectionSizes
  /** Knows which tables currently record their history. */
  readonly histories: Histories
  /** Trims histories, and removes expired backups. */
  readonly historyKeeper: Housekeeper
  readonly backups: Register<BackupDocument>
  readonly exports: Register<ExportDocument>
  readonly imports: Register<ImportDocument>
  readonly bulkOperations: Register<BulkDocument>
  /** Where exports are written and imports and bulk operations are read; absent if not configured. */
  readonly objects?: ObjectFolder | undefined
  /** Where changes are sent; absent if not configured. */
  readonly kinesis?: KinesisStreams | undefined
  /** Sends changes to Kinesis for the destinations in the catalogue, which it re-reads on `sync`. */
  readonly deliveries: { sync(): void }
}

/** An answer as it goes on the wire; stored items appear in it as `JsonText`. */
export type WireAnswer = { readonly [member: string]: unknown }
