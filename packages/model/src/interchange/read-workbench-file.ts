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
import { getOwn } from '../util/own-property.ts'
import { aliasTemplate } from './alias-template.ts'
import { buildModel } from './build-model.ts'
import { draftEntity, draftPatterns } from './plain-entity.ts'
import { type ItemList, type JsonItem, readItems } from './read-items.ts'
import { readTableKeys, type TableKeys } from './read-table.ts'
import { type FileMessage, isMembers, type Members, Reading } from './reading.ts'

/** What a file of NoSQL Workbench holds. */
export interface WorkbenchFile {
  /** Its ModelName. */
  readonly name: string
  readonly description: ModelDescription
  /** The items of each table, by its name. */
  readonly items: ReadonlyMap<string, readonly JsonItem[]>
  /** What was mended or left out, and where. */
  readonly messages: readonly FileMessage[]
}

interface FileTable {
  readonly description: TableDescription
  readonly items: readonly JsonItem[]
}

/**
 * Reads a file of NoSQL Workbench, of any version. What is wrong in it is mended where it can be and left out where it
 * cannot; each time it is told. Facets are entities, and their aliases templates of keys; a table without facets has one
 * entity, with its keys as they are.
 */
export function readWorkbenchFile(file: unknown): WorkbenchFile {
  const reading = new Reading()
  const { ModelName: name, DataModel: tables } = isMembers(file) ? file : {}
  if (!isMembers(file) || !Array.isArray(tables)) {
    reading.tell('DataModel', 'is missing: this is no file of NoSQL Workbench')
  }
  const names = {
    table: createNames((text) => text),
    verb: createNames((text) => text),
    pattern: createNames((text) => text),
  }
  const read = (Array.isArray(tables) ? tables : []).flatMap((table: unknown, at): FileTable[] => {
    const path = `DataModel[${at}]`
    if (!isMembers(table)) {
      reading.tell(path, 'is no table, and was left out')
      return []
    }
    const keys = readTableKeys(table, reading, path, names.table)
    return keys === undefined ? [] : [readTable(table, keys, { reading, path, ...names })]
  })
  const drafted = { tables: read.map(({ description }) => description) }
  return {
    name: typeof name === 'string' && name !== '' ? name : 'Model',
    // What the model makes of it is what it is.
    description: describeModel(buildModel(drafted)),
    items: new Map(read.map(({ description, items }) => [description.name, items])),
    messages: reading.messages,
  }
}

interface TableContext {
  readonly reading: Reading
  readonly path: string
  readonly verb: (name: string) => string
  readonly pattern: (name: string) => string
}

interface Facet {
  readonly name: string
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
  const entities =
    facets.length === 0
      ? [wholeEntity(keys, all, context)]
      : facets.map((facet) => facetEntity(facet, keys, items.get(`${facet.path}.TableData`) ?? [], context))
  const typeAttribute = findTypeAttribute(facets, items, keys)
  return {
    description: {
      name: keys.name,
      key: keys.key,
      indexes: keys.indexes,
      ...(typeAttribute !== undefined && { typeAttribute }),
      // What says which entity an item is is the table's, and no attribute of the application's.
      entities: entities.map((entity) => ({
        ...entity,
        attributes: entity.attributes.filter(({ name }) => name !== typeAttribute),
      })),
      patterns: entities.flatMap((entity) => draftPatterns(keys.name, entity, context.pattern)),
      relations: [],
    },
    items: all,
  }
}

function readFacets(given: unknown, reading: Reading, path: string): Facet[] {
  const nameFacet = createNames((name) => name)
  return reading.list(given, path).flatMap((facet, at): Facet[] => {
    const place = `${path}[${at}]`
    if (!isMembers(facet)) {
      reading.tell(place, 'is no facet, and was left out')
      return []
    }
    const { FacetName: wanted } = facet
    const name = nameFacet(typeof wanted === 'string' && wanted !== '' ? wanted : 'Facet')
    if (name !== wanted) reading.tell(`${place}.FacetName`, `is missing or taken; it was made ${name}`)
    return [{ name, members: facet, path: place }]
  })
}

/** The one entity of a table without facets. */
function wholeEntity(keys: TableKeys, items: readonly JsonItem[], context: TableContext): EntityDescription {
  const name = wholeName(keys.name)
  const types = new Map([...keys.attributes, ...seenTypes(items, keys.attributes)])
  return draftEntity({
    name,
    verb: context.verb(name),
    key: keys.key,
    indexes: keys.indexes,
    attributes: attributesOf(types, keys, new Map()),
  })
}

/** How the entity of a table without facets is called. */
export function wholeName(table: string): string {
  return `${capitalWords(table)}Item`
}

