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

/** What a database is made of; everything has a default. */
export interface DatabaseOptions {
  /** Where everything is kept; in memory by default. The database closes it. */
  readonly storage?: Storage
  readonly clock?: TimeSource
  readonly random?: Random
  /** How validation errors are worded: as AWS does today, or as it did before 2026. */
  readonly messages?: Wording
  /** The region of callers that name none. */
  readonly region?: string
  /** The account that owns tables of callers that name none; it shows in ARNs. */
  readonly accountId?: string
  /** Whether all regions and accounts see the same tables. */
  readonly shared?: boolean
  /** Whether requests are counted, and the last of them remembered. A server does it unless told otherwise. */
  readonly metrics?: boolean | MetricsOptions
  /** What is done to requests to try their senders; nothing unless asked for. */
  readonly adversity?: AdversityOptions
  /** How expired items are deleted. */
  readonly ttl?: { readonly delayMs?: number }
  /** How long a vector index that is added to a table waits before it is filled; not at all unless told so. */
  readonly vectors?: { readonly fillDelayMs?: number }
  /** How streams are divided. */
  readonly streams?: StreamOptions
  /** Where exports are written to, and imports and bulk operations read from; without it they are refused. */
  readonly objects?: ObjectFolder
  /** Where the changes of tables with a Kinesis destination are sent to; without it no destination becomes active. */
  readonly kinesis?: KinesisStreams
  /** Whether and how capacity is watched and limited. */
  readonly capacity?: CapacityOptions
}

/** How streams are divided into shards, which AWS decides for itself. */
export interface StreamOptions {
  /** How many shards a new stream has; one unless told otherwise. */
  readonly shards?: number
  /** How long a shard takes records before another follows it; four hours, as on AWS. */
  readonly shardMs?: number
  /** With so many records a shard is followed by two; a million. */
  readonly shardRecords?: number
}

/** The figures that the engine works with, for what was given. */
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
