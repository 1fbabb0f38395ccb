import type { DocumentFacts } from './document-facts.ts'
import type {
  EntityKeyDescription,
  IndexDescription,
  KeyDescription,
  KeyPartDescription,
  PatternDescription,
  TableDescription,
} from './model-description.ts'

/** A row of an entity chart: the templates of a kind of item, one for each attribute of the key. */
export interface ChartRow {
  readonly name: string
  /** What it is, if not an entity: `unique email`. */
  readonly note?: string
  /** In the order of the chart's attributes; `undefined` where items are not in the index. */
  readonly cells: readonly (KeyPartDescription | undefined)[]
  /** When items are in the index, if not always. */
  readonly when?: string
}

/** The keys of entities in the table or in an index. */
export interface EntityChart {
  /** The attributes of the key. */
  readonly columns: readonly string[]
  readonly rows: readonly ChartRow[]
}

/** Returns the entity chart of a table, including the items that are stored in addition to those of entities. */
export function tableChart({ key, entities }: TableDescription): EntityChart {
  return {
    columns: columnsOf(key),
    rows: entities.flatMap((entity): ChartRow[] => [
      { name: entity.name, cells: cellsOf(entity.key) },
      ...entity.markers.map((marker) => ({
        name: entity.name,
        note: `${marker.kind === 'unique' ? 'unique' : 'numbers of'} ${marker.name}`,
        cells: marker.key,
      })),
    ]),
  }
}

/** Returns the entity chart of an index. Entities that are not in it have a row all the same, as a reminder. */
export function indexChart({ entities }: TableDescription, index: IndexDescription): EntityChart {
  const columns = columnsOf(index)
  return {
    columns,
    rows: entities.map((entity): ChartRow => {
      const found = entity.indexes.find((one) => one.index === index.name)
      if (found === undefined) return { name: entity.name, cells: columns.map(() => undefined) }
      const when = found.when.map(
        ({ attribute, values }) => `${attribute} is ${values.map(valueText).join(' or ')}`,
      )
      return {
        name: entity.name,
        cells: cellsOf(found),
        ...(when.length > 0 && { when: when.join(' and ') }),
      }
    }),
  }
}

function columnsOf({ pk, sk }: KeyDescription): string[] {
  return [...pk, ...sk].map(({ name }) => name)
}

function cellsOf({ pk, sk }: EntityKeyDescription): KeyPartDescription[] {
  return [...pk, ...sk]
}

/** A row of the table of access patterns. */
export interface PatternRow {
  readonly name: string
  readonly description?: string
  /** `Main table` for the table itself; writes have no index. */
  readonly index: string
  readonly parameters: readonly string[]
  readonly units: number | undefined
  /** The condition on the key; empty if there is none. */
  readonly condition: string
  readonly notes: readonly string[]
  readonly kind: 'read' | 'scan' | 'write'
}

/** Returns the access patterns of a table: its patterns, and the writes that concern more than one item. */
export function patternRows(table: TableDescription, facts: DocumentFacts): PatternRow[] {
  const reads = table.patterns.map(
    (pattern): PatternRow => ({
      name: pattern.name,
      ...(pattern.description !== undefined && { description: pattern.description }),
      index: pattern.index === 'primary' ? 'Main table' : pattern.index,
      parameters: pattern.arguments.map(({ name, required }) => (required ? name : `${name}?`)),
      units: facts.patternUnits?.get(pattern.name),
      condition: pattern.condition,
      notes: patternNotes(pattern),
      kind: pattern.kind === 'scan' ? 'scan' : 'read',
    }),
  )
  const writes = table.entities.map(
    (entity): PatternRow => ({
      name: `create ${entity.verb}`,
      index: 'N/A',
      parameters: [],
      units: facts.writeUnits?.get(entity.name),
      condition: '',
      notes: [
        entity.markers.length + entity.related.length > 0 ? 'TransactWriteItems' : 'PutItem',
        ...entity.rules,
      ],
      kind: 'write',
    }),
  )
  return [...reads, ...writes]
}

function patternNotes(pattern: PatternDescription): string[] {
  const { condition, filter, order, page, consistent, hydrate, members, kind } = pattern
  const read = members.map(({ entity, count }) => (count === 'one' ? `one ${entity}` : `${entity} items`))
  return [
    ...(condition === '' ? ['reads everything'] : []),
    ...(kind === 'collect' ? [`returns ${read.join(' and ')}`] : []),
    ...(order === undefined ? [] : [`${order} first`.replace(/ending first$/, 'ending')]),
    ...(page === undefined ? [] : [`pages of ${page}`]),
    ...(filter === undefined ? [] : [`keeps only ${filter}`]),
    ...(consistent === true ? ['consistent'] : []),
    ...(hydrate === true ? ['then BatchGetItem for whole items'] : []),
    ...members.flatMap(({ name, select }) =>
      select === undefined ? [] : [`only ${select.join(', ')} of ${name}`],
    ),
  ]
}

/** Formats a value that an index requires; `undefined` stands for a missing attribute. */
function valueText(value: unknown): string {
  return value === undefined ? 'missing' : String(value)
}
