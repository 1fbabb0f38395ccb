import { chooseShards } from './choose-shards.ts'
import type { ShardInfo } from './shard-source.ts'
import type { Checkpoint, ShardCheckpoint } from './trigger-store.ts'

/** Tracks how far each shard of a stream has been handled. */
export class ShardLedger {
  readonly streamArn: string
  readonly startMs: number
  readonly #shards = new Map<string, ShardCheckpoint>()
  #listed: readonly ShardInfo[] = []

  constructor({ streamArn, startMs, shards }: Checkpoint) {
    this.streamArn = streamArn
    this.startMs = startMs
    for (const shard of shards) this.#shards.set(shard.shardId, shard)
  }

  /** Updates the list of shards. Those that no longer exist are forgotten. */
  list(shards: readonly ShardInfo[]): void {
    this.#listed = shards
    const present = new Set(shards.map(({ shardId }) => shardId))
    for (const { shardId, isFinished } of this.#shards.values()) {
      if (isFinished && !present.has(shardId)) this.#shards.delete(shardId)
    }
  }

  /** Returns the shards to start reading, in addition to those already being read. */
  ready(active: ReadonlySet<string>): readonly ShardInfo[] {
    const finished = new Set<string>()
    for (const { shardId, isFinished } of this.#shards.values()) if (isFinished) finished.add(shardId)
    return chooseShards(this.#listed, { finished, active })
  }

  find(shardId: string): ShardCheckpoint | undefined {
    return this.#shards.get(shardId)
  }

  reach(shardId: string, sequenceNumber: string): void {
    this.#shards.set(shardId, { shardId, sequenceNumber })
  }

  /** Marks a shard as being read, from the time at which the trigger started. */
  begin(shardId: string): void {
    this.#shards.set(shardId, { shardId })
  }

  finish(shardId: string): void {
    const { sequenceNumber } = this.#shards.get(shardId) ?? {}
    const reached = sequenceNumber === undefined ? {} : { sequenceNumber }
    this.#shards.set(shardId, { shardId, ...reached, isFinished: true })
  }

  checkpoint(): Checkpoint {
    return { streamArn: this.streamArn, startMs: this.startMs, shards: [...this.#shards.values()] }
  }
}
