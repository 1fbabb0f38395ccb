import type { GlobalSecondaryIndex, GlobalSecondaryIndexUpdate, UpdateTableInput } from '@monotable/protocol'
import { CAPACITY_MAX_UNITS, GLOBAL_INDEXES_MAX, ServiceError, validationError } from '@monotable/protocol'
import { requireUnitsInQuota } from '../../tables/capacity-quota.ts'
import { readAddedIndex, requireFewProjectedAttributes } from '../../tables/read-indexes.ts'
import { readAttributeTypes, sortByName } from '../../tables/read-key-schema.ts'
import type { IndexDefinition, KeySchema, TableDefinition } from '../../tables/table-definition.ts'
import { attributesRedefined, printSchema, printVectorSchema } from './attributes-redefined.ts'
import { planIndexCapacity } from './plan-index-capacity.ts'
import {
  changeBoth,
  limitExceeded,
  overlayIndex,
  replaceIndex,
  type TableUpdateDraft,
  type TableUpdateSetting,
} from './table-update-draft.ts'

/** Plans changes of global indexes: adding one, removing one, and changing the capacity of any number. */
export function planIndexUpdates(
  draft: TableUpdateDraft,
  input: UpdateTableInput,
  setting: TableUpdateSetting,
): TableUpdateDraft {
  const updates = input.GlobalSecondaryIndexUpdates ?? []
  requireOneOnlineChange(draft.next, input)
  requireSensibleUnits(updates)
  let planned = draft
  for (const { Create, Delete, Update } of updates) {
    if (Create) planned = addIndex(planned, Create, input, setting)
    if (Delete) planned = removeIndex(planned, Delete.IndexName)
    if (Update) {
      requireGlobalIndex(planned.next, Update.IndexName, 'update')
      planned = planIndexCapacity(planned, Update, input, setting)
    }
  }
  return planned
}

function requireOneOnlineChange(
  { indexes, vectorIndexes = [] }: TableDefinition,
  { GlobalSecondaryIndexUpdates = [], VectorIndexUpdates = [] }: UpdateTableInput,
): void {
  const updates = [...GlobalSecondaryIndexUpdates, ...VectorIndexUpdates]
  const changed = updates.flatMap(({ Create, Delete }) => Create?.IndexName ?? Delete?.IndexName ?? [])
  const isBusy = [...indexes, ...vectorIndexes].some(
    ({ name, status }) => status === 'CREATING' && !changed.includes(name),
  )
  if (changed.length > 1 || (changed.length === 1 && isBusy)) {
    throw limitExceeded('Only 1 online index can be created or deleted simultaneously per table')
  }
}

function requireSensibleUnits(updates: readonly GlobalSecondaryIndexUpdate[]): void {
  for (const { Update } of updates) {
    const units = Update?.ProvisionedThroughput
    if (!units || Math.max(units.ReadCapacityUnits, units.WriteCapacityUnits) <= CAPACITY_MAX_UNITS) continue
    throw validationError(
      'This operation cannot be performed with given input values. ' +
        'Please contact DynamoDB service team for more info: Action Blocked: IndexUpdate',
    )
  }
}

function addIndex(
  draft: TableUpdateDraft,
  given: GlobalSecondaryIndex,
  input: UpdateTableInput,
  { realm, newId }: TableUpdateSetting,
): TableUpdateDraft {
  const table = draft.next
  if ([...table.indexes, ...(table.vectorIndexes ?? [])].some(({ name }) => name === given.IndexName)) {
    throw validationError('Attempting to create an index which already exists')
  }
  const types = readAttributeTypes(input.AttributeDefinitions ?? [])
  const index = readAddedIndex(given, { region: realm.region, types, billingMode: table.billingMode })
  requireSameTypes(table, index.key)
  requireNoVector(table, index.key)
  if (table.indexes.filter(({ kind }) => kind === 'global').length >= GLOBAL_INDEXES_MAX) {
    throw limitExceeded(`Number of global secondary indexes exceeds per-table limit of ${GLOBAL_INDEXES_MAX}`)
  }
  requireFewProjectedAttributes([...table.indexes, index], table.vectorIndexes)
  if (index.throughput) requireUnitsInQuota(index.throughput, { region: realm.region, index: index.name })
  const added: IndexDefinition = {
    ...index,
    space: `index-${newId()}`,
    status: 'CREATING',
    onlyDeletes: true,
  }
  const change = (old: TableDefinition) => withUsedAttributes({ ...old, indexes: [...old.indexes, added] })
  const changed = changeBoth(draft, change, { TableStatus: 'UPDATING' })
  return overlayIndex(changed, added.name, { Backfilling: false })
}

function removeIndex(draft: TableUpdateDraft, name: string): TableUpdateDraft {
  requireGlobalIndex(draft.next, name, 'delete')
  const indexes = draft.next.indexes.filter((index) => index.name !== name)
  return {
    ...draft,
    next: withUsedAttributes({ ...draft.next, indexes }),
    shown: replaceIndex(draft.shown, name, (index) => ({ ...index, status: 'DELETING' })),
    overlay: { ...draft.overlay, TableStatus: 'UPDATING' },
  }
}

function requireGlobalIndex({ name: tableName, indexes }: TableDefinition, name: string, verb: string): void {
  const index = indexes.find((candidate) => candidate.name === name)
  if (index === undefined) {
    throw new ServiceError(
      'ResourceNotFoundException',
      `Requested resource not found: Index ${name} for table ${tableName}`,
    )
  }
  if (index.kind !== 'global') {
    throw validationError(`Cannot ${verb} an index that is not a GlobalSecondaryIndex: ${name}`)
  }
}

/** An attribute has one type in all keys of a table; adding an index cannot change it. */
function requireSameTypes(table: TableDefinition, key: KeySchema): void {
  const types = new Map(table.attributes.map(({ name, type }) => [name, type]))
  const changed = [...key.hash, ...key.range].find(({ name, type }) => (types.get(name) ?? type) !== type)
  if (changed === undefined) return
  const existing = [table, ...table.indexes].find((owner) =>
    [...owner.key.hash, ...owner.key.range].some(({ name }) => name === changed.name),
  )
  throw attributesRedefined(printSchema(existing?.key ?? table.key), printSchema(key))
}

/** Checks that no key attribute is a vector: a vector is a list, and no key can be a list. */
function requireNoVector({ vectorIndexes = [] }: TableDefinition, key: KeySchema): void {
  const names = new Set([...key.hash, ...key.range].map(({ name }) => name))
  const existing = vectorIndexes.find(({ attribute }) => names.has(attribute))
  if (existing) throw attributesRedefined(printVectorSchema(existing), printSchema(key))
}

/** Returns the definition with exactly the attributes that its keys use. */
export function withUsedAttributes(table: TableDefinition): TableDefinition {
  const keys = [table, ...table.indexes].flatMap(({ key }) => [...key.hash, ...key.range])
  const searched = (table.vectorIndexes ?? []).flatMap(({ searchSchema }) => searchSchema)
  const used = [...keys, ...searched.map(({ name, type }) => ({ name, type }))]
  return {
    ...table,
    attributes: sortByName(new Map(used.map((attribute) => [attribute.name, attribute])).values()),
  }
}
