import type { Database } from '@monotable/engine'
import type { SeededRandom } from '../seeded-random.ts'
import type { Json } from '../wire-call.ts'
import { persist } from './client-pool.ts'
import { describeShards, type FollowedRecord, type FollowedShard } from './follow-stream.ts'

/** How far a shard has been processed: from its beginning, after a record, or to its end. */
type Checkpoint = 'TRIM_HORIZON' | 'SHARD_END' | { readonly after: string }

interface Lease {
  readonly parent: string | undefined
  checkpoint: Checkpoint
}

/**
 * Processes a stream while it is written to, the way the Kinesis Client Library does: one lease per shard with a
 * checkpoint, children after their parent, and again from the checkpoint when a worker was lost. Every record is
 * delivered once for each time that it was read.
 */
export class LeaseWorkers {
  readonly records: FollowedRecord[] = []
  readonly #db: Database
  readonly #arn: string
  readonly #random: SeededRandom
  readonly #leases = new Map<string, Lease>()

  constructor({ db, arn, random }: { db: Database; arn: string; random: SeededRandom }) {
    this.#db = db
    this.#arn = arn
    this.#random = random
  }

  /** Whether every known shard has been processed to its end. */
  get isDone(): boolean {
    return [...this.#leases.values()].every(({ checkpoint }) => checkpoint === 'SHARD_END')
  }

  /**
   * Takes one worker's turn: picks a shard that is ready, reads some of it, and may be lost before it writes a
   * checkpoint.
   */
  async work(): Promise<void> {
    if (this.#leases.size === 0 || this.#random.percent(10)) await this.#sync()
    const ready = [...this.#leases].filter(([, lease]) => this.#isReady(lease))
    if (ready.length === 0) return
    const [shardId, lease] = this.#random.pick(ready)
    let reached = lease.checkpoint
    let iterator: string | undefined = await this.#iteratorAt(shardId, reached)
    for (let pages = 1 + this.#random.below(3); pages > 0 && iterator !== undefined; pages--) {
      const limit = this.#random.percent(70) ? { Limit: 1 + this.#random.below(9) } : {}
      const page = await this.#ask('GetRecords', { ShardIterator: iterator, ...limit })
      for (const record of page['Records'] as FollowedRecord[]) {
        reached = behind(record, reached)
        this.records.push(record)
      }
      iterator = page['NextShardIterator'] as string | undefined
    }
    if (this.#random.percent(20)) return
    if (iterator !== undefined) lease.checkpoint = reached
    else await this.#end(shardId, lease)
  }

  /** Ends a shard and adds its children, which are listed by the shard's id. */
  async #end(shardId: string, lease: Lease): Promise<void> {
    const filter = { Type: 'CHILD_SHARDS', ShardId: shardId }
    const { StreamDescription } = await this.#ask('DescribeStream', {
      StreamArn: this.#arn,
      ShardFilter: filter,
    })
    const { Shards, StreamStatus } = StreamDescription as { Shards: FollowedShard[]; StreamStatus: string }
    if (Shards.length === 0 && StreamStatus === 'ENABLED')
      throw new Error(`${shardId} ends and nothing follows it`)
    lease.checkpoint = 'SHARD_END'
    for (const child of Shards) this.#add(child)
  }

  async #sync(): Promise<void> {
    for (const shard of await describeShards(this.#db, this.#arn)) this.#add(shard)
  }

  #add({ ShardId, ParentShardId }: FollowedShard): void {
    if (!this.#leases.has(ShardId))
      this.#leases.set(ShardId, { parent: ParentShardId, checkpoint: 'TRIM_HORIZON' })
  }

  #isReady({ parent, checkpoint }: Lease): boolean {
    const before = parent === undefined ? undefined : this.#leases.get(parent)
    return checkpoint !== 'SHARD_END' && (before === undefined || before.checkpoint === 'SHARD_END')
  }

  async #iteratorAt(ShardId: string, checkpoint: Checkpoint): Promise<string> {
    const place =
      typeof checkpoint === 'object'
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: checkpoint.after }
        : { ShardIteratorType: 'TRIM_HORIZON' }
    const answer = await this.#ask('GetShardIterator', { StreamArn: this.#arn, ShardId, ...place })
    return answer['ShardIterator'] as string
  }

  async #ask(operation: string, input: Json): Promise<Json> {
    const { answer, error } = await persist(this.#db, operation, input)
    if (answer === undefined) throw new Error(`${operation} answered ${error}`)
    return answer
  }
}

/** Returns the checkpoint after a record, which must come after all records read before. */
function behind({ dynamodb }: FollowedRecord, reached: Checkpoint): Checkpoint {
  const number = dynamodb.SequenceNumber
  if (typeof reached === 'object' && BigInt(number) <= BigInt(reached.after)) {
    throw new Error(`record ${number} comes behind ${reached.after}`)
  }
  return { after: number }
}
