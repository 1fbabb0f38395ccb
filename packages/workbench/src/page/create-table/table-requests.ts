import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import type { IndexDraft, KeyPart, KeyType, TableDraft, UnitsDraft } from './table-draft.ts'

/**
 * What is sent to make a table: CreateTable, and after it what CreateTable cannot do, which has to wait until the
 * table is active.
 */
export function tableRequests(draft: TableDraft): readonly [SnippetCall, ...SnippetCall[]] {
  const TableName = draft.name
  const ttl = draft.ttl.trim()
  const followers: SnippetCall[] = []
  if (ttl !== '') {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: ttl }
    followers.push({ operation: 'UpdateTimeToLive', input: { TableName, TimeToLiveSpecification } })
  }
  if (draft.recovery) {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
    followers.push({
      operation: 'UpdateContinuousBackups',
      input: { TableName, PointInTimeRecoverySpecification },
    })
  }
  return [{ operation: 'CreateTable', input: createTableInput(draft) }, ...followers]
}

/** What a draft says twice and differently; all else DynamoDB itself judges. */
export function findContradiction(draft: TableDraft): string | undefined {
  const types = new Map<string, KeyType>()
  for (const { name, type } of keyParts(draft)) {
    const before = types.get(name)
    if (before !== undefined && before !== type) {
      return `${name} stands in several keys and is ${before} in one and ${type} in another. An attribute of keys has one type.`
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
    ...listed('GlobalSecondaryIndexes', indexes, 'global', (index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index.pk, index.sk),
      Projection: projectionOf(index),
      ...throughputOf(draft, index),
    })),
    ...listed('VectorIndexes', indexes, 'vector', vectorIndex),
    BillingMode: draft.billing,
    ...throughputOf(draft),
    ...(draft.stream === ''
      ? {}
      : { StreamSpecification: { StreamEnabled: true, StreamViewType: draft.stream } }),
    ...(draft.isInfrequent ? { TableClass: 'STANDARD_INFREQUENT_ACCESS' } : {}),
    ...(draft.protection ? { DeletionProtectionEnabled: true } : {}),
    ...(tags.length === 0 ? {} : { Tags: tags }),
  }
}

/** All attributes that some key has, the table's first. */
function keyParts({ pk, sk, indexes }: TableDraft): readonly KeyPart[] {
  const ofIndexes = indexes.flatMap((index) => [...(index.kind === 'local' ? [] : index.pk), ...index.sk])
  return named([pk, sk, ...ofIndexes])
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

function vectorIndex(index: IndexDraft): object {
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

/** Units that are provisioned, or the most that is let through. */
function throughputOf({ billing, units, most }: TableDraft, index?: IndexDraft): object {
  if (billing === 'PROVISIONED') {
    const own = index?.units
    return {
      ProvisionedThroughput: {
        ReadCapacityUnits: Number(own?.read || units.read),
        WriteCapacityUnits: Number(own?.write || units.write),
      },
    }
  }
  const limit: UnitsDraft = index?.units ?? most
  if (limit.read === '' && limit.write === '') return {}
  return {
    OnDemandThroughput: {
      ...(limit.read === '' ? {} : { MaxReadRequestUnits: Number(limit.read) }),
      ...(limit.write === '' ? {} : { MaxWriteRequestUnits: Number(limit.write) }),
    },
  }
}

function readTags(text: string): readonly object[] {
  return wordsOf(text).map((word) => {
    const at = word.indexOf('=')
    const Key = (at < 0 ? word : word.slice(0, at)).trim()
    return { Key, Value: at < 0 ? '' : word.slice(at + 1).trim() }
  })
}

function wordsOf(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function named(parts: readonly KeyPart[]): readonly KeyPart[] {
  return parts.filter(({ name }) => name !== '')
}