function facetEntity(
  { name, members, path }: Facet,
  keys: TableKeys,
  items: readonly JsonItem[],
  { reading, verb }: TableContext,
): EntityDescription {
  const listed = reading
    .list(members['NonKeyAttributes'], `${path}.NonKeyAttributes`)
    .filter((one) => typeof one === 'string' && one !== '') as string[]
  const types = new Map<string, AttributeType>(listed.map((one) => [one, keys.attributes.get(one) ?? 'S']))
  for (const [one, type] of seenTypes(items, types)) types.set(one, keys.attributes.get(one) ?? type)
  const templates = facetTemplates(members['KeyAttributeAlias'], { keys, types, items, reading, path })
  const attributes = attributesOf(types, keys, templates)
  // An item is in an index when it has all that the index's key is made of.
  const stored = new Set([...attributes, ...keys.key.pk, ...keys.key.sk].map((one) => one.name))
  return draftEntity({
    name,
    verb: verb(name),
    key: keys.key,
    templates,
    indexes: keys.indexes.filter(({ pk, sk }) => [...pk, ...sk].every((key) => stored.has(key.name))),
    attributes,
  })
}

interface FacetContext {
  readonly keys: TableKeys
  readonly types: ReadonlyMap<string, AttributeType>
  readonly items: readonly JsonItem[]
  readonly reading: Reading
  readonly path: string
}

/** The templates that a facet's aliases stand for, where its items bear them out. */
function facetTemplates(aliases: unknown, context: FacetContext): Map<string, string> {
  const { keys, types, items, reading, path } = context
  const given = isMembers(aliases) ? aliases : {}
  const templates = new Map<string, string>()
  const known = new Set([...types.keys(), ...keys.attributes.keys()])
  const typeOf = (name: string) => types.get(name) ?? keys.attributes.get(name)
  for (const [half, sorted] of [
    ['pk', false],
    ['sk', true],
  ] as const) {
    const [attribute] = keys.key[half]
    const member = sorted ? 'SortKeyAlias' : 'PartitionKeyAlias'
    const alias = given[member]
    if (attribute?.type !== 'S' || typeof alias !== 'string') continue
    const stored = items.map((item) => String(getOwn(item, attribute.name)?.['S']))
    const template = aliasTemplate(alias, {
      attribute: attribute.name,
      sorted,
      known,
      numbers: new Set([...known].filter((name) => typeOf(name) === 'N')),
      keys: stored,
    })
    if (template === undefined) continue
    const { pattern } = compileTemplate(template, { sorted })
    const odd = stored.filter((key) => !pattern.test(key)).length
    if (odd === 0) templates.set(attribute.name, template)
    else {
      const which =
        odd === stored.length ? 'its items have other keys' : `not all of its items have such keys`
      const message = `"${alias}" looks like ${template}, but ${which}; the key was taken as it is`
      reading.tell(`${path}.KeyAttributeAlias.${member}`, message)
    }
  }
  return templates
}

/** The attributes that items have and that are not known, with the type of the first that has them. */
function seenTypes(
  items: readonly JsonItem[],
  known: ReadonlyMap<string, AttributeType>,
): Map<string, AttributeType> {
  const seen = new Map<string, AttributeType>()
  for (const [name, value] of items.flatMap((item) => Object.entries(item))) {
    const [type] = Object.keys(value)
    if (!known.has(name) && !seen.has(name) && type !== undefined) seen.set(name, type as AttributeType)
  }
  return seen
}

/** What an entity's attributes are: its keys are there always, and those that are built are not its own. */
function attributesOf(
  types: ReadonlyMap<string, AttributeType>,
  { key, indexes }: TableKeys,
  templates: ReadonlyMap<string, string>,
): AttributeDescription[] {
  const keyNames = new Set([...key.pk, ...key.sk].map(({ name }) => name))
  const indexTypes = new Map(
    indexes.flatMap(({ pk, sk }) => [...pk, ...sk]).map(({ name, type }) => [name, type]),
  )
  const slots = new Set(
    [...templates.values()].flatMap((one) => compileTemplate(one, { sorted: false }).attributes),
  )
  // What a key is made of is an attribute, whether the file speaks of it or not.
  const all = new Map([...[...slots].map((name) => [name, types.get(name) ?? 'S'] as const), ...types])
  return [...all]
    .filter(([name]) => !keyNames.has(name) || slots.has(name))
    .map(([name, type]) => ({ name, type: indexTypes.get(name) ?? type, required: slots.has(name) }))
}

/** The attribute by which the items of facets say which facet they are of, if they do. */
function findTypeAttribute(
  facets: readonly Facet[],
  items: ReadonlyMap<string, readonly JsonItem[]>,
  { key, indexes }: TableKeys,
): string | undefined {
  const keys = new Set([key, ...indexes].flatMap(({ pk, sk }) => [...pk, ...sk].map(({ name }) => name)))
  const groups = facets.map(({ name, path }) => ({ name, items: items.get(`${path}.TableData`) ?? [] }))
  const [first] = groups.flatMap((group) => group.items)
  if (first === undefined || groups.length < 2) return undefined
  return Object.keys(first).find(
    (attribute) =>
      !keys.has(attribute) &&
      groups.every((group) => group.items.every((item) => getOwn(item, attribute)?.['S'] === group.name)),
  )
}
