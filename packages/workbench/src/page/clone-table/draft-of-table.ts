import { currentTable } from '../change-table/current-table.ts'
import {
  type IndexDraft,
  type KeyPart,
  newIndex,
  noUnits,
  type ProjectionType,
  type TableDraft,
} from '../create-table/table-draft.ts'
import { listOf, type Members, members, type TableAnswers, text } from '../frame/ask-table.ts'

/**
 * Returns a draft of a table like another one, under another name. Leaves out what is bound to the original: its
 * policy, which names the table, its replicas and its KMS key; and warm throughput, which costs money.
 */
export function draftOfTable(answers: TableAnswers, name: string): TableDraft {
  const { table } = answers
  const types = new Map(
    listOf(table['AttributeDefinitions']).map(({ AttributeName, AttributeType }) => [
      text(AttributeName),
      text(AttributeType) as KeyPart['type'],
    ]),
  )
  const partsOf = (of: Members, member: string, elementType: string): readonly KeyPart[] =>
    listOf(of[member])
      .filter((element) => Object.values(element).includes(elementType))
      .map(({ AttributeName }) => ({
        name: text(AttributeName),
        type: types.get(text(AttributeName)) ?? 'S',
      }))
  const ordered = (index: Members, kind: 'global' | 'local', others: readonly IndexDraft[]): IndexDraft => ({
    ...newIndex(kind, others),
    name: text(index['IndexName']),
    ...projectionOf(index),
    ...(kind === 'global' ? { pk: orNone(partsOf(index, 'KeySchema', 'HASH')) } : {}),
    sk: orNone(partsOf(index, 'KeySchema', 'RANGE')),
  })
  const vector = (index: Members, others: readonly IndexDraft[]): IndexDraft => ({
    ...newIndex('vector', others),
    name: text(index['IndexName']),
    ...projectionOf(index),
    pk: orNone(partsOf(index, 'SearchSchema', 'HASH')),
    sk: orNone(partsOf(index, 'SearchSchema', 'INLINE_FILTER')),
    vector: {
      attribute: text(members(index['VectorAttribute'])['AttributeName']),
      dimensions: String(index['Dimensions']),
      distance: text(index['DistanceFunction']) as IndexDraft['vector']['distance'],
    },
  })
  const { settings, indexes: current } = currentTable(answers, '')
  const indexes: IndexDraft[] = []
  for (const index of listOf(table['LocalSecondaryIndexes'])) indexes.push(ordered(index, 'local', indexes))
  for (const index of listOf(table['GlobalSecondaryIndexes'])) {
    const found = current.find((one) => one.name === index['IndexName'])
    const units = settings.billing === 'PROVISIONED' ? found?.units : found?.most
    indexes.push({ ...ordered(index, 'global', indexes), units: units ?? noUnits })
  }
  for (const index of listOf(table['VectorIndexes'])) indexes.push(vector(index, indexes))
  const none: KeyPart = { name: '', type: 'S' }
  return {
    ...settings,
    name,
    pk: partsOf(table, 'KeySchema', 'HASH')[0] ?? none,
    sk: partsOf(table, 'KeySchema', 'RANGE')[0] ?? none,
    indexes,
    warm: noUnits,
    kmsKey: '',
    policy: '',
    replicas: '',
    isStrong: false,
    tags: settings.tags
      .split(', ')
      .filter((tag) => !tag.startsWith('aws:'))
      .join(', '),
  }
}

/** Returns the parts of a key; if there are none, an empty one, as in a form that was not filled in. */
function orNone(parts: readonly KeyPart[]): readonly KeyPart[] {
  return parts.length === 0 ? [{ name: '', type: 'S' }] : parts
}

function projectionOf({ Projection }: Members): Pick<IndexDraft, 'projection' | 'included'> {
  const { ProjectionType: type, NonKeyAttributes: names } = members(Projection)
  return {
    projection: (type ?? 'ALL') as ProjectionType,
    included: Array.isArray(names) ? names.join(', ') : '',
  }
}

/** Returns the name of a table, or a similar unused one if it is taken. */
export function nameLike(table: string, taken: readonly string[]): string {
  if (!taken.includes(table)) return table
  let number = 1
  const named = () => `${table.slice(0, 245)}-copy${number === 1 ? '' : number}`
  while (taken.includes(named())) number += 1
  return named()
}
