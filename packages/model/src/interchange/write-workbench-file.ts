import type { AttributeType } from '../codec/standard-schema.ts'
import { isOwnForm } from '../documents/describe-attributes.ts'
import type {
  EntityDescription,
  IndexDescription,
  KeyAttributeDescription,
  KeyDescription,
  ModelDescription,
  TableDescription,
} from '../documents/model-description.ts'
import { groupBy } from '../util/group-by.ts'
import { getOwn } from '../util/own-property.ts'
import { isOnlyName, templateAlias } from './alias-template.ts'
import { byStoredNames } from './by-stored-names.ts'
import type { JsonItem } from './read-items.ts'
import { wholeName } from './read-workbench-file.ts'
import { type FileMessage, isMembers, type Members, Reading } from './reading.ts'
import { createRecognizer } from './recognize-entity.ts'

/** What a NoSQL Workbench file contains besides the model. */
export interface WorkbenchFileOptions {
  readonly name?: string | undefined
  /** The items of each table, by its name. */
  readonly items?: ReadonlyMap<string, readonly JsonItem[]> | undefined
  /** A file that this one replaces: parts that the model does not cover are kept as they are. */
  readonly base?: unknown
  /** The date of writing, as text for the file. */
  readonly date?: string | undefined
}

/** A file, and the parts of the model that the format cannot express. */
export interface WrittenWorkbenchFile {
  readonly file: Members
  readonly messages: readonly FileMessage[]
}

/** Writes a model as a NoSQL Workbench file: a facet for each entity, with its items. */
export function writeWorkbenchFile(
  { tables }: ModelDescription,
  options: WorkbenchFileOptions = {},
): WrittenWorkbenchFile {
  const reading = new Reading()
  const base = isMembers(options.base) ? options.base : {}
  const { name = 'Model', date = '', items } = options
  const metadata = isMembers(base['ModelMetadata']) ? base['ModelMetadata'] : undefined
  const file = {
    ...base,
    ModelName: options.name ?? base['ModelName'] ?? name,
    ModelMetadata: {
      Author: '',
      DateCreated: date,
      DateLastModified: date,
      Description: '',
      AWSService: 'Amazon DynamoDB',
      Version: '3.0',
      ...metadata,
      ...(date !== '' && { DateLastModified: date }),
    },
    DataModel: tables.map((table, at) =>
      writeTable(table, items?.get(table.name) ?? [], {
        reading,
        path: `DataModel[${at}]`,
        base: findNamed(base['DataModel'], 'TableName', table.name),
      }),
    ),
  }
  return { file, messages: reading.messages }
}

interface TableContext {
  readonly reading: Reading
  readonly path: string
  readonly base: Members
}

function writeTable(given: TableDescription, items: readonly JsonItem[], context: TableContext): Members {
  const { base, reading, path } = context
  const known = byStoredNames(given)
  for (const { name, storedAs } of given.entities) {
    if (storedAs === undefined) continue
    reading.tell(
      path,
      `NoSQL Workbench has one name for an attribute: ${name} is written with the names in the table`,
    )
  }
  for (const { name, stored = {} } of known.entities) {
    for (const [attribute, form] of Object.entries(stored).filter(([, one]) => isOwnForm(one))) {
      reading.tell(
        path,
        `NoSQL Workbench does not know forms: "${attribute}" of ${name} (${form}) is shown as it is stored`,
      )
    }
  }
  const recognize = createRecognizer(known)
  const places = placesIn(base['TableFacets'], known)
  const groups = groupBy(items, (item) => recognize(item) ?? places.get(keyText(item, known)) ?? '')
  const isContinued = ({ name }: EntityDescription) =>
    'FacetName' in findNamed(base['TableFacets'], 'FacetName', name)
  const table = {
    ...known,
    entities: known.entities.map((entity) =>
      isContinued(entity) ? withAttributesOf(entity, groups.get(entity.name) ?? [], known) : entity,
    ),
  }
  const [only] = table.entities
  const isWhole = table.entities.length === 1 && only !== undefined && isWholeEntity(only, table)
  const facets = isWhole ? [] : table.entities
  const rest = isWhole ? items : (groups.get('') ?? [])
  const {
    TableFacets: _facets,
    GlobalSecondaryIndexes: _global,
    LocalSecondaryIndexes: _local,
    ...kept
  } = base
  const globals = writeIndexes(table, 'global', context)
  const locals = writeIndexes(table, 'local', context)
  if (table.ttlAttribute !== undefined) {
    reading.tell(path, `NoSQL Workbench cannot express the time to live in ${table.ttlAttribute}`)
  }
  return {
    ...kept,
    TableName: table.name,
    KeyAttributes: keyAttributes(table.key, base['KeyAttributes']),
    NonKeyAttributes: nonKeyAttributes(table),
    ...(facets.length > 0 && {
      TableFacets: facets.map((entity) =>
        writeFacet(
          entity,
          table,
          groups.get(entity.name) ?? [],
          findNamed(base['TableFacets'], 'FacetName', entity.name),
        ),
      ),
    }),
    ...(globals.length > 0 && { GlobalSecondaryIndexes: globals }),
    ...(locals.length > 0 && { LocalSecondaryIndexes: locals }),
    TableData: rest,
    DataAccess: base['DataAccess'] ?? { MySql: {} },
  }
}

