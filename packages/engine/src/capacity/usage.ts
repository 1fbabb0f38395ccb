import type { AttributeMap } from '@monotable/protocol'
import type { ByteString } from '../storage/storage.ts'
import type { Table, TableIndex } from '../tables/table.ts'
import type { AccessKind, Partition } from './partition-map.ts'
import type { LimitType } from './throttling-error.ts'

/** One thing that a request does to a table or an index. */
export interface Access {
  readonly table: Table
  /** The index that is read or written; without it, the table itself. */
  readonly index?: TableIndex | undefined
  readonly kind: AccessKind
  /** Where: the digest of the partition key, and the sort key or a part of it. */
  readonly partition: ByteString
  readonly sort: ByteString
  /** An item or a key that has the attributes of the key, if one is at hand. */
  readonly keyItem?: AttributeMap | undefined
}

/** Hears what requests use. It must be quick and must not throw: every request calls it. */
export interface UsageSink {
  /** Units that were used. Those of a local index are told apart here, though they are its table's. */
  used(access: Access, units: number): void
  /** A request was refused, or one part of it. */
  throttled(access: Access, limits: readonly LimitType[]): void
}

/** What was granted to a request, until it is known what it really used. */
export interface Hold {
  readonly access: Access
  /** Units that were charged already. */
  readonly reserved: number
  /** Whether AWS would have refused it; then nothing more is charged. */
  readonly refused: boolean
  /** The partition that was charged. */
  readonly partition?: Partition
}
