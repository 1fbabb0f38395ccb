/** The severity of a finding: an `error` is a mistake, a `warning` something to consider. */
export type Severity = 'error' | 'warning'

/** What `check` looks for, and the word in `allow` that exempts from it. */
export const allowedBy = {
  /** A pattern cannot be called at all. */
  'cannot-plan': undefined,
  /** Items of two entities can have the same key. */
  'keys-collide': 'collision',
  /** A template names an attribute that the schema does not have. */
  'unknown-attribute': undefined,
  /** A number in a sort key would not sort as a number. */
  'number-without-encoding': undefined,
  /** A key is made of what the schema changes when an item is stored, and looked up as given. */
  'key-changed': undefined,
  /** A key whose case is folded is in a shard that depends on the case. */
  'shard-by-case': undefined,
  /** A Date or a bigint would be read back as another type. */
  'stored-not-said': undefined,
  /** An attribute has the name that another attribute has in the table. */
  'stored-name-taken': undefined,
  /** An attribute has the name of an index's key attribute, but another type. */
  'index-key-type': undefined,
  /** DynamoDB would refuse to create the table. */
  'table-limit': undefined,
  /** A filter refers to an attribute that the index does not hold. */
  'filter-not-projected': undefined,
  /** A pattern selects attributes that its index does not hold. */
  'select-not-projected': undefined,
  /** The attributes in an index do not suffice to tell items of several entities apart. */
  'type-not-projected': undefined,
  /** Expired items cannot be left out. */
  'expired-come-along': 'expired',
  /** Global indexes cannot be read consistently. */
  'consistent-index': undefined,
  /** Whole items are read again although the index holds them. */
  'needless-hydrate': undefined,
  /** The items of a collection's member are outside of the range that is read. */
  'member-out-of-range': undefined,
  /** A collection returns one item where there may be several. */
  'one-of-many': 'unbounded',
  /** Items of other entities are read and paid for, only to be left out. */
  'others-in-range': 'others',
  /** Items are sorted by a different value than the pattern suggests. */
  'order-of-another-value': 'order',
  /** Items come in the reverse of the order that the pattern suggests. */
  'order-reversed': 'order',
  /** The first page does not contain the parent. */
  'parent-not-first': 'order',
  scan: 'scan',
  filter: 'filter',
  unbounded: 'unbounded',
  /** All items are in one partition. */
  'hot-partition': 'hot',
  /** Items are in few partitions. */
  'few-partitions': 'hot',
  /** All writes at any one time go to one partition. */
  'time-partition': 'hot',
  'large-item': 'large',
  /** An index copies much that may not be needed. */
  'index-copies': 'copies',
  /** A write costs many times its own units. */
  'write-amplification': 'copies',
  /** A partition in a table with local indexes would exceed 10 GB. */
  'collection-too-large': undefined,
  /** No pattern reads an index that every write pays for. */
  'unused-index': undefined,
  /** A write takes more actions than a transaction can hold. */
  'plan-too-large': undefined,
  /** An entity belongs to one that is not in the model. */
  'not-connected': undefined,
  /** The model differs from its lock. */
  'schema-drift': undefined,
} as const

/** What `check` looks for. */
export type FindingCode = keyof typeof allowedBy

/** Something in a model that is wrong or expensive. */
export interface Finding {
  readonly code: FindingCode
  readonly severity: Severity
  readonly table?: string
  readonly entity?: string
  readonly pattern?: string
  readonly index?: string
  /** What was found, and why. */
  readonly message: string
  /** What to do about it. */
  readonly advice: string
}
