/** How bad a finding is: an `error` is a mistake, a `warning` something to think about. */
export type Severity = 'error' | 'warning'

/** What `check` looks for, and the word in `allow` that says that it is meant so. */
export const allowedBy = {
  /** A pattern cannot be called at all. */
  'cannot-plan': undefined,
  /** Items of two entities can have the same key. */
  'keys-collide': 'collision',
  /** A template names an attribute that the schema does not have. */
  'unknown-attribute': undefined,
  /** A number in a sort key would not sort as a number. */
  'number-without-encoding': undefined,
  /** A key in which case does not matter is in a shard by which it does. */
  'shard-by-case': undefined,
  /** A Date or a bigint would be read as something else. */
  'stored-not-said': undefined,
  /** An attribute has the name that another has in the table. */
  'stored-name-taken': undefined,
  /** An attribute has the name of an index's key attribute, and another type. */
  'index-key-type': undefined,
  /** DynamoDB would not make the table. */
  'table-limit': undefined,
  /** A filter speaks of what the index does not hold. */
  'filter-not-projected': undefined,
  /** A pattern gives attributes that its index does not hold. */
  'select-not-projected': undefined,
  /** Items of several entities cannot be told apart in what an index holds. */
  'type-not-projected': undefined,
  /** Items that have expired cannot be left out. */
  'expired-come-along': 'expired',
  /** Global indexes cannot be read consistently. */
  'consistent-index': undefined,
  /** Whole items are read again although the index holds them. */
  'needless-hydrate': undefined,
  /** A member of a collection lies outside of what is read. */
  'member-out-of-range': undefined,
  /** A collection gives one item of several. */
  'one-of-many': 'unbounded',
  /** Items of other entities are read, and paid for, and left out. */
  'others-in-range': 'others',
  /** Items come sorted by something else than it looks like. */
  'order-of-another-value': 'order',
  /** Items come the other way round than it looks like. */
  'order-reversed': 'order',
  /** The first page does not hold the parent. */
  'parent-not-first': 'order',
  scan: 'scan',
  filter: 'filter',
  unbounded: 'unbounded',
  /** All items are in one partition. */
  'hot-partition': 'hot',
  /** Items are in few partitions. */
  'few-partitions': 'hot',
  /** All that is written at a time is in one partition. */
  'time-partition': 'hot',
  'large-item': 'large',
  /** An index copies much that may not be needed. */
  'index-copies': 'copies',
  /** A write costs many times what it writes. */
  'write-amplification': 'copies',
  /** A table with local indexes holds at most 10 GB in a partition. */
  'collection-too-large': undefined,
  /** No pattern reads an index that every write pays for. */
  'unused-index': 'copies',
  /** A write is too many actions for one transaction. */
  'plan-too-large': undefined,
  /** An entity belongs to one that is not in the model. */
  'not-connected': undefined,
  /** The model is another than the one that was locked. */
  'schema-drift': undefined,
} as const

/** What `check` looks for. */
export type FindingCode = keyof typeof allowedBy

/** Something in a model that is wrong, or dear. */
export interface Finding {
  readonly code: FindingCode
  readonly severity: Severity
  readonly table?: string
  readonly entity?: string
  readonly pattern?: string
  readonly index?: string
  /** What is found, and why it is so. */
  readonly message: string
  /** What to do. */
  readonly advice: string
}
