import type {
  BillingMode,
  ContributorInsightsMode,
  DestinationStatus,
  IndexStatus,
  StreamViewType,
  TableClass,
  Tag,
  VectorDistanceFunction,
} from '@monotable/protocol'

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

/** What CloudWatch Contributor Insights is told of a table or a global index. */
export interface InsightsSetting {
  readonly mode: ContributorInsightsMode
  readonly enabled: boolean
  /** When it was last turned on after it had been off; its rules are named by it. */
  readonly sinceMs: number
  readonly updatedMs: number
}

/** How units are to follow the load. It is kept and told; nothing scales here. */
export interface ScalingSetting {
  readonly min: number
  readonly max: number
  readonly roleArn: string
  readonly policyName: string
  /** The share of the units that is to be in use, in percent. */
  readonly target: number
  readonly disableScaleIn?: boolean
  readonly scaleInCooldown?: number
  readonly scaleOutCooldown?: number
}

/** The scaling of a table or an index in a region; what is absent is turned off. */
export interface Scaling {
  readonly read?: ScalingSetting
  readonly write?: ScalingSetting
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
  /** Absent until it is first turned on; of global indexes only. */
  readonly insights?: InsightsSetting
  readonly scaling?: Scaling
}

/** An attribute that a search in a vector index can be narrowed by. */
export interface SearchAttribute extends KeyAttribute {
  /** `hash` divides the index into partitions, and every search names one; `filter` narrows a search. */
  readonly role: 'hash' | 'filter'
}

/** A vector index as the catalogue keeps it. */
export interface VectorIndexDefinition {
  readonly name: string
  /** The attribute that holds the vectors. */
  readonly attribute: string
  readonly dimensions: number
  readonly distance: VectorDistanceFunction
  readonly searchSchema: readonly SearchAttribute[]
  readonly projection: Projection
  /** The space that holds its entries. */
  readonly space: string
  /** The space that tells which of them have changed. */
  readonly versions: string
  /** As of other indexes, as the one below. */
  readonly status: IndexStatus
  readonly onlyDeletes?: true
}

/** How the items of a table expire. */
export interface TableExpiry {
  /** The attribute that says when, in seconds since 1970. */
  readonly attribute: string
  /** The space with an entry for each item that expires. */
  readonly space: string
  /** `CREATING` while the items that were there before are still being entered. */
  readonly status: 'CREATING' | 'ACTIVE'
  /** The first step: writes remove entries, and add none. */
  readonly onlyDeletes?: true
}

/** The stream of a table, while it is turned on. */
export interface TableStream {
  readonly viewType: StreamViewType
  readonly label: string
  /** The space that holds its records. */
  readonly space: string
}

/** A log that changes of items are written to: the stream of a table, or what waits to be sent to Kinesis. */
export interface ChangeLog {
  readonly space: string
  readonly viewType: StreamViewType
  readonly isForKinesis?: true
}

/** A Kinesis stream that the changes of a table are sent to, were sent to, or could not be. */
export interface KinesisDestination {
  readonly streamArn: string
  readonly status: DestinationStatus
  /** What went wrong. */
  readonly description?: string
  /** Absent until it is given; then it is the millisecond. */
  readonly precision?: 'MILLISECOND' | 'MICROSECOND'
  /** The space of the changes that wait to be sent, while there may be some. */
  readonly space?: string
  /** Names what is under way, while it is ENABLING or UPDATING: one of the servers of a store does it. */
  readonly attempt?: string
}

/** A policy of a table or of one of its streams. */
export interface ResourcePolicy {
  /** The label of the stream; absent when the policy is the table's. */
  readonly stream?: string
  /** When it was changed last, in milliseconds, as text. */
  readonly revisionId: string
  /** The document in its canonical form; absent once it was removed. */
  readonly document?: string
  /** Whether the document was given with a version. */
  readonly hasVersion?: boolean
}

/** Since when a table can be restored to any moment, and for how many days back. */
export interface Recovery {
  readonly sinceMs: number
  readonly periodDays: number
}

/**
 * A moment of a table: that of a mark in its history or, of what comes before that, the end of a millisecond. What comes
 * behind the mark is later, whatever its time says: another server's clock may be late.
 */
export interface HistoryCut {
  readonly mark?: string
  readonly timeMs?: number
}

/** Records that a copy is made of, and what takes them back to a moment. */
export interface CopySource {
  readonly space: string
  readonly history?: { readonly space: string; readonly cut: HistoryCut }
}

