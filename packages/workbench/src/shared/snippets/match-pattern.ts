import type { EntityModel, IndexModel, KeyModel, PatternModel, TableModel, TemplatePart } from '../api.ts'
import { writeSlot } from './model-value.ts'
import type { ReadQuery } from './read-query.ts'
import { readKeyValue } from './read-template.ts'

/** A pattern equivalent to a query, with its arguments as code. */
export interface MatchedPattern {
  readonly pattern: PatternModel
  readonly arguments: readonly (readonly [string, string])[]
}

/**
 * Finds the pattern that a query is a call of: it has the same index, a partition key made by the template of one of
 * its entities, and the sort condition that the pattern itself makes. Ranges of slots are not recognized.
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

/** Returns the slot values of the requested partition, if the entity's template made it. */
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

/** Returns the fixed text that the entity's sort keys begin with. */
function sortPrefix(entity: EntityModel, key: KeyModel): string {
  const [attribute] = key.sk
  const [first] = (attribute && templateOf(entity, attribute.name)) ?? []
  return first !== undefined && 'text' in first ? first.text : ''
}

/**
 * Whether the sort condition is that of a pattern. Without a range, a query asks for a whole partition, as a pattern of
 * several entities does. With one, it asks for the fixed text that an entity's keys begin with, or for the range
 * between those of two entities.
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
