import type { TableModel } from '../../shared/api.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { type NotBuilt, parseRead } from './parse-read.ts'
import {
  type FilterDraft,
  isGiven,
  keyOfIndex,
  type ReadDraft,
  type ScalarType,
  valueCount,
} from './read-draft.ts'

/** Returns a statement equivalent to a read, or why there is none. */
export function writePartiql(
  call: SnippetCall,
  model: TableModel,
): { readonly statement: string } | NotBuilt {
  if (call.operation === 'ExecuteStatement') {
    return { statement: String((call.input as { Statement?: unknown }).Statement ?? '') }
  }
  const draft = parseRead(call, model)
  if ('reason' in draft) {
    return { reason: `Only GetItem, Query and Scan can be shown as PartiQL. ${draft.reason}` }
  }
  if (draft.startKey !== undefined)
    return { reason: 'PartiQL continues after a page with NextToken, not with a key.' }
  if (comparesBinary(draft, model))
    return { reason: 'PartiQL has no literals for binary values: pass them as parameters.' }
  return { statement: writeSelect(draft, model) }
}

function comparesBinary({ index, partition, sort, filters }: ReadDraft, model: TableModel): boolean {
  const { pk, sk } = keyOfIndex(model, index)
  return (
    pk.some(({ type }, place) => type === 'B' && partition[place] !== '') ||
    sk.some(({ type }, place) => type === 'B' && sort[place] !== undefined && isGiven(sort[place])) ||
    filters.some(({ type, operator }) => type === 'B' && valueCount(operator) > 0)
  )
}

/**
 * Writes the statement of a read. The limit and the consistency are not part of it: ExecuteStatement has members for
 * them.
 */
function writeSelect(draft: ReadDraft, model: TableModel): string {
  const key = keyOfIndex(model, draft.index)
  const partition = key.pk.flatMap(({ name, type }, place) => {
    const text = draft.partition[place] ?? ''
    return text === '' ? [] : [`${quoteName(name)} = ${quoteValue(type, text)}`]
  })
  const sort = key.sk.flatMap(({ name, type }, place) => {
    const condition = draft.sort[place]
    return condition === undefined || !isGiven(condition)
      ? []
      : [writeCondition({ attribute: name, type, ...condition })]
  })
  const filters = draft.filters.filter(({ attribute }) => attribute !== '').map(writeCondition)
  const where = [...partition, ...sort, ...filters]
  const from = `${quoteName(model.table)}${draft.index === undefined ? '' : `.${quoteName(draft.index)}`}`
  const paths = draft.projection.split(',').map((path) => path.trim())
  const selected = paths.filter((path) => path !== '').map(quotePath)
  const [sorted] = key.sk
  return [
    `SELECT ${selected.length === 0 ? '*' : selected.join(', ')}`,
    `FROM ${from}`,
    ...(where.length === 0 ? [] : [`WHERE ${where.join('\n  AND ')}`]),
    ...(draft.descending && sorted !== undefined && partition.length === key.pk.length
      ? [`ORDER BY ${quoteName(sorted.name)} DESC`]
      : []),
  ].join('\n')
}

function writeCondition({ attribute, operator, type, values }: FilterDraft): string {
  const path = quotePath(attribute)
  const given = values.slice(0, Math.max(1, valueCount(operator)))
  const [first = ''] = given
  switch (operator) {
    case 'exists':
      return `${path} IS NOT MISSING`
    case 'not exists':
      return `${path} IS MISSING`
    case 'begins_with':
    case 'contains':
      return `${operator}(${path}, ${quoteValue(type, first)})`
    case 'not contains':
      return `NOT contains(${path}, ${quoteValue(type, first)})`
    case 'between':
      return `${path} BETWEEN ${quoteValue(type, first)} AND ${quoteValue(type, given[1] ?? '')}`
    case 'in':
      return `${path} IN [${first
        .split(',')
        .map((text) => quoteValue(type, text.trim()))
        .join(', ')}]`
    default:
      return `${path} ${operator} ${quoteValue(type, first)}`
  }
}

function quotePath(path: string): string {
  return path
    .split('.')
    .map((step) => {
      const [, name = step, places = ''] = /^(.*?)((?:\[\d+\])*)$/.exec(step) ?? []
      return `${quoteName(name)}${places}`
    })
    .join('.')
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function quoteValue(type: ScalarType, text: string): string {
  if (type === 'N') return text.trim()
  if (type === 'BOOL') return text.trim().toLowerCase() === 'true' ? 'true' : 'false'
  if (type === 'NULL') return 'null'
  return `'${text.replaceAll("'", "''")}'`
}
