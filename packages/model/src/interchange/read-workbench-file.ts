import type { AttributeType } from '../codec/standard-schema.ts'
import { describeModel } from '../documents/describe-model.ts'
import type {
  AttributeDescription,
  EntityDescription,
  ModelDescription,
  TableDescription,
} from '../documents/model-description.ts'
import { compileTemplate } from '../keys/compile-template.ts'
import { capitalWords, createNames } from '../templates/unique-names.ts'
import { groupBy } from '../util/group-by.ts'
import { getOwn } from '../util/own-property.ts'
import { aliasTemplate, countOdd } from './alias-template.ts'
import { buildModel } from './build-model.ts'
import { draftEntity, draftPatterns } from './plain-entity.ts'
import { type ItemList, type JsonItem, readItems } from './read-items.ts'
import { readTableKeys, type TableKeys } from './read-table.ts'
import { type FileMessage, isMembers, type Members, Reading } from './reading.ts'
import { createRecognizer } from './recognize-entity.ts'

/** The content of a NoSQL Workbench file. */
export interface WorkbenchFile {
  /** Its ModelName. */
  readonly name: string
  readonly description: ModelDescription
  /** The items of each table, by its name. */
  readonly items: ReadonlyMap<string, readonly JsonItem[]>
  /** What was repaired or left out, and where. */
  readonly messages: readonly FileMessage[]
}

interface FileTable {
  readonly description: TableDescription
  readonly items: readonly JsonItem[]
}

/**
 * Reads a NoSQL Workbench file, of any version. Errors in it are repaired if possible, otherwise the part is left out;
 * each is reported. Facets become entities, and their aliases templates of keys; a table without facets becomes one
 * entity, with its keys as they are.
 */
export function readWorkbenchFile(file: unknown): WorkbenchFile {
  const reading = new Reading()
  const { ModelName: name, DataModel: tables } = isMembers(file) ? file : {}
  if (!isMembers(file) || !Array.isArray(tables)) {
    reading.tell('DataModel', 'is missing: this is not a NoSQL Workbench file')
  }
  const names = {
    table: createNames((text) => text),
    verb: createNames(memberText),
    pattern: createNames(memberText),
  }
  const read = (Array.isArray(tables) ? tables : []).flatMap((table: unknown, at): FileTable[] => {
    const path = `DataModel[${at}]`
    if (!isMembers(table)) {
      reading.tell(path, 'is not a table, and was left out')
      return []
    }
    const keys = readTableKeys(table, reading, path, names.table)
    return keys === undefined ? [] : [readTable(table, keys, { reading, path, ...names })]
  })
  const drafted = { tables: read.map(({ description }) => description) }
  return {
    name: typeof name === 'string' && name !== '' ? name : 'Model',
    // Described by way of the model, so that the two agree.
    description: describeModel(buildModel(drafted)),
    items: new Map(read.map(({ description, items }) => [description.name, items])),
    messages: reading.messages,
  }
}

/** Returns a name that keeps its place among an object's members, which names that are numbers would precede. */
function memberText(name: string): string {
  return /^\d+$/.test(name) ? `_${name}` : name
}

interface TableContext {
  readonly reading: Reading
  readonly path: string
  readonly verb: (name: string) => string
  readonly pattern: (name: string) => string
}

interface Facet {
  readonly name: string
  /** The attributes that it names. */
  readonly attributes: readonly string[]
  readonly members: Members
  readonly path: string
}

function readTable(table: Members, keys: TableKeys, context: TableContext): FileTable {
  const { reading, path } = context
  const facets = readFacets(table['TableFacets'], reading, `${path}.TableFacets`)
  const lists: ItemList[] = [
    { path: `${path}.TableData`, items: reading.list(table['TableData'], `${path}.TableData`) },
    ...facets.map(({ members, path: at }) => ({
      path: `${at}.TableData`,
      items: reading.list(members['TableData'], `${at}.TableData`),
    })),
  ]
  const items = readItems(lists, keys, reading)
  const all = [...items.values()].flat()
  const keyTypes = [keys.key, ...keys.indexes].flatMap(({ pk, sk }) =>
    [...pk, ...sk].map(({ name, type }) => [name, type] as const),
  )
  const types = new Map<string, AttributeType>([...seenTypes(all), ...keys.attributes, ...keyTypes])
  const whole: WholeTable = { keys, items, types }
  const { entities, typeAttribute } =
    facets.length === 0
      ? { entities: [wholeEntity(whole, context)], typeAttribute: undefined }
      : readEntities(facets, whole, context)
  return {
    description: {
      name: keys.name,
      key: keys.key,
      indexes: keys.indexes,
      ...(typeAttribute !== undefined && { typeAttribute }),
      entities,
      patterns: entities.flatMap((entity) => draftPatterns(keys.name, entity, context.pattern)),
      relations: [],
    },
    items: all,
  }
}

