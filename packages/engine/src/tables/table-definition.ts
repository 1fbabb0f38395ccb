import type { BillingMode, IndexStatus, StreamViewType, TableClass, Tag } from '@monotable/protocol'

/** The types that a key attribute can have. */
export type KeyType = 'S' | 'N' | 'B'

/** One attribute of a key. */
export interface KeyAttribute {
  readonly name: string
  readonly type: KeyType
}

/**
 * A key schema. A table has one hash attribute and at most one range attribute; a global index up to four
 * of each.
 */
export interface KeySchema {
  readonly hash: readonly KeyAttribute[]
  readonly range: readonly KeyAttribute[]
}

/** Which attributes an index holds beside the keys. */
export interface Projection {
  readonly type: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'
  /** Sorted by name. */
  readonly nonKeyAttributes?: readonly string[]
}

/** Read and write units, provisioned or at most. */
export interface Units {
  readonly read: number
  readonly write: number
}

/** What is known of a table's or an index's provisioned throughput. */
export interface Throughput extends Units {
  /** How often it was decreased on the day (UTC) of the last decrease. */
  readonly decreasesToday: number
  readonly lastIncreaseMs?: number
  readonly lastDecreaseMs?: number
}

/** Upper bounds of a table or an index that is paid by request; a bound that is not there is none. */
export interface OnDemandLimits {
  readonly read?: number
  readonly write?: number
}

/** An index as the catalogue keeps it. */
export interface IndexDefinition {
  readonly name: string
  readonly kind: 'global' | 'local'
  readonly key: KeySchema
  readonly projection: Projection
  /** The space that holds its entries. */
  readonly space: string
  /** `CREATING` while items are still being filled in; such an index takes writes and refuses reads. */
  readonly status: IndexStatus
  /**
   * The first step of a new index: writes remove the entries of items as they were, and add none. As long as
   * somebody may still write without knowing the index, an entry could be left behind.
   */
  readonly onlyDeletes?: true
  /** Of global indexes only, as the two below. */
  readonly throughput?: Throughput
  readonly onDemandLimits?: OnDemandLimits
  readonly warmThroughput?: Units
}

/** A table as the catalogue keeps it: plain JSON. */
export interface TableDefinition {
  readonly name: string
  readonly id: string
  readonly arn: string
  readonly createdMs: number
  readonly space: string
  /** The attributes of all keys, sorted by name. */
  readonly attributes: readonly KeyAttribute[]
  readonly key: KeySchema
  readonly indexes: readonly IndexDefinition[]
  readonly billingMode: BillingMode
  /** Whether BillingModeSummary is told: once a table has been on demand. */
  readonly payPerRequestSinceMs?: number
  readonly throughput: Throughput
  readonly onDemandLimits?: OnDemandLimits
  /** The highest that was ever asked for or provisioned; it never falls. */
  readonly warmThroughput: Units
  readonly stream?: { readonly viewType: StreamViewType; readonly label: string }
  /** The label of the stream of now or, after it was turned off, of the last one. */
  readonly latestStreamLabel?: string
  /** Absent until it is first set. */
  readonly tableClass?: TableClass
  readonly tableClassUpdatedMs?: number
  readonly deletionProtection: boolean
  /** The KMS key; absent when the table is encrypted with DynamoDB's own. */
  readonly encryption?: { readonly keyArn: string }
  readonly tags: readonly Tag[]
}
