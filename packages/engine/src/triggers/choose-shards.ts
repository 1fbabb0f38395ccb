import type { ShardInfo } from './shard-source.ts'

/** How far the shards of a stream have been read. */
export interface ShardStates {
  readonly finished: ReadonlySet<string>
  readonly active: ReadonlySet<string>
}

/**
 * The shards that can be read now: those whose parent has been read to its end, or is not there any more. An item's
 * changes may lie in a shard and then in its child, so that their order depends on it.
 */
export function chooseShards(shards: readonly ShardInfo[], { finished, active }: ShardStates): ShardInfo[] {
  const known = new Set(shards.map(({ shardId }) => shardId))
  return shards.filter(({ shardId, parentShardId }) => {
    if (finished.has(shardId) || active.has(shardId)) return false
    return parentShardId === undefined || finished.has(parentShardId) || !known.has(parentShardId)
  })
}
