/**
 * Bytes as a string with one character (U+0000 to U+00FF) per byte. Comparing two such strings with `<` compares
 * their bytes, and ASCII text is its own byte string, so keys need neither a Buffer nor a copy.
 */
export type ByteString = string

/**
 * The name of a space: letters, digits, `_`, `.` and `-`; at most 60 characters. Never reused after the space is
 * dropped.
 */
export type SpaceId = string

/**
 * The place of a record. `partition` is a digest of exactly 16 bytes; `sort` has up to about 2,100 bytes and may be
 * empty. A space is ordered by partition, then by sort, both bytewise.
 */
export interface RecordKey {
  readonly space: SpaceId
  readonly partition: ByteString
  readonly sort: ByteString
}

/** A place that `mutate` reads. */
export interface ReadKey extends RecordKey {
  /**
   * Whether the place is read often and hardly ever written, such as the definition of a table. A store that makes
   * concurrent calls for one place wait for one another need not do so for this one; the guarantees are the same.
   */
  readonly isQuiet?: boolean
}

/**
 * The value stored at a place. `doc` is JSON text (well-formed Unicode); `sizeBytes` is the size by DynamoDB's
 * rules, a whole number below 2^30.
 */
export interface RecordValue {
  readonly doc: string
  readonly sizeBytes: number
}

/** A record found by a range read. Its members need not be own properties, so do not copy it by spreading it. */
export interface StoredRecord extends RecordValue {
  readonly partition: ByteString
  readonly sort: ByteString
}

/** A write to one place: the new value, or `undefined` to remove the record (removing nothing is fine). */
export interface Change extends RecordKey {
  readonly value: RecordValue | undefined
}

/**
 * A record to add to the end of a log. The store assigns the next position as its `sort`: eight bytes, greater than
 * any position ever assigned in this space, including those of deleted records. A reader that has seen a record of
 * a partition will never see a new one before it.
 */
export interface Append {
  readonly space: SpaceId
  readonly partition: ByteString
  readonly value: RecordValue
}

/** The changes that `decide` wants, and the answer that `mutate` returns once they are durable. */
export interface Decision<Answer> {
  readonly changes: readonly Change[]
  /** Applied in this order, after the changes. */
  readonly appends?: readonly Append[] | undefined
  readonly answer: Answer
}

/** One end of a range of sort keys. */
export interface SortBound {
  readonly sort: ByteString
  readonly inclusive: boolean
}

/** The place to continue after, exclusive, in the direction of the read. */
export interface Position {
  readonly partition: ByteString
  readonly sort: ByteString
}

/** A read of consecutive records. */
export interface RangeRequest {
  readonly space: SpaceId
  /** One partition with bounds on its sort keys, or a slice of all partitions, `from` ≤ partition < `to`. */
  readonly within:
    | { readonly partition: ByteString; readonly low?: SortBound; readonly high?: SortBound }
    | { readonly from?: ByteString; readonly to?: ByteString }
  /** Descending order when true. */
  readonly reverse?: boolean
  /** Starts after this place, which need not exist and may lie outside `within`; the range is then cut to it. */
  readonly after?: Position
  /** The maximum number of records. */
  readonly maxRecords?: number
  /** The page ends with the record that brings the sum of `sizeBytes` to this or beyond. It has at least one record. */
  readonly maxBytes?: number
}

/** The records in order, and whether the range has more after them. */
export interface RangePage {
  readonly records: readonly StoredRecord[]
  readonly more: boolean
}

/** How much a space, or one of its partitions, holds. */
export interface SpaceSize {
  readonly records: number
  readonly sizeBytes: number
}

/** The state of a whole store at one moment, to restore later; valid only for the store that made it. */
export interface StorageSnapshot {
  /** Frees the resources of the snapshot. */
  release(): Promise<void>
}

/**
 * Where the engine keeps everything: spaces of records. A store knows nothing of items, tables or indexes.
 *
 * Every method may be called at any time, and any number of calls may run at once. A failure of the store is a
 * `StorageError`; after `CLOSED`, `CORRUPT` or `IO` no further write is acknowledged. Naming a space that does not
 * exist is a `StorageError` with code `NO_SPACE`.
 */
export interface Storage {
  /**
   * Whether other processes may write the same records. The engine then trusts nothing that it has in memory, and
   * shares its background work with them.
   */
  readonly isShared?: boolean

  /** Creates an empty space; does nothing if it exists. Durable when it resolves. */
  createSpace(space: SpaceId): Promise<void>
  /** Removes a space and everything in it; does nothing if it does not exist. */
  dropSpace(space: SpaceId): Promise<void>
  /** Lists all spaces, in no particular order. */
  listSpaces(): Promise<readonly SpaceId[]>

  /** Reads the values at several places as of one moment, in the order of the keys; `undefined` where there is none. */
  read(keys: readonly RecordKey[]): Promise<readonly (RecordValue | undefined)[]>

  /** Reads consecutive records as of one moment. */
  range(request: RangeRequest): Promise<RangePage>

  /**
   * Reads the places `keys`, lets `decide` choose the changes, and applies all of them or none, isolated from every
   * other call (serializable with respect to the places read and written). Resolves to the decision's answer once
   * the changes are durable.
   *
   * `decide` must be pure: it may be called again with fresh values. If it throws, this call alone is rejected and
   * changes nothing. Changes may name any places, including ones that were not read; if they name one place twice,
   * the last one wins.
   */
  mutate<Answer>(
    keys: readonly ReadKey[],
    decide: (values: readonly (RecordValue | undefined)[]) => Decision<Answer>,
  ): Promise<Answer>

  /** Returns the exact size of a space, or of one partition of it. */
  size(space: SpaceId, partition?: ByteString): Promise<SpaceSize>

  /** Drops all spaces. If that takes several commits, the spaces of `first` are gone after the first one. */
  clear(first?: readonly SpaceId[]): Promise<void>
  /** Takes a snapshot of the current state. */
  snapshot(): Promise<StorageSnapshot>
  /** Restores the state of a snapshot, which stays usable. */
  restore(snapshot: StorageSnapshot): Promise<void>

  /** Finishes pending work, makes it durable and frees all resources; does nothing if already closed. */
  close(): Promise<void>
}
