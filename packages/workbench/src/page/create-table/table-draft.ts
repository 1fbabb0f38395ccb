/** The types that a key can have. */
export type KeyType = 'S' | 'N' | 'B'

export type ProjectionType = 'ALL' | 'KEYS_ONLY' | 'INCLUDE'

export type DistanceFunction = 'COSINE' | 'EUCLIDEAN' | 'DOT_PRODUCT'

export type StreamViewType = 'NEW_AND_OLD_IMAGES' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'KEYS_ONLY'

/** An attribute of a key as it was typed; without a name it is not there. */
export interface KeyPart {
  readonly name: string
  readonly type: KeyType
}

/** Units a second, as they were typed. */
export interface UnitsDraft {
  readonly read: string
  readonly write: string
}

/** An index as it was typed. */
export interface IndexDraft {
  /** Tells it from others while its name changes. */
  readonly id: number
  readonly kind: 'global' | 'local' | 'vector'
  readonly name: string
  /** A local index has the table's; of a vector index it is what every search has to name, and may be left out. */
  readonly pk: readonly KeyPart[]
  readonly sk: readonly KeyPart[]
  readonly projection: ProjectionType
  /** Names of what is included, with commas between them. */
  readonly included: string
  /** Those of the table where nothing is typed. */
  readonly units: UnitsDraft
  /** What it is to take at once; nothing typed leaves it to DynamoDB. */
  readonly warm: UnitsDraft
  /** What a vector index has instead of a sort key. */
  readonly vector: {
    readonly attribute: string
    readonly dimensions: string
    readonly distance: DistanceFunction
  }
}

/** What can be set of a table when it is made, and changed later, as it was typed. */
export interface SettingsDraft {
  readonly billing: 'PAY_PER_REQUEST' | 'PROVISIONED'
  readonly units: UnitsDraft
  /** The most that is let through where it is paid by request; nothing typed is no limit. */
  readonly most: UnitsDraft
  /** What it is to take at once; nothing typed leaves it to DynamoDB. */
  readonly warm: UnitsDraft
  readonly stream: StreamViewType | ''
  readonly ttl: string
  readonly recovery: boolean
  /** How many days back; nothing typed is all that there can be. */
  readonly recoveryDays: string
  readonly protection: boolean
  readonly isInfrequent: boolean
  /** Whether a key of KMS encrypts it, rather than one that DynamoDB owns. */
  readonly isByKms: boolean
  /** Which key of KMS; nothing typed is the one that AWS keeps for DynamoDB in every account. */
  readonly kmsKey: string
  /** `team=shop, stage=test` */
  readonly tags: string
  /** The JSON of a resource policy. */
  readonly policy: string
  /** Regions with a replica, with commas between them. */
  readonly replicas: string
  /** Whether all regions have to agree on a write. */
  readonly isStrong: boolean
  /** The region that only takes part in agreeing, where there is one replica. */
  readonly witness: string
}

/** A table as it was typed. */
export interface TableDraft extends SettingsDraft {
  readonly name: string
  readonly pk: KeyPart
  readonly sk: KeyPart
  readonly indexes: readonly IndexDraft[]
}

const prefixes = { global: 'GSI', local: 'LSI', vector: 'VECTORS' } as const

export const noUnits: UnitsDraft = { read: '', write: '' }

/** DynamoDB takes so many attributes in each half of a global index's key. */
export const KEY_PARTS_MAX = 4

/** What a table has of which nothing is said. */
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

/** A table as single-table designs begin: keys of text, and an index. */
export const firstDraft: TableDraft = {
  ...firstSettings,
  name: '',
  pk: { name: 'PK', type: 'S' },
  sk: { name: 'SK', type: 'S' },
  indexes: [newIndex('global', [])],
}

/** An index beside others, with a name that none of them has, nor is among `names`. */
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
