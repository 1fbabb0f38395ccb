import type { EntityModel, IndexModel, KeyModel, PatternModel, TableModel, TemplatePart } from '../api.ts'
import { writeSlot } from './model-value.ts'
import type { ReadQuery } from './read-query.ts'
import { readTemplate } from './read-template.ts'

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
    for (const name of pattern.entities) {
      const entity = model.entities.find((one) => one.name === name)
      const found =
        entity === undefined ? undefined : matchEntity(entity, key, query, pattern.kind === 'collect')
      if (found !== undefined) return { pattern, arguments: found }
    }
  }
  return undefined
}

function keyOf(model: TableModel, index: string | undefined): KeyModel | IndexModel | undefined {
  return index === undefined ? model.key : model.indexes.find(({ name }) => name === index)
}

function matchEntity(
  entity: EntityModel,
  key: KeyModel,
  query: ReadQuery,
  whole: boolean,
): readonly (readonly [string, string])[] | undefined {
  const found = new Map<string, string>()
  for (const { attribute, value } of query.equal) {
    const text = value['S'] ?? value['N']
    if (typeof text !== 'string') return undefined
    const template = templateOf(entity, attribute)
    const slots = template === undefined ? [{ slot: attribute, text }] : readTemplate(template, text)
    for (const slot of slots ?? []) {
      const written = writeSlot(slot, entity)
      if (written === undefined) return undefined
      found.set(slot.slot, written)
    }
    if (slots === undefined) return undefined
  }
  if (!key.pk.every(({ name }) => query.equal.some(({ attribute }) => attribute === name))) return undefined
  const [sortAttribute] = key.sk
  const template = sortAttribute === undefined ? undefined : templateOf(entity, sortAttribute.name)
  return matchesSort(template, query, whole) ? [...found] : undefined
}

/** Without a range, a query asks for all of a partition; with one, for the fixed text that the entity's keys begin with. */
function matchesSort(
  template: readonly TemplatePart[] | undefined,
  query: ReadQuery,
  whole: boolean,
): boolean {
  const [first] = template ?? []
  const prefix = first !== undefined && 'text' in first ? first.text : ''
  if (query.sort === undefined) return whole || prefix === '' || query.equal.length > 1
  const [value] = query.sort.values
  return query.sort.operator === 'begins_with' && value?.['S'] === prefix
}

function templateOf(entity: EntityModel, attribute: string): readonly TemplatePart[] | undefined {
  return Object.hasOwn(entity.templates, attribute) ? entity.templates[attribute] : undefined
}
