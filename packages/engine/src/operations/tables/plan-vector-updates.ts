import type { UpdateTableInput, VectorIndex } from '@monotable/protocol'
import { ServiceError, VECTOR_INDEXES_MAX, validationError } from '@monotable/protocol'
import { requireFewProjectedAttributes } from '../../tables/read-indexes.ts'
import { readAttributeTypes } from '../../tables/read-key-schema.ts'
import type { TableDefinition, VectorIndexDefinition } from '../../tables/table-definition.ts'
import {
  type NewVectorIndex,
  newVectorSpaces,
  readVectorIndex,
  requireUndefinedVector,
} from '../../vectors/read-vector-indexes.ts'
import { attributesRedefined, printSchema, printVectorSchema } from './attributes-redefined.ts'
import { withUsedAttributes } from './plan-index-updates.ts'
import {
  changeBoth,
  limitExceeded,
  type TableUpdateDraft,
  type TableUpdateSetting,
} from './table-update-draft.ts'

/** Plans changes of vector indexes: adding or removing one. That there is only one change was checked before. */
export function planVectorUpdates(
  draft: TableUpdateDraft,
  input: UpdateTableInput,
  setting: TableUpdateSetting,
): TableUpdateDraft {
  let planned = draft
  for (const { Create, Delete } of input.VectorIndexUpdates ?? []) {
    if (Create) planned = addIndex(planned, Create, input, setting)
    if (Delete) planned = removeIndex(planned, Delete.IndexName)
  }
  return planned
}

function addIndex(
  draft: TableUpdateDraft,
  given: VectorIndex,
  input: UpdateTableInput,
  { newId }: TableUpdateSetting,
): TableUpdateDraft {
  const table = draft.next
  requireFreeName(table, given.IndexName)
  const types = readAttributeTypes(input.AttributeDefinitions ?? [])
  const index = readVectorIndex(given, { types, billingMode: table.billingMode })
  requireUndefinedVector(index, types)
  requireSameTypes(table, index)
  const others = table.vectorIndexes ?? []
  requireSameDimensions(others, index)
  if (others.length >= VECTOR_INDEXES_MAX) {
    throw limitExceeded(`Number of vector secondary indexes exceeds per-table limit of ${VECTOR_INDEXES_MAX}`)
  }
  requireFewProjectedAttributes(table.indexes, [...others, index])
  const added: VectorIndexDefinition = {
    ...index,
    ...newVectorSpaces(newId),
    status: 'CREATING',
    onlyDeletes: true,
  }
  const change = (old: TableDefinition) =>
    withUsedAttributes({ ...old, vectorIndexes: [...(old.vectorIndexes ?? []), added] })
  return {
    ...changeBoth(draft, change, { TableStatus: 'UPDATING' }),
    vectorOverlays: new Map([...draft.vectorOverlays, [added.name, { Backfilling: false }]]),
  }
}

function removeIndex(draft: TableUpdateDraft, name: string): TableUpdateDraft {
  const { next, shown } = draft
  requireVectorIndex(next, name)
  const left = (next.vectorIndexes ?? []).filter((index) => index.name !== name)
  const shownIndexes = (shown.vectorIndexes ?? []).map((index) =>
    index.name === name ? { ...index, status: 'DELETING' as const } : index,
  )
  return {
    ...draft,
    next: withUsedAttributes({ ...next, vectorIndexes: left }),
    shown: { ...shown, vectorIndexes: shownIndexes },
    overlay: { ...draft.overlay, TableStatus: 'UPDATING' },
  }
}

function requireFreeName(
  { name: tableName, indexes, vectorIndexes = [] }: TableDefinition,
  name: string,
): void {
  const existing = [...indexes, ...vectorIndexes].find((index) => index.name === name)
  if (existing === undefined) return
  if (existing.status !== 'CREATING') {
    throw validationError('Attempting to create an index which already exists')
  }
  // The two spaces are DynamoDB's.
  throw new ServiceError(
    'ResourceInUseException',
    'Attempt to change a resource which is still in use: Index is being created.  ' +
      `Table: ${tableName} Index: ${name}`,
  )
}

function requireVectorIndex(
  { name: tableName, indexes, vectorIndexes = [] }: TableDefinition,
  name: string,
): void {
  if (vectorIndexes.some((index) => index.name === name)) return
  if (indexes.some((index) => index.name === name)) {
    throw validationError(`Cannot delete an index that is not a VectorIndex: ${name}`)
  }
  throw new ServiceError(
    'ResourceNotFoundException',
    `Requested resource not found: Index ${name} for table ${tableName}`,
  )
}

/** An attribute has one type in all keys of a table, and a key attribute cannot be a vector. */
function requireSameTypes(table: TableDefinition, index: NewVectorIndex): void {
  const types = new Map(table.attributes.map(({ name, type }): [string, string] => [name, type]))
  const used = [{ name: index.attribute, type: 'L' }, ...index.searchSchema]
  const changed = used.find(({ name, type }) => (types.get(name) ?? type) !== type)
  if (changed === undefined) return
  const existing = [table, ...table.indexes].find((owner) =>
    [...owner.key.hash, ...owner.key.range].some(({ name }) => name === changed.name),
  )
  throw attributesRedefined(printSchema(existing?.key ?? table.key), printVectorSchema(index))
}

/** The dimensions are part of a vector's type. CreateTable, where no schema exists yet, words this differently. */
function requireSameDimensions(others: readonly NewVectorIndex[], index: NewVectorIndex): void {
  const existing = others.find(
    ({ attribute, dimensions }) => attribute === index.attribute && dimensions !== index.dimensions,
  )
  if (existing) throw attributesRedefined(printVectorSchema(existing), printVectorSchema(index))
}