/** What is known of a table as a whole. */
interface WholeTable {
  readonly keys: TableKeys
  /** Items by their place in the file. */
  readonly items: ReadonlyMap<string, readonly JsonItem[]>
  /** The types of all attributes that the table names, or its items have. */
  readonly types: ReadonlyMap<string, AttributeType>
}

/** Returns the entities that facets stand for. */
function readEntities(
  facets: readonly Facet[],
  table: WholeTable,
  context: TableContext,
): Pick<TableDescription, 'entities' | 'typeAttribute'> {
  const { keys, items } = table
  const drafts = facets.map((facet) => {
    const templates = facetTemplates(facet, facets, table, context.reading)
    const draft = { ...keys, name: facet.name, verb: facet.name, templates, indexes: [], attributes: [] }
    return { facet, templates, draft: draftEntity(draft) }
  })
  const all = [...items.values()].flat()
  /** Returns the items of each facet, including those outside of all facets that match it. */
  const group = (typeAttribute?: string) => {
    const entities = drafts.map(({ draft }) => draft)
    const recognize = createRecognizer({ ...(typeAttribute !== undefined && { typeAttribute }), entities })
    const alike = groupBy(all, (item) => recognize(item) ?? '')
    return facets.map(({ name, path }): readonly [string, readonly JsonItem[]] => [
      name,
      [...(items.get(`${path}.TableData`) ?? []), ...(alike.get(name) ?? [])],
    ])
  }
  const typeAttribute = findTypeAttribute(group(), all, keys)
  const groups = new Map(group(typeAttribute))
  const entities = drafts.map(({ facet, templates }) => {
    const own = groups.get(facet.name) ?? []
    const names = new Set([...facet.attributes, ...own.flatMap((item) => Object.keys(item))])
    // The attribute that names the entity belongs to the table, not to the application.
    if (typeAttribute !== undefined) names.delete(typeAttribute)
    return facetEntity(facet.name, names, templates, { table, verb: context.verb })
  })
  return { entities, ...(typeAttribute !== undefined && { typeAttribute }) }
}

function readFacets(given: unknown, reading: Reading, path: string): Facet[] {
  const nameFacet = createNames((name) => name)
  return reading.list(given, path).flatMap((facet, at): Facet[] => {
    const place = `${path}[${at}]`
    if (!isMembers(facet)) {
      reading.tell(place, 'is not a facet, and was left out')
      return []
    }
    const { FacetName: wanted } = facet
    const name = nameFacet(typeof wanted === 'string' && wanted !== '' ? wanted : 'Facet')
    if (name !== wanted) reading.tell(`${place}.FacetName`, `is missing or taken; it was changed to ${name}`)
    const attributes = reading
      .list(facet['NonKeyAttributes'], `${place}.NonKeyAttributes`)
      .filter((one) => typeof one === 'string' && one !== '') as string[]
    return [{ name, attributes, members: facet, path: place }]
  })
}

/** Returns the one entity of a table without facets. */
function wholeEntity({ keys, types }: WholeTable, { verb }: TableContext): EntityDescription {
  const name = wholeName(keys.name)
  const names = new Set([...keys.attributes.keys(), ...types.keys()])
  return draftEntity({
    name,
    verb: verb(name),
    key: keys.key,
    indexes: keys.indexes,
    attributes: attributesOf(names, new Map(), { keys, types }),
  })
}

/** Returns the name for the entity of a table without facets. */
export function wholeName(table: string): string {
  return `${capitalWords(table)}Item`
}

