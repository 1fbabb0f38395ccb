/**
 * Bytes as a string with one character (U+0000 to U+00FF) a byte. Comparing two such strings with `<`
 * compares their bytes, and ASCII text is its own byte string, so that keys cost neither a Buffer nor a copy.
 */
export type ByteString = string

/** Names a space: letters, digits, `_`, `.` and `-`; at most 60 characters; never used again once dropped. */
export type SpaceId = string

/**
 * The place of a record. `partition` is a digest of exactly 16 bytes; `sort` is up to about 2,100 bytes and
 * may be empty. A space is ordered by partition, then by sort, both bytewise.
 */
export interface RecordKey {
  readonly space: SpaceId
  readonly partition: ByteString
  readonly sort: ByteString
}

/** A place that `mutate` reads. */
export interface ReadKey extends RecordKey {
  /**
   * Read by many and hardly ever written, such as the definition of a table: a store that lets calls for one place
   * wait for one another need not do so for this one. What is guaranteed is the same.
   */
  readonly isQuiet?: boolean
}

/**
 * What a place holds. `doc` is JSON text (well-formed Unicode); `sizeBytes` is the size by DynamoDB's rules, a whole number
 * below 2^30.
 */
export interface RecordValue {
  readonly doc: string
  readonly sizeBytes: number
}

/** A record found in a range; what it has need not be properties of its own, so it cannot be copied by spreading it. */
export interface StoredRecord extends RecordValue {
  readonly partition: ByteString
  readonly sort: ByteString
}

/** A write of one place: the new value, or `undefined` to remove what is there (removing nothing is fine). */
export interface Change extends RecordKey {
  readonly value: RecordValue | undefined
}

/**
 * A record at the end of a log. The store gives it the next position as its `sort`: eight bytes, greater than
 * any position that was ever given in this space, also to records that are gone. Whoever has seen a record of a
 * partition will never see a new one before it.
 */
export interface Append {
  readonly space: SpaceId
  readonly partition: ByteString
  readonly value: RecordValue
}

/** What `decide` wants done, and the answer that `mutate` gives once that is durable. */
export interface Decision<Answer> {
  readonly changes: readonly Change[]
  /** Made in this order, after the changes. */
  readonly appends?: readonly Append[] | undefined
  readonly answer: Answer
}

/** One end of a range of sort keys. */
export interface SortBound {
  readonly sort: ByteString
  readonly inclusive: boolean
}

/** A place to go on after, exclusive, in the direction of the read. */
export interface Position {
  readonly partition: ByteString
  readonly sort: ByteString
}

/** A read of neighbouring records. */
export interface RangeRequest {
  readonly space: SpaceId
  /** One partition with bounds on its sort keys, or a slice of all partitions, `from` ≤ partition < `to`. */
  readonly within:
    | { readonly partition: ByteString; readonly low?: SortBound; readonly high?: SortBound }
    | { readonly from?: ByteString; readonly to?: ByteString }
  /** Descending order when true. */
  readonly reverse?: boolean
  /** Starts behind this place, which need not exist. It may lie outside `within`; the range is then cut to it. */
  readonly after?: Position
  /** At most this many records. */
  readonly maxRecords?: number
  /** Ends with the record that brings the sum of `sizeBytes` to this or beyond. At least one record is given. */
  readonly maxBytes?: number
}

/** The records in order, and whether others of the range lie behind them. */
export interface RangePage {
  readonly records: readonly StoredRecord[]
  readonly more: boolean
}

/** How much a space or one of its partitions holds. */
export interface SpaceSize {
  readonly records: number
  readonly sizeBytes: number
}

/** The state of a whole store at one moment, to go back to; only for the store that made it. */
export interface StorageSnapshot {
  /** Frees what the snapshot holds. */
  release(): Promise<void>
}

/**
 * Where the engine keeps everything: spaces of records. A store knows nothing of items, tables or indexes.
 *
 * Every method may be called at any time and any number at once. A failure of the store is a `StorageError`;
 * after `CLOSED`, `CORRUPT` or `IO` no further write is acknowledged. A space that does not exist is a
 * `StorageError` with code `NO_SPACE`.
 */
export interface Storage {
  /**
   * Whether other processes may write the same records. Then the engine trusts nothing that it has in memory, and
   * shares the work in the background with them.
   */
  readonly isShared?: boolean

  /** Makes an empty space; fine if it exists already. Durable when it resolves. */
  createSpace(space: SpaceId): Promise<void>
  /** Removes a space with all it holds; fine if there is none. */
  dropSpace(space: SpaceId): Promise<void>
  /** All spaces, in no particular order. */
  listSpaces(): Promise<readonly SpaceId[]>

  /** The values at some places, as of one moment, in the order of the keys; `undefined` where there is none. */
  read(keys: readonly RecordKey[]): Promise<readonly (RecordValue | undefined)[]>

  /** Neighbouring records, as of one moment. */
  range(request: RangeRequest): Promise<RangePage>

  /**
   * Reads the places `keys`, lets `decide` say what to change, and makes all those changes or none,
   * isolated from every other call (serializable with respect to the places read and written). Resolves
   * to the decision's answer once the changes are durable.
   *
   * `decide` must be pure: it may be called again with fresh values. What it throws rejects this call
   * alone and changes nothing. Changes may name any places, also ones that were not read; when they
   * name one place twice, the last holds.
   */
  mutate<Answer>(
    keys: readonly ReadKey[],
    decide: (values: readonly (RecordValue | undefined)[]) => Decision<Answer>,
  ): Promise<Answer>

  /** How much a space holds, or one partition of it; exact. */
  size(space: SpaceId, partition?: ByteString): Promise<SpaceSize>

  /** Drops all spaces. Where that takes several commits, those of `first` are gone with the first one. */
  clear(first?: readonly SpaceId[]): Promise<void>
  /** Remembers the state of now. */
  snapshot(): Promise<StorageSnapshot>
  /** Goes back to the state of a snapshot, which can be used again. */
  restore(snapshot: StorageSnapshot): Promise<void>

  /** Finishes what is under way, makes it durable and frees everything; fine when closed already. */
  close(): Promise<void>
}
