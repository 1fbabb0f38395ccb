import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import {
  encryptionOf,
  limitNames,
  policyText,
  readTags,
  recoveryRequest,
  replicaRequests,
  unitsAs,
  warmNames,
  wordsOf,
} from './setting-requests.ts'
import type { IndexDraft, KeyPart, KeyType, SettingsDraft, TableDraft } from './table-draft.ts'

/**
 * Builds the requests that create a table: CreateTable, followed by the requests for what CreateTable cannot do, which
 * have to wait until the table is active.
 */
export function tableRequests(draft: TableDraft): readonly [SnippetCall, ...SnippetCall[]] {
  const TableName = draft.name
  const ttl = draft.ttl.trim()
  const followers: SnippetCall[] = []
  if (ttl !== '') {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: ttl }
    followers.push({ operation: 'UpdateTimeToLive', input: { TableName, TimeToLiveSpecification } })
  }
  if (draft.recovery) followers.push(recoveryRequest(TableName, draft))
  // Adding a region takes minutes on AWS, so everything else comes first.
  followers.push(...replicaRequests(TableName, wordsOf(draft.replicas), draft))
  return [{ operation: 'CreateTable', input: createTableInput(draft) }, ...followers]
}

/** Finds a contradiction within a draft; everything else is left for DynamoDB to check. */
export function findContradiction(draft: TableDraft): string | undefined {
  const types = new Map<string, KeyType>()
  for (const { name, type } of keyParts(draft)) {
    const before = types.get(name)
    if (before !== undefined && before !== type) {
      return `${name} is in several keys, as ${before} in one and ${type} in another. A key attribute has one type.`
    }
    types.set(name, type)
  }
  return undefined
}

function createTableInput(draft: TableDraft): object {
  const { indexes, name } = draft
  const types = new Map(keyParts(draft).map((part) => [part.name, part.type]))
  const tags = readTags(draft.tags)
  return {
    TableName: name,
    AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: keySchema([draft.pk], [draft.sk]),
    ...listed('LocalSecondaryIndexes', indexes, 'local', (index) => ({
      IndexName: index.name,
      KeySchema: keySchema([draft.pk], index.sk),
      Projection: projectionOf(index),
    })),
    ...listed('GlobalSecondaryIndexes', indexes, 'global', (index) => globalIndex(index, draft)),
    ...listed('VectorIndexes', indexes, 'vector', vectorIndex),
    BillingMode: draft.billing,
    ...throughputOf(draft),
    ...(draft.stream === ''
      ? {}
      : { StreamSpecification: { StreamEnabled: true, StreamViewType: draft.stream } }),
    ...(draft.isInfrequent ? { TableClass: 'STANDARD_INFREQUENT_ACCESS' } : {}),
    ...(draft.isByKms ? { SSESpecification: encryptionOf(draft) } : {}),
    ...(draft.protection ? { DeletionProtectionEnabled: true } : {}),
    ...(draft.policy.trim() === '' ? {} : { ResourcePolicy: policyText(draft.policy) }),
    ...(tags.length === 0 ? {} : { Tags: tags }),
  }
}

/** Returns all key attributes, the table's first. */
function keyParts({ pk, sk, indexes }: TableDraft): readonly KeyPart[] {
  return named([pk, sk, ...indexes.flatMap(indexParts)])
}

/** Returns the key attributes of an index, or those by which vectors are searched. */
export function indexParts(index: IndexDraft): readonly KeyPart[] {
  return named([...(index.kind === 'local' ? [] : index.pk), ...index.sk])
}

function listed(
  member: string,
  indexes: readonly IndexDraft[],
  kind: IndexDraft['kind'],
  describe: (index: IndexDraft) => object,
): object {
  const found = indexes.filter((index) => index.kind === kind)
  return found.length === 0 ? {} : { [member]: found.map(describe) }
}

/** Builds the request member for a global index of a table with these settings. */
export function globalIndex(index: IndexDraft, settings: SettingsDraft): object {
  return {
    IndexName: index.name,
    KeySchema: keySchema(index.pk, index.sk),
    Projection: projectionOf(index),
    ...throughputOf(settings, index),
  }
}

/** Builds the request member for a vector index. */
export function vectorIndex(index: IndexDraft): object {
  const { attribute, dimensions, distance } = index.vector
  const search = [
    ...named(index.pk).map(({ name }) => ({ AttributeName: name, SearchSchemaElementType: 'HASH' })),
    ...named(index.sk).map(({ name }) => ({ AttributeName: name, SearchSchemaElementType: 'INLINE_FILTER' })),
  ]
  return {
    IndexName: index.name,
    VectorAttribute: { AttributeName: attribute },
    ...(search.length === 0 ? {} : { SearchSchema: search }),
    Dimensions: Number(dimensions),
    DistanceFunction: distance,
    Projection: projectionOf(index),
  }
}

function keySchema(pk: readonly KeyPart[], sk: readonly KeyPart[]): object[] {
  return [
    ...named(pk).map(({ name }) => ({ AttributeName: name, KeyType: 'HASH' })),
    ...named(sk).map(({ name }) => ({ AttributeName: name, KeyType: 'RANGE' })),
  ]
}

function projectionOf({ projection, included }: IndexDraft): object {
  if (projection !== 'INCLUDE') return { ProjectionType: projection }
  return { ProjectionType: projection, NonKeyAttributes: wordsOf(included) }
}

/** Returns the provisioned units, or the maximum throughput; and the warm throughput. */
function throughputOf(settings: SettingsDraft, index?: IndexDraft): object {
  const warm = unitsAs(index?.warm ?? settings.warm, warmNames)
  return {
    ...paidThroughputOf(settings, index),
    ...(warm === undefined ? {} : { WarmThroughput: warm }),
  }
}

function paidThroughputOf({ billing, units, most }: SettingsDraft, index?: IndexDraft): object {
  if (billing === 'PROVISIONED') {
    const own = index?.units
    return {
      ProvisionedThroughput: {
        ReadCapacityUnits: Number(own?.read || units.read),
        WriteCapacityUnits: Number(own?.write || units.write),
      },
    }
  }
  const limit = unitsAs(index?.units ?? most, limitNames)
  return limit === undefined ? {} : { OnDemandThroughput: limit }
}

function named(parts: readonly KeyPart[]): readonly KeyPart[] {
  return parts.filter(({ name }) => name !== '')
}