/** Adds the attributes that items have got since the file was read that is written again. */
function withAttributesOf(
  entity: EntityDescription,
  items: readonly JsonItem[],
  { typeAttribute }: TableDescription,
): EntityDescription {
  const known = new Set([typeAttribute, ...entity.attributes.map(({ name }) => name)])
  const added = new Map(
    items
      .flatMap((item) => Object.entries(item))
      .filter(([name]) => !known.has(name))
      .map(([name, value]) => [name, Object.keys(value)[0] as AttributeType | undefined]),
  )
  const attributes = [...added].map(([name, type]) => ({ name, ...(type && { type }), required: false }))
  return { ...entity, attributes: [...entity.attributes, ...attributes] }
}

/** Returns the facets in which the items of a file are, for items whose keys do not tell. */
function placesIn(facets: unknown, table: TableDescription): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  for (const { name } of table.entities) {
    const { TableData: items } = findNamed(facets, 'FacetName', name)
    for (const item of Array.isArray(items) ? items : []) {
      if (isMembers(item)) places.set(keyText(item, table), name)
    }
  }
  return places
}

/** Returns the key of an item as a text, in which numbers are as they are stored. */
function keyText(item: Members | JsonItem, { key }: TableDescription): string {
  const values = [...key.pk, ...key.sk].map(({ name }) => {
    const value = getOwn(item, name)
    return isMembers(value) ? String(Object.values(value)[0]) : ''
  })
  return JSON.stringify(values)
}

/** Whether an entity is what reading a table without facets results in. */
function isWholeEntity(entity: EntityDescription, table: TableDescription): boolean {
  const isPlain = [...entity.key.pk, ...entity.key.sk].every(
    ({ plain, name, template }) => plain && template === `{${name}}`,
  )
  return isPlain && entity.name === wholeName(table.name) && table.typeAttribute === undefined
}

function writeIndexes(
  table: TableDescription,
  kind: IndexDescription['kind'],
  context: TableContext,
): Members[] {
  const { reading, path, base } = context
  const member = kind === 'global' ? 'GlobalSecondaryIndexes' : 'LocalSecondaryIndexes'
  const findIndex = (name: string) => findNamed(base[member], 'IndexName', name)
  return table.indexes
    .filter((index) => index.kind === kind)
    .flatMap((index) => {
      const { name, pk, sk, projection } = index
      if (pk.length > 1 || sk.length > 1) {
        reading.tell(`${path}.${member}`, `cannot express the several attributes of ${name}; it was left out`)
        return []
      }
      return [
        {
          ...findIndex(name),
          IndexName: name,
          KeyAttributes: keyAttributes(index, findIndex(name)['KeyAttributes']),
          Projection:
            typeof projection === 'string'
              ? { ProjectionType: projection }
              : { ProjectionType: 'INCLUDE', NonKeyAttributes: projection },
        },
      ]
    })
}

