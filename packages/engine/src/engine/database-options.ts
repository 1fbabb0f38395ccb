import type { Wording } from '@monotable/protocol'
import type { AdversityOptions } from '../adversity/adversity-options.ts'
import type { CapacityOptions } from '../capacity/capacity-options.ts'
import type { MetricsOptions } from '../metrics/request-observer.ts'
import type { EngineSettings } from '../operations/operation-context.ts'
import type { Storage } from '../storage/storage.ts'
import type { TimeSource } from '../util/clock.ts'
import type { KinesisStreams } from '../util/kinesis-streams.ts'
import type { ObjectFolder } from '../util/object-folder.ts'
import type { Random } from '../util/random.ts'

/** The options of a database; each has a default. */
export interface DatabaseOptions {
  /** Where everything is stored; in memory by default. The database closes it. */
  readonly storage?: Storage
  readonly clock?: TimeSource
  readonly random?: Random
  /** How validation errors are worded: as AWS words them today, or as it did before 2026. */
  readonly messages?: Wording
  /** The region for callers that name none. */
  readonly region?: string
  /** The account that owns the tables of callers that name none; it appears in ARNs. */
  readonly accountId?: string
  /** Whether all regions and accounts see the same tables. */
  readonly shared?: boolean
  /** Whether requests are counted and the latest ones remembered. A server does so by default. */
  readonly metrics?: boolean | MetricsOptions
  /** Delays and failures to inject, for testing clients; none by default. */
  readonly adversity?: AdversityOptions
  /** How expired items are deleted. */
  readonly ttl?: { readonly delayMs?: number }
  /** How long a vector index added to a table waits before it is filled; no wait by default. */
  readonly vectors?: { readonly fillDelayMs?: number }
  /** How streams are divided into shards. */
  readonly streams?: StreamOptions
  /** Where exports are written and imports and bulk operations are read; without it, these are refused. */
  readonly objects?: ObjectFolder
  /** Where changes of tables with a Kinesis destination are sent; without it, no destination becomes active. */
  readonly kinesis?: KinesisStreams
  /** Whether and how capacity is tracked and limited. */
  readonly capacity?: CapacityOptions
}

/** How streams are divided into shards; AWS decides this for itself. */
export interface StreamOptions {
  /** The number of shards of a new stream; one by default. */
  readonly shards?: number
  /** How long a shard takes records before another succeeds it; four hours by default, as on AWS. */
  readonly shardMs?: number
  /** The number of records after which two shards succeed a shard; a million by default. */
  readonly shardRecords?: number
}

/** Returns the settings that the engine works with for the given options. */
export function settingsOf(options: DatabaseOptions): EngineSettings {
  const { streams = {}, ttl = {}, vectors = {}, shared = false } = options
  return {
    streamShards: streams.shards ?? 1,
    shardMs: streams.shardMs ?? 4 * 60 * 60 * 1000,
    shardRecords: streams.shardRecords ?? 1_000_000,
    maxShards: 64,
    ttlDelayMs: ttl.delayMs ?? 0,
    vectorFillDelayMs: vectors.fillDelayMs ?? 0,
    mergesRegions: shared,
  }
}