/** Where the items of a table come from that is still being filled. */
export type TableCreation =
  | {
      readonly kind: 'restore'
      readonly source: CopySource
      readonly sourceArn: string
      readonly backupArn?: string
      readonly restoreMs: number
    }
  | { readonly kind: 'import'; readonly importName: string }

/** A table of a global table, as all its tables know it. */
export interface GroupMember {
  readonly region: string
  readonly addedMs: number
  /** Whose table it was added from; the first member has none. */
  readonly sourceRegion?: string
  /** Its stream, if that is on: a write through any member adds to it. */
  readonly stream?: { readonly space: string; readonly viewType: StreamViewType }
  /** What waits to be sent to its Kinesis stream, if it has one: a write through any member adds to it. */
  readonly kinesis?: { readonly space: string }
  /** Its history, if it keeps one: a write through any member adds to it. */
  readonly history?: { readonly space: string }
}

/**
 * The global table that a table belongs to. Its tables are of the same name and account, and name the same spaces, so
 * that there is nothing to replicate. Each knows the logs of all: whoever writes goes by its own definition alone.
 */
export interface TableGroup {
  /** In the order in which they came, the table itself among them. */
  readonly members: readonly GroupMember[]
  /** Whether reads are strongly consistent in all regions: always so here, but more is refused. */
  readonly isStrong?: true
  /** The region that only votes, on AWS; here it is told and does nothing. */
  readonly witness?: string
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
  readonly vectorIndexes?: readonly VectorIndexDefinition[]
  readonly billingMode: BillingMode
  /** Whether BillingModeSummary is told: once a table has been on demand. */
  readonly payPerRequestSinceMs?: number
  readonly throughput: Throughput
  readonly onDemandLimits?: OnDemandLimits
  /** The highest that was ever asked for or provisioned; it never falls. */
  readonly warmThroughput: Units
  readonly stream?: TableStream
  readonly expiry?: TableExpiry
  /** The last one first. At most one of them is in use or about to be. */
  readonly destinations?: readonly KinesisDestination[]
  /** The label of the stream of now or, after it was turned off, of the last one. */
  readonly latestStreamLabel?: string
  /** Absent until it is first set. */
  readonly tableClass?: TableClass
  readonly tableClassUpdatedMs?: number
  readonly deletionProtection: boolean
  /** The KMS key; absent when the table is encrypted with DynamoDB's own. */
  readonly encryption?: { readonly keyArn: string }
  readonly tags: readonly Tag[]
  /** Those of the stream of that label, which has tags of its own. */
  readonly streamTags?: { readonly label: string; readonly tags: readonly Tag[] }
  readonly policies?: readonly ResourcePolicy[]
  /** Absent until it is first turned on. */
  readonly insights?: InsightsSetting
  /** The space of the log of its writes, as long as somebody needs one. */
  readonly history?: { readonly space: string }
  /** Present while the table can be restored to a point in time. */
  readonly recovery?: Recovery
  /** Present until all its items are there; only DescribeTable knows it as long. */
  readonly creation?: TableCreation
  /** Present while other regions have the same table. */
  readonly group?: TableGroup
  /** What a table of one region was told of it; in a group it is always the same. */
  readonly settingsReplication?: 'ENABLED' | 'DISABLED'
  /** Of tables in a group only. */
  readonly scaling?: Scaling
}

/**
 * The spaces that hold a table and go with it, but for those that others of its group name too, and those that it is
 * still being filled from. Its stream's is not among them: that outlives the table.
 */
export function spacesOf(definition: TableDefinition): string[] {
  const { space, expiry, history, creation, destinations = [] } = definition
  return [
    space,
    ...indexSpacesOf(definition),
    ...(expiry ? [expiry.space] : []),
    ...(history ? [history.space] : []),
    ...destinations.flatMap((destination) => destination.space ?? []),
    ...(creation?.kind === 'restore' ? sourceSpacesOf(creation.source) : []),
  ]
}

/** The spaces that a copy is made of. */
export function sourceSpacesOf({ space, history }: CopySource): string[] {
  return history ? [space, history.space] : [space]
}

/** The spaces of a table's indexes. */
export function indexSpacesOf({ indexes, vectorIndexes = [] }: TableDefinition): string[] {
  return [
    ...indexes.map((index) => index.space),
    ...vectorIndexes.flatMap((index) => [index.space, index.versions]),
  ]
}
