import type { DynamoDBRecord } from './stream-event.ts'

/** A part of a stream, within which records are in order. */
export interface ShardInfo {
  readonly shardId: string
  /** The shard that this one succeeds: its records come before those of this one. */
  readonly parentShardId?: string
  /** Whether it accepts no more records. */
  readonly isClosed: boolean
}

/** Where to start reading a shard. */
export type ShardStart =
  | { readonly type: 'TRIM_HORIZON' }
  | { readonly type: 'LATEST' }
  | { readonly type: 'AFTER_SEQUENCE_NUMBER'; readonly sequenceNumber: string }

/** Returns a record that was read. Each call returns a new object, which a handler may change. */
export type ReadRecord = () => DynamoDBRecord

/** The result of a read. */
export interface ShardPage {
  readonly records: readonly ReadRecord[]
  /** Where to continue; absent at the end of a closed shard. */
  readonly next?: string
}

/**
 * A stream, as far as a trigger needs it: in this process, or behind an endpoint. Errors are those of the service,
 * identified by `name` (`ExpiredIteratorException`, `TrimmedDataAccessException`, `ResourceNotFoundException`;
 * anything else may be temporary).
 */
export interface StreamSource {
  readonly streamArn: string
  /** Lists all shards that currently exist. */
  shards(): Promise<readonly ShardInfo[]>
  /** Returns an iterator, which is valid for some minutes. One for `LATEST` stays at the current position. */
  iterator(shardId: string, start: ShardStart): Promise<string>
  /** Reads up to `limit` records in Lambda's form. An empty page means that there are none yet, or a gap. */
  read(iterator: string, limit: number): Promise<ShardPage>
  /** Calls `call` whenever there may be something new, until the returned function is called. */
  listen(call: () => void): () => void
}

/** Where a trigger finds the streams of its table. */
export interface StreamDirectory {
  /** Returns the ARN of the table's stream; `undefined` while it has none, or the table does not exist. */
  findStream(): Promise<string | undefined>
  open(streamArn: string): StreamSource
}
