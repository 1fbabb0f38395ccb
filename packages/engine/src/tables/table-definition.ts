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

/** Which attributes an index holds besides the keys. */
export interface Projection {
  readonly type: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'
  /** Sorted by name. */
  readonly nonKeyAttributes?: readonly string[]
}

/** Read and write units, provisioned or as upper limits. */
export interface Units {
  readonly read: number
  readonly write: number
}

/** The provisioned throughput of a table or an index, with the history of its changes. */
export interface Throughput extends Units {
  /** How often it was decreased on the day (UTC) of the last decrease. */
  readonly decreasesToday: number
  readonly lastIncreaseMs?: number
  readonly lastDecreaseMs?: number
}

/** Upper limits of an on-demand table or index; a missing limit means none. */
export interface OnDemandLimits {
  readonly read?: number
  readonly write?: number
}

/** The Contributor Insights setting of a table or a global index. */
export interface InsightsSetting {
  readonly mode: ContributorInsightsMode
  readonly enabled: boolean
  /** When it was last switched from off to on; the names of its rules contain this time. */
  readonly sinceMs: number
  readonly updatedMs: number
}

/** How units should follow the load. The setting is stored and returned; nothing scales here. */
export interface ScalingSetting {
  readonly min: number
  readonly max: number
  readonly roleArn: string
  readonly policyName: string
  /** The target utilization of the units, in percent. */
  readonly target: number
  readonly disableScaleIn?: boolean
  readonly scaleInCooldown?: number
  readonly scaleOutCooldown?: number
}

/** The scaling of a table or an index in a region; an absent setting is turned off. */
export interface Scaling {
  readonly read?: ScalingSetting
  readonly write?: ScalingSetting
}

/** An index as stored in the catalogue. */
export interface IndexDefinition {
  readonly name: string
  readonly kind: 'global' | 'local'
  readonly key: KeySchema
  readonly projection: Projection
  /** The space that holds its entries. */
  readonly space: string
  /** `CREATING` while existing items are still being added; such an index accepts writes and refuses reads. */
  readonly status: IndexStatus
  /**
   * The first step of a new index: writes remove the entries of previous item versions, and add none. As long as a
   * writer may not know the index yet, an entry could be left behind.
   */
  readonly onlyDeletes?: true
  /** For global indexes only, like the two below. */
  readonly throughput?: Throughput
  readonly onDemandLimits?: OnDemandLimits
  readonly warmThroughput?: Units
  /** Absent until first enabled; for global indexes only. */
  readonly insights?: InsightsSetting
  readonly scaling?: Scaling
}

/** An attribute that can narrow a search in a vector index. */
export interface SearchAttribute extends KeyAttribute {
  /** `hash` divides the index into partitions, and every search names one; `filter` narrows a search. */
  readonly role: 'hash' | 'filter'
}

/** A vector index as stored in the catalogue. */
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
  /** The space that records which entries have changed. */
  readonly versions: string
  /** As for other indexes, like the one below. */
  readonly status: IndexStatus
  readonly onlyDeletes?: true
}

/** How the items of a table expire. */
export interface TableExpiry {
  /** The attribute with the expiry time, in seconds since 1970. */
  readonly attribute: string
  /** The space with an entry for each item that expires. */
  readonly space: string
  /** `CREATING` while existing items are still being added. */
  readonly status: 'CREATING' | 'ACTIVE'
  /** The first step: writes remove entries, and add none. */
  readonly onlyDeletes?: true
}

/** The stream of a table, while it is enabled. */
export interface TableStream {
  readonly viewType: StreamViewType
  readonly label: string
  /** The space that holds its records. */
  readonly space: string
}

/** A log of item changes: the stream of a table, or the backlog for Kinesis. */
export interface ChangeLog {
  readonly space: string
  readonly viewType: StreamViewType
  readonly isForKinesis?: true
}

/** A Kinesis stream to which the changes of a table are sent, were sent, or could not be sent. */
export interface KinesisDestination {
  readonly streamArn: string
  readonly status: DestinationStatus
  /** What went wrong. */
  readonly description?: string
  /** Absent until set; the default is the millisecond. */
  readonly precision?: 'MILLISECOND' | 'MICROSECOND'
  /** The space of the changes waiting to be sent, while there may be some. */
  readonly space?: string
  /**
   * Identifies the transition while the status is ENABLING or UPDATING: one of the servers of a store carries it
   * out.
   */
  readonly attempt?: string
}

/** A policy of a table or of one of its streams. */
export interface ResourcePolicy {
  /** The label of the stream; absent if the policy belongs to the table. */
  readonly stream?: string
  /** The time of the last change, in milliseconds, as text. */
  readonly revisionId: string
  /** The document in its canonical form; absent once it was removed. */
  readonly document?: string
  /** Whether the document was given with a version. */
  readonly hasVersion?: boolean
}

/** Since when a table can be restored to any moment, and how many days back. */
export interface Recovery {
  readonly sinceMs: number
  readonly periodDays: number
}

/**
 * A moment of a table: a mark in its history, or the end of a millisecond in what precedes the mark. Everything
 * after the mark is later, whatever its time says: another server's clock may be behind.
 */
export interface HistoryCut {
  readonly mark?: string
  readonly timeMs?: number
}