function writeFacet(
  entity: EntityDescription,
  table: TableDescription,
  items: readonly JsonItem[],
  base: Members,
): Members {
  const names = facetAttributes(entity, table)
  const known = new Set([...names, ...nonKeyAttributes(table).map(({ AttributeName }) => AttributeName)])
  const numbers = new Set(
    nonKeyAttributes(table)
      .filter(({ AttributeType }) => AttributeType === 'N')
      .map(({ AttributeName }) => AttributeName),
  )
  const aliases = isMembers(base['KeyAttributeAlias']) ? base['KeyAttributeAlias'] : {}
  const alias = (half: 'pk' | 'sk'): string | undefined => {
    const [part] = entity.key[half]
    if (part === undefined) return undefined
    const keys = items.map((item) => String(Object.values(item[part.name] ?? {})[0]))
    const context = { attribute: part.name, sorted: half === 'sk', known, numbers, keys }
    if (!part.plain || part.template !== `{${part.name}}`) return templateAlias(part.template, context)
    // An alias that its items do not have is no template, but somebody has written it.
    const said = aliases[half === 'pk' ? 'PartitionKeyAlias' : 'SortKeyAlias']
    return typeof said === 'string' && (part.type !== 'S' || isOnlyName(said, context)) ? said : part.name
  }
  const sort = alias('sk')
  return {
    ...base,
    FacetName: entity.name,
    KeyAttributeAlias: {
      PartitionKeyAlias: alias('pk') ?? '',
      ...(sort !== undefined && { SortKeyAlias: sort }),
    },
    NonKeyAttributes: names,
    TableData: items,
    DataAccess: base['DataAccess'] ?? { MySql: {} },
  }
}

/**
 * Returns the attributes of an entity's items besides the table's keys: the application's, the keys of indexes, and the
 * one that names the entity.
 */
function facetAttributes(entity: EntityDescription, table: TableDescription): string[] {
  const own = new Set([...table.key.pk, ...table.key.sk].map(({ name }) => name))
  const indexKeys = entity.indexes.flatMap(({ pk, sk }) => [...pk, ...sk].map(({ name }) => name))
  const type = table.typeAttribute === undefined ? [] : [table.typeAttribute]
  const names = [...entity.attributes.map(({ name }) => name), ...indexKeys, ...type]
  return [...new Set(names)].filter((name) => !own.has(name))
}

interface FileAttribute {
  readonly AttributeName: string
  readonly AttributeType: string
}

function nonKeyAttributes(table: TableDescription): FileAttribute[] {
  const own = new Set([...table.key.pk, ...table.key.sk].map(({ name }) => name))
  const types = new Map<string, string>()
  for (const { name, type } of table.entities.flatMap(({ attributes }) => attributes)) {
    if (!types.has(name) || type !== undefined) types.set(name, type ?? 'S')
  }
  if (table.typeAttribute !== undefined) types.set(table.typeAttribute, 'S')
  for (const { name, type } of table.indexes.flatMap(({ pk, sk }) => [...pk, ...sk])) types.set(name, type)
  return [...types]
    .filter(([name]) => !own.has(name))
    .map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }))
}

function keyAttributes({ pk, sk }: KeyDescription, given: unknown): Members {
  const base = isMembers(given) ? given : {}
  const [partition] = pk
  const [sort] = sk
  return {
    PartitionKey: keyAttribute(partition, base['PartitionKey']),
    ...(sort !== undefined && { SortKey: keyAttribute(sort, base['SortKey']) }),
  }
}

/** Returns an attribute with what the file to be replaced says about it besides. */
function keyAttribute(attribute: KeyAttributeDescription | undefined, base: unknown): Members {
  const written = fileAttribute(attribute)
  const isSame = isMembers(base) && base['AttributeName'] === written.AttributeName
  return isSame ? { ...base, ...written } : { ...written }
}

function fileAttribute(attribute: KeyAttributeDescription | undefined): FileAttribute {
  return { AttributeName: attribute?.name ?? '', AttributeType: attribute?.type ?? 'S' }
}

/** Returns the element of a list in a file whose member has a given name. */
function findNamed(list: unknown, member: string, name: string): Members {
  const found = Array.isArray(list) ? list.find((one) => isMembers(one) && one[member] === name) : undefined
  return isMembers(found) ? found : {}
}
