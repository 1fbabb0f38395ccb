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

/** Figures that AWS keeps to itself, or that tests want otherwise. */
export interface EngineSettings {
  /** How many shards a new stream has. */
  readonly streamShards: number
  /** How long a shard takes records before another follows it. */
  readonly shardMs: number
  /** A shard that holds so many records is followed by two, as long as there are not more than so many. */
  readonly shardRecords: number
  readonly maxShards: number
  /** How much later than it says an item is deleted that expires. */
  readonly ttlDelayMs: number
  /** How long a vector index that is added stays as it is before it is filled. */
  readonly vectorFillDelayMs: number
  /** Whether all regions have the same tables, so that none can be another's replica. */
  readonly mergesRegions: boolean
}

/** What every operation works with. */
export interface OperationContext {
  readonly storage: Storage
  readonly catalogue: Catalogue
  /** Whose tables the caller means. */
  readonly realm: Realm
  readonly clock: Clock
  readonly random: Random
  readonly background: Background
  /** Divides work in the background among the servers of a store; absent where there is only one. */
  readonly leases?: Leases | undefined
  /** Throws unless the caller may have a part of a request done, once tables are not as they were; absent for who may do everything. */
  readonly judgeAgain?: (input: object) => void
  /** Every request runs inside it, so that a space is dropped only when nobody can still be using it. */
  readonly inFlight: InFlight
  /** Where the database can be reached (host and port), if it is served. */
  readonly endpoint?: string
  readonly tokens: TokenLedger
  /** Vectors of indexes that were searched lately. */
  readonly vectors: VectorCache
  /** Reads that may be stale: those of clients that did not ask for consistency. */
  readonly eventual: Pick<Storage, 'read' | 'range'>
  /** All streams, by realm, table and label. */
  readonly streams: Register<StreamDocument>
  readonly signals: StreamSignals
  /** Numbers the changes of a millisecond, for those who are told microseconds. */
  readonly micros: MicrosecondClock
  /** Looks after streams: trims what is too old, follows full shards by new ones. */
  readonly streamKeeper: Housekeeper
  /** Deletes items that have expired. */
  readonly expirer: Housekeeper
  readonly settings: EngineSettings
  /** What is done to requests to try their senders, if anything is. */
  readonly adversity: Adversity | undefined
  /** Hears what requests use, and may refuse them. Nobody listens unless it is `active`. */
  readonly meter: UsageMeter
  readonly collections: CollectionSizes
  /** Which tables write down their history at this moment. */
  readonly histories: Histories
  /** Trims histories, and removes backups that have expired. */
  readonly historyKeeper: Housekeeper
  readonly backups: Register<BackupDocument>
  readonly exports: Register<ExportDocument>
  readonly imports: Register<ImportDocument>
  readonly bulkOperations: Register<BulkDocument>
  /** Where exports are written to, and imports and bulk operations read from; absent when there is no such place. */
  readonly objects?: ObjectFolder | undefined
  /** Where changes are sent to; absent when there is no such place. */
  readonly kinesis?: KinesisStreams | undefined
  /** Sends changes to Kinesis for the destinations of the catalogue, which it looks at when told to. */
  readonly deliveries: { sync(): void }
}

/** An answer as it goes on the wire; stored items stand in it as `JsonText`. */
export type WireAnswer = { readonly [member: string]: unknown }
