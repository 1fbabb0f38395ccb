import type { ShardInfo } from './shard-source.ts'

/** How far the shards of a stream have been read. */
export interface ShardStates {
  readonly finished: ReadonlySet<string>
  readonly active: ReadonlySet<string>
}

/**
 * Returns the shards that can be read now: those whose parent has been read to its end or no longer exists. An
 * item's changes may span a shard and its child, so their order depends on this.
 */
export function chooseShards(shards: readonly ShardInfo[], { finished, active }: ShardStates): ShardInfo[] {
  const known = new Set(shards.map(({ shardId }) => shardId))
  return shards.filter(({ shardId, parentShardId }) => {
    if (finished.has(shardId) || active.has(shardId)) return false
    return parentShardId === undefined || finished.has(parentShardId) || !known.has(parentShardId)
  })
}
