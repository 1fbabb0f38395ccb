import type { DynamoDBRecord } from './stream-event.ts'

/** A part of a stream, within which records are in order. */
export interface ShardInfo {
  readonly shardId: string
  /** The shard that this one goes on from: its records come before those of this one. */
  readonly parentShardId?: string
  /** Whether nothing can be added to it any more. */
  readonly isClosed: boolean
}

/** Where to begin to read a shard. */
export type ShardStart =
  | { readonly type: 'TRIM_HORIZON' }
  | { readonly type: 'LATEST' }
  | { readonly type: 'AFTER_SEQUENCE_NUMBER'; readonly sequenceNumber: string }

/** A record that was read. Each call gives a record of its own, which a handler may change as it likes. */
export type ReadRecord = () => DynamoDBRecord

/** What a read gave. */
export interface ShardPage {
  readonly records: readonly ReadRecord[]
  /** Where to go on; absent at the end of a closed shard. */
  readonly next?: string
}

/**
 * A stream, as far as a trigger needs it: in this process, or behind an endpoint. Errors are those of the service:
 * their `name` says what they are (`ExpiredIteratorException`, `TrimmedDataAccessException`,
 * `ResourceNotFoundException`; anything else may pass).
 */
export interface StreamSource {
  readonly streamArn: string
  /** All shards that there are now. */
  shards(): Promise<readonly ShardInfo[]>
  /** An iterator, which can be used for some minutes. One for `LATEST` stays at the place of now. */
  iterator(shardId: string, start: ShardStart): Promise<string>
  /** Up to so many records, as Lambda would get them. None means that there are none yet, or a gap. */
  read(iterator: string, limit: number): Promise<ShardPage>
  /** Calls whenever there may be something new, until what it gives is called. */
  listen(call: () => void): () => void
}

/** Where a trigger finds the streams of its table. */
export interface StreamDirectory {
  /** The ARN of the table's stream; `undefined` while it has none, or the table is not there. */
  findStream(): Promise<string | undefined>
  open(streamArn: string): StreamSource
}
