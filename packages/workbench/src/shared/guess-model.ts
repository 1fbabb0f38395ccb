import type { EntityModel, IndexModel, KeyModel, TableModel, TemplatePart } from './api.ts'
import { describeKeys, describeVectorIndexes } from './describe-keys.ts'
import { findTypeAttribute } from './guess/find-type-attribute.ts'
import { groupBy } from './guess/group-by.ts'
import { guessTemplate, type ItemGroup, type KnownSlots } from './guess/guess-template.ts'
import { type KeyColumn, readKeyColumns } from './guess/key-columns.ts'
import { nameEntity } from './guess/name-entity.ts'
import { freeName, pascalCase } from './guess/name-words.ts'
import { textOf, type WireItem } from './guess/wire-item.ts'
import type { TableDescription } from './table-description.ts'

/** More kinds of items than this are not distinguished: nobody could look at them. */
const maxEntities = 60
const maxAttributes = 500

/**
 * Guesses the model of a table from some of its items. Entities are recognized by a type attribute, or else by the
 * words in their keys; key templates by what recurs in the keys.
 *
 * @example
 * const KeySchema = [{ AttributeName: 'PK', KeyType: 'HASH' as const }]
 * const AttributeDefinitions = [{ AttributeName: 'PK', AttributeType: 'S' as const }]
 * const items = [{ PK: { S: 'USER#ann' }, username: { S: 'ann' } }]
 * const guessed = guessModel({ TableName: 'App', KeySchema, AttributeDefinitions }, items)
 * guessed.entities.map(({ name, templates }) => [name, templates['PK']])
 * // [['User', [{ text: 'USER#' }, { slot: 'username' }]]]
 */
export function guessModel(
  table: TableDescription,
  items: readonly WireItem[],
  known: { readonly ttlAttribute?: string | undefined } = {},
): TableModel {
  const { key, indexes } = describeKeys(table)
  const columns = readKeyColumns(items, [key, ...indexes], undefined)
  const primary = new Set([...key.pk, ...key.sk].map(({ name }) => name))
  const own = columns.filter(({ attribute }) => primary.has(attribute))
  const typeAttribute = findTypeAttribute(items, (at) => shapeOf(own, at))
  const { ttlAttribute } = known
  const groups = groupItems(items, own, typeAttribute)
  const context = { table, key, indexes, columns, typeAttribute, ttlAttribute }
  return {
    table: table.TableName,
    source: 'guessed',
    key,
    indexes,
    ...describeVectorIndexes(table),
    ...(typeAttribute !== undefined && { typeAttribute }),
    ...(ttlAttribute !== undefined && { ttlAttribute }),
    entities: nameAll(groups.map((group) => guessEntity(context, items, group))),
    patterns: [],
    findings: [],
  }
}

/** Returns the shape of an item's keys: their words, and the positions of values. */
function shapeOf(columns: readonly KeyColumn[], at: number): string {
  return JSON.stringify(
    columns.map(
      ({ cuts }) => cuts[at]?.segments.map((text, piece) => (cuts[at]?.words[piece] ? text : 0)) ?? 0,
    ),
  )
}

interface NamedGroup {
  /** The value of the type attribute. */
  readonly type: string | undefined
  readonly members: readonly number[]
}

function groupItems(
  items: readonly WireItem[],
  columns: readonly KeyColumn[],
  typeAttribute: string | undefined,
): NamedGroup[] {
  const numbers = items.map((_, at) => at)
  const typeOf = (at: number) =>
    typeAttribute === undefined ? undefined : textOf(items[at] as WireItem, typeAttribute)
  const groups = groupBy(numbers, (at) => {
    const type = typeOf(at)
    return type === undefined ? `shape ${shapeOf(columns, at)}` : `type ${type}`
  })
  return [...groups.values()]
    .map((members) => ({ type: typeOf(members[0] ?? 0), members }))
    .sort((one, other) => other.members.length - one.members.length)
    .slice(0, maxEntities)
}

interface GuessContext {
  readonly table: TableDescription
  readonly key: KeyModel
  readonly indexes: readonly IndexModel[]
  readonly columns: readonly KeyColumn[]
  readonly typeAttribute: string | undefined
  readonly ttlAttribute: string | undefined
}

interface GuessedEntity extends EntityModel {
  /** The alternative name, for when the first one is taken. */
  readonly longName: string
  readonly isTyped: boolean
}

function guessEntity(context: GuessContext, items: readonly WireItem[], group: NamedGroup): GuessedEntity {
  const { table, key, indexes, columns, typeAttribute, ttlAttribute } = context
  const own = group.members.map((at) => items[at] as WireItem)
  const isKey = new Set(columns.map(({ attribute }) => attribute))
  const names = [...new Set(own.flatMap((item) => Object.keys(item)))]
  const attributes = names.filter((name) => !isKey.has(name) && name !== typeAttribute)
  const described: ItemGroup = { members: group.members, items: own, attributes }
  const slots: KnownSlots = new Map()
  const templates = new Map<string, readonly TemplatePart[]>()
  for (const column of columns) {
    const template = guessTemplate(column, described, slots)
    if (template !== undefined) templates.set(column.attribute, template)
  }
  const half = (part: KeyModel['pk']) => part.flatMap(({ name }) => templates.get(name) ?? [])
  const name = group.type ?? nameEntity(half(key.pk), half(key.sk), table.TableName)
  const plain = names.filter((one) => isKey.has(one) && isPlain(templates.get(one), one))
  return {
    name,
    longName: nameEntity(half(key.pk), undefined, '') + pascalCase(name),
    isTyped: group.type !== undefined,
    templates: Object.fromEntries(templates),
    indexes: indexes
      .filter(({ pk, sk }) => [...pk, ...sk].every((one) => templates.has(one.name)))
      .map((one) => one.name),
    attributes: [...plain, ...attributes].filter((one) => one !== ttlAttribute).slice(0, maxAttributes),
  }
}

function isPlain(template: readonly TemplatePart[] | undefined, attribute: string): boolean {
  const [only, ...others] = template ?? []
  return only !== undefined && 'slot' in only && only.slot === attribute && others.length === 0
}

/** Makes names of entities unique; names from a type attribute are kept as they are. */
function nameAll(entities: readonly GuessedEntity[]): EntityModel[] {
  const taken = new Set(entities.filter(({ isTyped }) => isTyped).map(({ name }) => name))
  return entities.map(({ longName, isTyped, ...entity }) => {
    if (isTyped) return entity
    const wanted = taken.has(entity.name) ? longName : entity.name
    const name = freeName(wanted, (one) => taken.has(one))
    taken.add(name)
    return { ...entity, name }
  })
}
