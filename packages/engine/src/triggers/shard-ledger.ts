import { chooseShards } from './choose-shards.ts'
import type { ShardInfo } from './shard-source.ts'
import type { Checkpoint, ShardCheckpoint } from './trigger-store.ts'

/** What a trigger knows of the shards of a stream: how far each has been handled. */
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

  /** Takes in which shards there are. Of those that are gone nothing has to be remembered. */
  list(shards: readonly ShardInfo[]): void {
    this.#listed = shards
    const present = new Set(shards.map(({ shardId }) => shardId))
    for (const { shardId, isFinished } of this.#shards.values()) {
      if (isFinished && !present.has(shardId)) this.#shards.delete(shardId)
    }
  }

  /** The shards to begin with, beside those that are being read. */
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

  /** From here on, the shard is read from the time at which the trigger began. */
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