function facetEntity(
  name: string,
  names: ReadonlySet<string>,
  templates: ReadonlyMap<string, string>,
  { table, verb }: { readonly table: WholeTable; readonly verb: TableContext['verb'] },
): EntityDescription {
  const { key, indexes } = table.keys
  const attributes = attributesOf(names, templates, table)
  // An item is in an index if it has all attributes of the index's key.
  const stored = new Set([...attributes, ...key.pk, ...key.sk].map((one) => one.name))
  return draftEntity({
    name,
    verb: verb(name),
    key,
    templates,
    indexes: indexes.filter(({ pk, sk }) => [...pk, ...sk].every((part) => stored.has(part.name))),
    attributes,
  })
}

/** Returns the templates that a facet's aliases stand for, if its items match them. */
function facetTemplates(
  { members, path }: Facet,
  facets: readonly Facet[],
  { keys, items, types }: WholeTable,
  reading: Reading,
): Map<string, string> {
  const aliases = isMembers(members['KeyAttributeAlias']) ? members['KeyAttributeAlias'] : {}
  const known = new Set([...types.keys(), ...facets.flatMap(({ attributes }) => attributes)])
  const numbers = new Set([...types].flatMap(([name, type]) => (type === 'N' ? [name] : [])))
  const templates = new Map<string, string>()
  for (const [half, member] of [
    ['pk', 'PartitionKeyAlias'],
    ['sk', 'SortKeyAlias'],
  ] as const) {
    const [attribute] = keys.key[half]
    const alias = aliases[member]
    if (attribute?.type !== 'S' || typeof alias !== 'string') continue
    const sorted = half === 'sk'
    const own = items.get(`${path}.TableData`) ?? []
    const stored = own.map((item) => String(getOwn(item, attribute.name)?.['S']))
    const context = { attribute: attribute.name, sorted, known, numbers, keys: stored }
    const template = aliasTemplate(alias, context)
    if (template === undefined) continue
    const odd = countOdd(template, context)
    if (odd === 0) templates.set(attribute.name, template)
    else {
      const which =
        odd === stored.length ? 'its items have other keys' : 'not all of its items have such keys'
      const message = `"${alias}" looks like ${template}, but ${which}; the key was kept as it is`
      reading.tell(`${path}.KeyAttributeAlias.${member}`, message)
    }
  }
  return templates
}

/** Returns the attributes that items have, with the type of the first that has them. */
function seenTypes(items: readonly JsonItem[]): Map<string, AttributeType> {
  const seen = new Map<string, AttributeType>()
  for (const [name, value] of items.flatMap((item) => Object.entries(item))) {
    const [type] = Object.keys(value)
    if (!seen.has(name) && type !== undefined) seen.set(name, type as AttributeType)
  }
  return seen
}

/** Returns an entity's attributes: those in its keys are required, and keys that are built are not among them. */
function attributesOf(
  names: ReadonlySet<string>,
  templates: ReadonlyMap<string, string>,
  { keys, types }: Pick<WholeTable, 'keys' | 'types'>,
): AttributeDescription[] {
  const keyNames = new Set([...keys.key.pk, ...keys.key.sk].map(({ name }) => name))
  const slots = new Set(
    [...templates.values()].flatMap((one) => compileTemplate(one, { sorted: false }).attributes),
  )
  return [...new Set([...slots, ...names])]
    .filter((name) => !keyNames.has(name) || slots.has(name))
    .map((name) => ({
      name,
      type: types.get(name) ?? 'S',
      required: slots.has(name),
    }))
}

/** Returns the attribute in which all items name their facet, if there is one. */
function findTypeAttribute(
  groups: readonly (readonly [facet: string, items: readonly JsonItem[]])[],
  all: readonly JsonItem[],
  { key, indexes }: TableKeys,
): string | undefined {
  const [first] = groups.flatMap(([, items]) => items)
  if (first === undefined || groups.length < 2) return undefined
  const used = new Set([key, ...indexes].flatMap(({ pk, sk }) => [...pk, ...sk].map(({ name }) => name)))
  const names = new Set(groups.map(([name]) => name))
  const typeOf = (item: JsonItem, attribute: string) => getOwn(item, attribute)?.['S']
  return Object.keys(first)
    .sort()
    .find(
      (attribute) =>
        !used.has(attribute) &&
        all.every((item) => names.has(String(typeOf(item, attribute)))) &&
        groups.every(([name, items]) => items.every((item) => typeOf(item, attribute) === name)),
    )
}
