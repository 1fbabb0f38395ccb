import type { AttributeMap } from '@monotable/protocol'
import type { ByteString } from '../storage/storage.ts'
import type { Table, TableIndex } from '../tables/table.ts'
import type { AccessKind, Partition } from './partition-map.ts'
import type { LimitType } from './throttling-error.ts'

/** One access of a request to a table or an index. */
export interface Access {
  readonly table: Table
  /** The index that is read or written; if absent, the table itself. */
  readonly index?: TableIndex | undefined
  readonly kind: AccessKind
  /** The location: the digest of the partition key, and the sort key or a part of it. */
  readonly partition: ByteString
  readonly sort: ByteString
  /** An item or a key with the key attributes, if available. */
  readonly keyItem?: AttributeMap | undefined
}

/** Receives what requests use. It must be fast and must not throw: every request calls it. */
export interface UsageSink {
  /** Reports used units. Those of a local index are listed separately here, although they are its table's. */
  used(access: Access, units: number): void
  /** Reports that a request, or one part of it, was refused. */
  throttled(access: Access, limits: readonly LimitType[]): void
}

/** What was granted to a request, until its actual use is known. */
export interface Hold {
  readonly access: Access
  /** Units that have already been charged. */
  readonly reserved: number
  /** Whether AWS would have refused it; then nothing more is charged. */
  readonly refused: boolean
  /** The partition that was charged. */
  readonly partition?: Partition
}
