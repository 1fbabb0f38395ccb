/** The types that a key can have. */
export type KeyType = 'S' | 'N' | 'B'

export type ProjectionType = 'ALL' | 'KEYS_ONLY' | 'INCLUDE'

export type DistanceFunction = 'COSINE' | 'EUCLIDEAN' | 'DOT_PRODUCT'

export type StreamViewType = 'NEW_AND_OLD_IMAGES' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'KEYS_ONLY'

/** What a stream can hold, for people. */
export const streamViews: readonly (readonly [StreamViewType, string])[] = [
  ['NEW_AND_OLD_IMAGES', 'new and old images'],
  ['NEW_IMAGE', 'new images'],
  ['OLD_IMAGE', 'old images'],
  ['KEYS_ONLY', 'keys only'],
]

/** A key attribute as typed; without a name it does not count. */
export interface KeyPart {
  readonly name: string
  readonly type: KeyType
}

/** Units per second, as typed. */
export interface UnitsDraft {
  readonly read: string
  readonly write: string
}

/** An index as typed. */
export interface IndexDraft {
  /** Identifies it while its name changes. */
  readonly id: number
  readonly kind: 'global' | 'local' | 'vector'
  readonly name: string
  /**
   * Not used for a local index, which has the table's; for a vector index, the optional attribute that every search has
   * to specify.
   */
  readonly pk: readonly KeyPart[]
  readonly sk: readonly KeyPart[]
  readonly projection: ProjectionType
  /** The names of the included attributes, separated by commas. */
  readonly included: string
  /** Empty for the units of the table. */
  readonly units: UnitsDraft
  /** The warm throughput; empty leaves it to DynamoDB. */
  readonly warm: UnitsDraft
  /** Takes the place of a sort key in a vector index. */
  readonly vector: {
    readonly attribute: string
    readonly dimensions: string
    readonly distance: DistanceFunction
  }
}

/** The settings of a table, as typed, when it is created or changed. */
export interface SettingsDraft {
  readonly billing: 'PAY_PER_REQUEST' | 'PROVISIONED'
  readonly units: UnitsDraft
  /** The maximum throughput when billed per request; empty for no limit. */
  readonly most: UnitsDraft
  /** The warm throughput; empty leaves it to DynamoDB. */
  readonly warm: UnitsDraft
  readonly stream: StreamViewType | ''
  readonly ttl: string
  readonly recovery: boolean
  /** The number of days back; empty for the maximum. */
  readonly recoveryDays: string
  readonly protection: boolean
  readonly isInfrequent: boolean
  /** Whether it is encrypted with a KMS key rather than with one that DynamoDB owns. */
  readonly isByKms: boolean
  /** The KMS key; empty for the one that AWS manages for DynamoDB in every account. */
  readonly kmsKey: string
  /** `team=shop, stage=test` */
  readonly tags: string
  /** The JSON of a resource policy. */
  readonly policy: string
  /** The regions with a replica, separated by commas. */
  readonly replicas: string
  /** Whether writes are strongly consistent across all regions. */
  readonly isStrong: boolean
  /** The region that only takes part in the consensus, if there is just one replica. */
  readonly witness: string
}

/** A table as typed. */
export interface TableDraft extends SettingsDraft {
  readonly name: string
  readonly pk: KeyPart
  readonly sk: KeyPart
  readonly indexes: readonly IndexDraft[]
}

const prefixes = { global: 'GSI', local: 'LSI', vector: 'VECTORS' } as const

export const noUnits: UnitsDraft = { read: '', write: '' }

/** The limit of DynamoDB on attributes in each half of a global index's key. */
export const KEY_PARTS_MAX = 4

/** The default settings of a table. */
export const firstSettings: SettingsDraft = {
  billing: 'PAY_PER_REQUEST',
  units: { read: '5', write: '5' },
  most: noUnits,
  warm: noUnits,
  stream: '',
  ttl: '',
  recovery: false,
  recoveryDays: '',
  protection: false,
  isInfrequent: false,
  isByKms: false,
  kmsKey: '',
  tags: '',
  policy: '',
  replicas: '',
  isStrong: false,
  witness: '',
}

/** The initial draft, as in most single-table designs: string keys and one index. */
export const firstDraft: TableDraft = {
  ...firstSettings,
  name: '',
  pk: { name: 'PK', type: 'S' },
  sk: { name: 'SK', type: 'S' },
  indexes: [newIndex('global', [])],
}

/** Makes a new index whose name is neither that of another index nor among `names`. */
export function newIndex(
  kind: IndexDraft['kind'],
  others: readonly IndexDraft[],
  names: readonly string[] = [],
): IndexDraft {
  const taken = new Set([...others.map(({ name }) => name), ...names])
  let number = 1
  while (taken.has(`${prefixes[kind]}${number}`)) number += 1
  const name = `${prefixes[kind]}${number}`
  return {
    id: Math.max(0, ...others.map(({ id }) => id)) + 1,
    kind,
    name,
    pk: kind === 'global' ? [{ name: `${name}PK`, type: 'S' }] : [{ name: '', type: 'S' }],
    sk: [{ name: kind === 'vector' ? '' : `${name}SK`, type: 'S' }],
    projection: 'ALL',
    included: '',
    units: noUnits,
    warm: noUnits,
    vector: { attribute: 'embedding', dimensions: '1024', distance: 'COSINE' },
  }
}