/** The records from which a copy is made, and what rewinds them to a moment. */
export interface CopySource {
  readonly space: string
  readonly history?: { readonly space: string; readonly cut: HistoryCut }
}

/** Where the items of a table that is still being filled come from. */
export type TableCreation =
  | {
      readonly kind: 'restore'
      readonly source: CopySource
      readonly sourceArn: string
      readonly backupArn?: string
      readonly restoreMs: number
    }
  | { readonly kind: 'import'; readonly importName: string }

/** A table of a global table, as known to all its tables. */
export interface GroupMember {
  readonly region: string
  readonly addedMs: number
  /** The region of the table it was added from; absent for the first member. */
  readonly sourceRegion?: string
  /** Its stream, if enabled: a write through any member adds to it. */
  readonly stream?: { readonly space: string; readonly viewType: StreamViewType }
  /** The backlog for its Kinesis stream, if it has one: a write through any member adds to it. */
  readonly kinesis?: { readonly space: string }
  /** Its history, if it keeps one: a write through any member adds to it. */
  readonly history?: { readonly space: string }
  /** Whether it may leave with a copy of the items; at first it may not. */
  readonly isDissociable?: true
}

/**
 * A table that is about to leave its group with a copy of the items. Until it has left, every write of a table of the
 * group goes to the shared spaces and to the copy; the leaving table first names the shared ones, then the copy.
 */
export interface Departure {
  readonly region: string
  /** The spaces of the copy, by those that the group shares. */
  readonly spaces: { readonly [shared: string]: string }
}

/**
 * The global table that a table belongs to. Its tables have the same name and account and name the same spaces, so
 * there is nothing to replicate. Each knows the logs of all: a writer needs only its own definition.
 */
export interface TableGroup {
  /** In the order in which they were added, including the table itself. */
  readonly members: readonly GroupMember[]
  /** Whether reads are strongly consistent in all regions: they always are here, but then more is refused. */
  readonly isStrong?: true
  /** The region that only votes, on AWS; here it is reported and does nothing. */
  readonly witness?: string
  /** The table that is leaving it. */
  readonly departure?: Departure
}

/** A table as stored in the catalogue: plain JSON. */
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
  /** When the table last became on-demand; from then on, descriptions have a BillingModeSummary. */
  readonly payPerRequestSinceMs?: number
  readonly throughput: Throughput
  readonly onDemandLimits?: OnDemandLimits
  /** The highest capacity ever requested or provisioned; it never falls. */
  readonly warmThroughput: Units
  readonly stream?: TableStream
  readonly expiry?: TableExpiry
  /** The latest first. At most one of them is active or about to be. */
  readonly destinations?: readonly KinesisDestination[]
  /** The label of the current stream or, after it was disabled, of the latest one. */
  readonly latestStreamLabel?: string
  /** Absent until first set. */
  readonly tableClass?: TableClass
  readonly tableClassUpdatedMs?: number
  readonly deletionProtection: boolean
  /** The KMS key; absent if the table is encrypted with DynamoDB's own. */
  readonly encryption?: { readonly keyArn: string }
  readonly tags: readonly Tag[]
  /** The tags of the stream with that label; streams have their own tags. */
  readonly streamTags?: { readonly label: string; readonly tags: readonly Tag[] }
  readonly policies?: readonly ResourcePolicy[]
  /** Absent until first enabled. */
  readonly insights?: InsightsSetting
  /** The space of the log of its writes, as long as something needs one. */
  readonly history?: { readonly space: string }
  /** Present while the table can be restored to a point in time. */
  readonly recovery?: Recovery
  /** Present until all its items are there; until then only DescribeTable knows the table. */
  readonly creation?: TableCreation
  /** Present while other regions have the same table. */
  readonly group?: TableGroup
  /** The setting of a table in a single region; in a group it is always the same. */
  readonly settingsReplication?: 'ENABLED' | 'DISABLED'
  /** For tables in a group only. */
  readonly scaling?: Scaling
}

/**
 * Returns the spaces that hold a table and are dropped with it, except those that others of its group also name and
 * those that it is still being filled from. The stream's space is not included: it outlives the table.
 */
export function spacesOf(definition: TableDefinition): string[] {
  const { history, creation, group, destinations = [] } = definition
  return [
    ...followedSpacesOf(definition),
    ...(history ? [history.space] : []),
    ...destinations.flatMap((destination) => destination.space ?? []),
    ...(creation?.kind === 'restore' ? sourceSpacesOf(creation.source) : []),
    ...Object.values(group?.departure?.spaces ?? {}),
  ]
}

/** Returns the spaces that hold the items of a table and what follows them. */
export function followedSpacesOf(definition: TableDefinition): string[] {
  const { space, expiry } = definition
  return [space, ...indexSpacesOf(definition), ...(expiry ? [expiry.space] : [])]
}

/** Returns the spaces from which a copy is made. */
export function sourceSpacesOf({ space, history }: CopySource): string[] {
  return history ? [space, history.space] : [space]
}

/** Returns the spaces of a table's indexes. */
export function indexSpacesOf({ indexes, vectorIndexes = [] }: TableDefinition): string[] {
  return [
    ...indexes.map((index) => index.space),
    ...vectorIndexes.flatMap((index) => [index.space, index.versions]),
  ]
}
