import type { DeadLetter } from './dead-letter.ts'

/** How far a shard has been handled. */
export interface ShardCheckpoint {
  readonly shardId: string
  /** The last record of which it and all before it are handled; absent before the first. */
  readonly sequenceNumber?: string
  readonly isFinished?: true
}

/** How far a trigger has come. */
export interface Checkpoint {
  readonly streamArn: string
  /** Records of before this time are not wanted; 0 when all are. */
  readonly startMs: number
  readonly shards: readonly ShardCheckpoint[]
}

/** Where a trigger keeps what has to survive it. Everything is durable when it resolves. */
export interface TriggerStore {
  load(): Promise<Checkpoint | undefined>
  save(checkpoint: Checkpoint): Promise<void>
  /** In the order in which they came. */
  deadLetters(): Promise<readonly DeadLetter[]>
  /** Adds a dead letter, or replaces the one of the same id. */
  saveDeadLetter(letter: DeadLetter): Promise<void>
  removeDeadLetter(id: string): Promise<void>
  /** Removes everything. */
  forget(): Promise<void>
}
