import { type EntityDescription, type TableDescription, writeWorkbenchFile } from '@monotable/model/outputs'
import type { EntityModel, KeyAttributeModel, KeyModel, TableModel, TemplatePart } from '../shared/api.ts'
import type { WireItem } from '../shared/guess/wire-item.ts'
import { ApiError } from './api-error.ts'
import { type Connection, sendParsed } from './connection.ts'
import type { ImportedTable } from './imported-files.ts'
import type { KnownModels } from './known-models.ts'
import { loadTableModel } from './load-table-model.ts'

/** NoSQL Workbench is a design tool; its files are not meant for copying tables. */
const maxItems = 20_000

/** What a draft of a model needs: as much as tells how items are made. */
const draftItems = 1_000

/** The inputs of an export. */
export interface ExportContext {
  readonly connection: Connection
  readonly models: KnownModels
  /** Returns what a table with this key was imported from, if that is known. */
  readonly origin: (table: string, key: KeyModel) => ImportedTable | undefined
  readonly now: () => number
  /** Whether this is a draft of a model, for which the first items are enough. */
  readonly isDraft: boolean
}

/** Writes tables with their items as a NoSQL Workbench file. */
export async function exportFile(
  { connection, models, origin, now, isDraft }: ExportContext,
  names: readonly string[],
): Promise<object> {
  const tables: TableDescription[] = []
  const origins: ImportedTable[] = []
  const items = new Map<string, readonly WireItem[]>()
  for (const name of names) {
    const found = await readItems(connection, name, isDraft)
    const model = await loadTableModel(connection, name, models)
    const imported = isOfFile(models, name) ? undefined : origin(name, model.key)
    if (imported !== undefined) origins.push(imported)
    tables.push(
      imported !== undefined
        ? describeImported(imported.table, model, found)
        : (declaredTable(model, models) ?? describeGuessed(model, found)),
    )
    items.set(name, found)
  }
  const base = baseOf(origins)
  const { file } = writeWorkbenchFile(
    { tables },
    {
      ...(base?.['ModelName'] === undefined && { name: names.join(', ') }),
      ...(base !== undefined && { base }),
      items: items as never,
      date: new Date(now()).toUTCString(),
    },
  )
  return file
}

function isOfFile({ ofFile }: KnownModels, table: string): boolean {
  return ofFile?.description.tables.some(({ name }) => name === table) ?? false
}

/** Returns the file that the export continues. Tables of several files keep what each of these says about them. */
function baseOf(origins: readonly ImportedTable[]): { readonly [member: string]: unknown } | undefined {
  const files = [...new Set(origins.map(({ file }) => file))] as { readonly [member: string]: unknown }[]
  if (files.length < 2) return files[0]
  return { DataModel: files.flatMap(({ DataModel }) => (Array.isArray(DataModel) ? DataModel : [])) }
}

/** Describes a table as its file does, with the indexes that it has now and the attributes of items added since. */
function describeImported(
  table: TableDescription,
  { indexes }: TableModel,
  items: readonly WireItem[],
): TableDescription {
  const [only] = table.entities
  if (only === undefined || table.entities.length > 1) return { ...table, indexes }
  const known = new Set([...table.key.pk, ...table.key.sk, ...only.attributes].map(({ name }) => name))
  const added = [...seenTypes(items)].filter(([name]) => !known.has(name))
  const attributes = [...only.attributes, ...added.map(([name, type]) => ({ name, type, required: false }))]
  return { ...table, indexes, entities: [{ ...only, attributes }] }
}

/**
 * Returns the table as the model declares it, provided that the model is used for this very table, and not for another
 * of the same name.
 */
function declaredTable({ source, table }: TableModel, models: KnownModels): TableDescription | undefined {
  if (source === 'guessed') return undefined
  return models.find(table)?.description.tables.find(({ name }) => name === table)
}

async function readItems(connection: Connection, TableName: string, isDraft: boolean): Promise<WireItem[]> {
  const items: WireItem[] = []
  let start: unknown
  do {
    const input = { TableName, ...(start !== undefined && { ExclusiveStartKey: start }) }
    const page = (await sendParsed(connection, 'Scan', input)) as ScanPage
    for (const item of page.Items ?? []) items.push(item)
    start = page.LastEvaluatedKey
    if (isDraft && items.length >= draftItems) return items.slice(0, draftItems)
    if (items.length > maxItems) {
      const advice = `Copy it with: monotable export --table ${TableName}`
      throw new ApiError(409, 'TooMany', `${TableName} has more than ${maxItems} items. ${advice}`)
    }
  } while (start !== undefined)
  return items
}

interface ScanPage {
  readonly Items?: readonly WireItem[]
  readonly LastEvaluatedKey?: unknown
}

/** Describes a table with a guessed model in the form of a declared one. */
function describeGuessed(model: TableModel, items: readonly WireItem[]): TableDescription {
  const { table, key, indexes, typeAttribute, ttlAttribute } = model
  const types = seenTypes(items)
  return {
    name: table,
    key,
    indexes,
    ...(typeAttribute !== undefined && { typeAttribute }),
    ...(ttlAttribute !== undefined && { ttlAttribute }),
    entities: model.entities.map((entity) => describeEntity(entity, model, types)),
    patterns: [],
    relations: [],
  }
}

type AttributeType = NonNullable<EntityDescription['attributes'][number]['type']>

/** Determines the types of attributes whose values have the same type in all items. */
function seenTypes(items: readonly WireItem[]): ReadonlyMap<string, AttributeType> {
  const types = new Map<string, AttributeType | undefined>()
  for (const [name, value] of items.flatMap((item) => Object.entries(item))) {
    const type = Object.keys(value)[0] as AttributeType
    types.set(name, types.has(name) && types.get(name) !== type ? undefined : type)
  }
  return new Map([...types].flatMap(([name, type]) => (type === undefined ? [] : [[name, type]])))
}

function describeEntity(
  entity: EntityModel,
  { key, indexes }: TableModel,
  types: ReadonlyMap<string, AttributeType>,
): EntityDescription {
  return {
    name: entity.name,
    verb: entity.name,
    key: describeKey(entity, key),
    indexes: indexes
      .filter(({ name }) => entity.indexes.includes(name))
      .map((index) => ({ index: index.name, ...describeKey(entity, index), when: [], partial: 'read' })),
    attributes: entity.attributes.map((name) => {
      const type = types.get(name)
      return { name, ...(type !== undefined && { type }), required: false }
    }),
    markers: [],
    related: [],
    rules: [],
  }
}

function describeKey({ templates }: EntityModel, { pk, sk }: KeyModel): EntityDescription['key'] {
  const part = ({ name, type }: KeyAttributeModel) => {
    const parts = (Object.hasOwn(templates, name) ? templates[name] : undefined) ?? [{ slot: name }]
    const [only] = parts
    const plain = parts.length === 1 && only !== undefined && 'slot' in only && only.slot === name
    return { name, type, template: parts.map(partText).join(''), parts, plain }
  }
  return { pk: pk.map(part), sk: sk.map(part) }
}

function partText(part: TemplatePart): string {
  return 'text' in part ? part.text : `{${part.slot}}`
}
