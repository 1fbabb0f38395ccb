import type { EntityModel, PatternModel, TableModel, TemplatePart } from '../shared/api.ts'
import type { RequestedKey, SortCondition } from './requested-key.ts'

/** A request, with the parts that can be compared with a model. */
export interface ComparedRequest {
  readonly operation: string
  readonly index: string | undefined
  readonly key: RequestedKey | undefined
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['GetItem', 'get'],
  ['PutItem', 'put'],
  ['UpdateItem', 'update'],
  ['DeleteItem', 'remove'],
])

/**
 * Finds the access pattern that a request matches: a pattern of the model, or a verb of an entity such as
 * `Customer.get`. Returns `undefined` if the model has none, and `unknown` if that cannot be decided.
 */
export function matchPattern(model: TableModel, request: ComparedRequest): string | undefined | 'unknown' {
  if (model.source === 'guessed') return 'unknown'
  const index = request.index ?? 'primary'
  if (request.operation === 'Scan') {
    return model.patterns.find((pattern) => pattern.kind === 'scan' && pattern.index === index)?.name
  }
  if (request.key === undefined) return 'unknown'
  if (request.operation === 'Query') return matchQuery(model, index, request.key)
  const verb = verbs.get(request.operation)
  if (verb === undefined) return 'unknown'
  const entity = model.entities.find((one) => hasKey(one, request.key as RequestedKey))
  return entity === undefined ? undefined : `${entity.name}.${verb}`
}

function matchQuery(model: TableModel, index: string, key: RequestedKey): string | undefined {
  const candidates = model.patterns
    .filter((pattern) => pattern.kind !== 'scan' && pattern.index === index)
    .map((pattern) => ({ pattern, score: scoreOf(pattern, model, key) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  return candidates[0]?.pattern.name
}

/** Scores how well a query matches a pattern; 0 if it does not. */
function scoreOf(pattern: PatternModel, model: TableModel, key: RequestedKey): number {
  const read = model.entities.filter(({ name }) => pattern.entities.includes(name))
  const inPartition = read.filter((entity) => hasPartition(entity, key))
  if (inPartition.length === 0) return 0
  const { sort } = key
  // A query for the whole partition reads most of what belongs to a collection.
  if (sort === undefined) return pattern.kind === 'collect' ? 3 : readsWhole(pattern) ? 4 : 1
  const fitting = inPartition.filter((entity) => fitsSort(entity, sort))
  if (fitting.length === 0) return 0
  if (sort.operator === 'range') return pattern.kind === 'collect' ? 4 : 3
  return pattern.kind === 'collect' ? 2 : 4
}

function readsWhole({ condition }: PatternModel): boolean {
  return !condition.includes(' and ')
}

function hasKey(entity: EntityModel, key: RequestedKey): boolean {
  return hasPartition(entity, key) && (key.sort === undefined || fitsSort(entity, key.sort))
}

function hasPartition({ templates }: EntityModel, { partition }: RequestedKey): boolean {
  return [...partition].every(([attribute, value]) => {
    const template = Object.hasOwn(templates, attribute) ? templates[attribute] : undefined
    return template !== undefined && fitsTemplate(template, value)
  })
}

function fitsSort({ templates }: EntityModel, { attribute, operator, value }: SortCondition): boolean {
  const template = Object.hasOwn(templates, attribute) ? templates[attribute] : undefined
  if (template === undefined) return false
  if (operator === '=') return fitsTemplate(template, value)
  const [first] = template
  const text = first !== undefined && 'text' in first ? first.text : ''
  return value.startsWith(text) || text.startsWith(value)
}

/** Whether a template could have made a text: the fixed words occur in it in order. */
export function fitsTemplate(template: readonly TemplatePart[], value: string): boolean {
  let at = 0
  let isOpen = false
  for (const part of template) {
    if ('slot' in part) {
      isOpen = true
      continue
    }
    const found = isOpen ? value.indexOf(part.text, at) : value.startsWith(part.text, at) ? at : -1
    if (found < 0) return false
    at = found + part.text.length
    isOpen = false
  }
  const last = template.at(-1)
  if (isOpen || last === undefined) return true
  return 'text' in last && value.endsWith(last.text)
}
