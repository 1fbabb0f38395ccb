import type { EntityModel, IndexModel, KeyModel, PatternModel, TableModel, TemplatePart } from '../api.ts'
import { writeSlot } from './model-value.ts'
import type { ReadQuery } from './read-query.ts'
import { readKeyValue } from './read-template.ts'

/** A pattern that asks the same as a query, and its arguments as code. */
export interface MatchedPattern {
  readonly pattern: PatternModel
  readonly arguments: readonly (readonly [string, string])[]
}

/**
 * Finds the pattern that a query is a call of: same index, partition made by the template of its entities, and a sort
 * condition that its own template says. Ranges of a slot are not undone.
 */
export function matchPattern(model: TableModel, query: ReadQuery): MatchedPattern | undefined {
  const key = keyOf(model, query.index)
  if (key === undefined) return undefined
  for (const pattern of model.patterns) {
    if (pattern.kind === 'scan' || pattern.index !== (query.index ?? 'primary')) continue
    const members = model.entities.filter(({ name }) => pattern.entities.includes(name))
    for (const entity of members) {
      const found = readPartition(entity, key, query)
      const others = pattern.kind === 'collect' ? members : []
      const prefixes = [entity, ...others].map((one) => sortPrefix(one, key))
      if (found !== undefined && matchesSort(prefixes, query, pattern.kind === 'collect')) {
        return { pattern, arguments: found }
      }
    }
  }
  return undefined
}

function keyOf(model: TableModel, index: string | undefined): KeyModel | IndexModel | undefined {
  return index === undefined ? model.key : model.indexes.find(({ name }) => name === index)
}

/** What the partition that is asked for was made of, if it was made by the entity's template. */
function readPartition(
  entity: EntityModel,
  key: KeyModel,
  query: ReadQuery,
): readonly (readonly [string, string])[] | undefined {
  const found = new Map<string, string>()
  for (const { attribute, value } of query.equal) {
    const slots = readKeyValue(templateOf(entity, attribute), attribute, value)
    if (slots === undefined) return undefined
    for (const slot of slots) {
      const written = writeSlot(slot, entity)
      if (written === undefined) return undefined
      found.set(slot.slot, written)
    }
  }
  if (!key.pk.every(({ name }) => query.equal.some(({ attribute }) => attribute === name))) return undefined
  return [...found]
}

/** The fixed text that the entity's sort keys begin with. */
function sortPrefix(entity: EntityModel, key: KeyModel): string {
  const [attribute] = key.sk
  const [first] = (attribute && templateOf(entity, attribute.name)) ?? []
  return first !== undefined && 'text' in first ? first.text : ''
}

/**
 * Without a range, a query asks for all of a partition, as a pattern of several entities does. With one, it asks for the
 * fixed text that an entity's keys begin with, or for what lies between those of two.
 */
function matchesSort(prefixes: readonly string[], query: ReadQuery, whole: boolean): boolean {
  const [prefix = ''] = prefixes
  if (query.sort === undefined) return whole || prefix === '' || query.equal.length > 1
  const texts = query.sort.values.map((value) => String(value['S'] ?? ''))
  if (whole) {
    const isKnown = (text: string) => prefixes.some((one) => one !== '' && text.startsWith(one))
    return query.sort.operator === 'between' && texts.every(isKnown)
  }
  return query.sort.operator === 'begins_with' && texts[0] === prefix
}

function templateOf(entity: EntityModel, attribute: string): readonly TemplatePart[] | undefined {
  return Object.hasOwn(entity.templates, attribute) ? entity.templates[attribute] : undefined
}
