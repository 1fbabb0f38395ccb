import { type TwinSpaces, twinSpacesOf } from './departure.ts'
import type {
  ChangeLog,
  IndexDefinition,
  KeyAttribute,
  KeySchema,
  SearchAttribute,
  TableDefinition,
  VectorIndexDefinition,
} from './table-definition.ts'
import { changeLogsOf } from './table-group.ts'

/** An index with everything derived from its definition, computed once. */
export interface TableIndex extends IndexDefinition {
  /** The attributes of its key: hash, then range. */
  readonly keyAttributes: readonly KeyAttribute[]
  /** The attribute names that an entry can hold, or `undefined` if it holds all. */
  readonly projectedNames: ReadonlySet<string> | undefined
}

/** A vector index with everything derived from its definition, computed once. */
export interface TableVectorIndex extends VectorIndexDefinition {
  /** The attribute that partitions it; without one it is a single partition. */
  readonly hash: SearchAttribute | undefined
  readonly filters: readonly SearchAttribute[]
  /** The attribute names that an entry can hold besides the vector, or `undefined` if it holds all. */
  readonly projectedNames: ReadonlySet<string> | undefined
}

/** A table with everything derived from its definition, computed once. */
export interface Table {
  readonly name: string
  readonly definition: TableDefinition
  readonly key: KeySchema
  readonly hash: KeyAttribute
  readonly range: KeyAttribute | undefined
  /** The attributes of the primary key: hash, then range. */
  readonly keyAttributes: readonly KeyAttribute[]
  /**
   * The attributes that everything derived from its items depends on: keys of all kinds, projected attributes, and
   * the expiry time.
   */
  readonly attributeNames: ReadonlySet<string>
  /** Global indexes first, then local ones, each in the order of their definition. */
  readonly indexes: readonly TableIndex[]
  readonly vectorIndexes: readonly TableVectorIndex[]
  /** The logs that its writes add to; in a group, including those of other regions. */
  readonly changeLogs: readonly ChangeLog[]
  /** The spaces that its writes change twice, while a table of its group leaves it. */
  readonly twins: TwinSpaces | undefined
  /** Whether the catalogue has since replaced or removed it: it must not be used for writes any more. */
  isReplaced: boolean
}

/** Prepares a table definition for use. */
export function createTable(definition: TableDefinition): Table {
  const [hash] = definition.key.hash
  if (hash === undefined) throw new TypeError(`table ${definition.name} has no hash key`)
  const keyAttributes = [...definition.key.hash, ...definition.key.range]
  const indexes = definition.indexes.map((index) => createIndex(index, keyAttributes))
  return {
    name: definition.name,
    definition,
    key: definition.key,
    hash,
    range: definition.key.range[0],
    keyAttributes,
    attributeNames: followedNames(definition, indexes),
    indexes: [...indexes.filter(isGlobal), ...indexes.filter((index) => !isGlobal(index))],
    vectorIndexes: (definition.vectorIndexes ?? []).map((index) => createVectorIndex(index, keyAttributes)),
    changeLogs: changeLogsOf(definition),
    twins: twinSpacesOf(definition),
    isReplaced: false,
  }
}

/** Returns whether an index is global, and so neither shares the table's hash key nor supports consistent reads. */
export function isGlobal(index: IndexDefinition): boolean {
  return index.kind === 'global'
}

/** Returns the index of that name, if the table has one. */
export function findIndex(table: Table, name: string): TableIndex | undefined {
  return table.indexes.find((index) => index.name === name)
}

/** Returns the vector index of that name, if the table has one. */
export function findVectorIndex(table: Table, name: string): TableVectorIndex | undefined {
  return table.vectorIndexes.find((index) => index.name === name)
}

function createIndex(definition: IndexDefinition, tableKey: readonly KeyAttribute[]): TableIndex {
  const keyAttributes = [...definition.key.hash, ...definition.key.range]
  const projectedNames = projectedNamesOf(definition, [...tableKey, ...keyAttributes])
  return { ...definition, keyAttributes, projectedNames }
}

function createVectorIndex(
  definition: VectorIndexDefinition,
  tableKey: readonly KeyAttribute[],
): TableVectorIndex {
  const { searchSchema } = definition
  return {
    ...definition,
    hash: searchSchema.find(({ role }) => role === 'hash'),
    filters: searchSchema.filter(({ role }) => role === 'filter'),
    projectedNames: projectedNamesOf(definition, [...tableKey, ...searchSchema]),
  }
}

function followedNames(
  { key, expiry }: TableDefinition,
  indexes: readonly TableIndex[],
): ReadonlySet<string> {
  const keys = [key, ...indexes.map((index) => index.key)]
  const names = keys.flatMap(({ hash, range }) => [...hash, ...range].map(({ name }) => name))
  const projected = indexes.flatMap(({ projectedNames = [] }) => [...projectedNames])
  return new Set([...names, ...projected, ...(expiry ? [expiry.attribute] : [])])
}

function projectedNamesOf(
  { projection }: Pick<IndexDefinition, 'projection'>,
  keys: readonly KeyAttribute[],
): ReadonlySet<string> | undefined {
  const { type, nonKeyAttributes = [] } = projection
  return type === 'ALL' ? undefined : new Set([...keys.map(({ name }) => name), ...nonKeyAttributes])
}
