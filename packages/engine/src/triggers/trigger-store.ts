import type { DeadLetter } from './dead-letter.ts'

/** How far a shard has been handled. */
export interface ShardCheckpoint {
  readonly shardId: string
  /** The last record such that it and all before it are handled; absent before the first. */
  readonly sequenceNumber?: string
  readonly isFinished?: true
}

/** The progress of a trigger. */
export interface Checkpoint {
  readonly streamArn: string
  /** Records from before this time are not wanted; 0 if all are. */
  readonly startMs: number
  readonly shards: readonly ShardCheckpoint[]
}

/** Where a trigger stores what must survive it. All writes are durable when they resolve. */
export interface TriggerStore {
  load(): Promise<Checkpoint | undefined>
  save(checkpoint: Checkpoint): Promise<void>
  /** Returns the letters in the order in which they were created. */
  deadLetters(): Promise<readonly DeadLetter[]>
  /** Adds a dead letter, or replaces the one with the same id. */
  saveDeadLetter(letter: DeadLetter): Promise<void>
  removeDeadLetter(id: string): Promise<void>
  /** Removes everything. */
  forget(): Promise<void>
}
