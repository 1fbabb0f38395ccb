import { compileRule, type Leaf, type ValueTest } from './compile-rule.ts'
import { leavesAt, membersAt } from './event-path.ts'
import { filterError } from './filter-error.ts'

/** A filter pattern: an object that mirrors the event, with lists of alternatives as its leaves, or its JSON. */
export type FilterPattern = string | { readonly [field: string]: unknown }

/** One pattern, several of which one must match, or Lambda's `FilterCriteria`. */
export type Filter =
  | FilterPattern
  | readonly FilterPattern[]
  | { readonly Filters: readonly { readonly Pattern?: string }[] }

/** Whether a record matches. */
export type RecordPredicate = (record: object) => boolean

/** Lambda's quota: five, or ten on request. */
const maxPatterns = 10
/** Lambda's limit for the text of a pattern. */
const maxPatternLength = 4_096
/** An item nests 32 deep, with two levels of JSON each. */
const maxDepth = 100

/**
 * Compiles what Lambda calls filter criteria. Refuses patterns that Lambda would refuse, with the reason.
 *
 * @example
 * const wanted = compileFilter({ eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'ORDER#' }] } } } })
 * wanted({ eventName: 'INSERT', dynamodb: { Keys: { pk: { S: 'ORDER#1' } } } })
 * // true
 */
export function compileFilter(filter: Filter): RecordPredicate {
  const patterns = patternsOf(filter)
  if (patterns.length > maxPatterns) {
    throw filterError(`There are ${patterns.length} patterns; at most ${maxPatterns} are allowed`)
  }
  const tests = patterns.map(compilePattern)
  if (tests.length === 0) return () => true
  return (record) => tests.some((test) => test(record, record))
}

function patternsOf(filter: Filter): readonly FilterPattern[] {
  if (Array.isArray(filter)) return filter
  if (typeof filter !== 'string' && !isObject(filter)) throw filterError('Filter is not an object')
  const { Filters } = filter as { Filters?: unknown }
  if (!isCriteria(Filters)) return [filter as FilterPattern]
  return Filters.map(({ Pattern }) => {
    if (typeof Pattern !== 'string') throw filterError('A filter needs a Pattern that is text')
    return Pattern
  })
}

function isCriteria(filters: unknown): filters is readonly { readonly Pattern?: unknown }[] {
  return (
    Array.isArray(filters) && filters.every((entry) => isObject(entry) && Object.hasOwn(entry, 'Pattern'))
  )
}

/** A test of one object of the event; `root` is the whole event. */
type Test = (value: unknown, root: object) => boolean

function compilePattern(pattern: FilterPattern): Test {
  const text = typeof pattern === 'string' ? pattern : patternText(pattern)
  if (text.length > maxPatternLength) {
    throw filterError(`The pattern has ${text.length} characters; at most ${maxPatternLength} are allowed`)
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw filterError(`It is not JSON: ${(error as Error).message}`)
  }
  if (!isObject(parsed)) throw filterError('Filter is not an object')
  return compileObject(parsed, [])
}

function patternText(pattern: FilterPattern): string {
  try {
    return JSON.stringify(pattern) ?? ''
  } catch (error) {
    // It has a cycle, or is too deep.
    throw filterError(`It cannot be written as JSON: ${(error as Error).message}`)
  }
}

/** All fields must match. If the event has a list, they must match within one of its elements. */
function compileObject(pattern: { readonly [field: string]: unknown }, path: readonly string[]): Test {
  if (path.length > maxDepth) throw filterError(`It is nested more than ${maxDepth} deep`)
  const fields = Object.entries(pattern)
  if (fields.length === 0) throw filterError('Empty objects are not allowed', path)
  const tests = fields.map(([field, value]) => {
    const alternatives = field === '$or' ? alternativesOf(value) : undefined
    return alternatives === undefined
      ? compileField(field, value, [...path, field])
      : anyOf(alternatives.map((alternative) => compileObject(alternative, path)))
  })
  return (value, root) => tests.every((test) => test(value, root))
}

function compileField(field: string, value: unknown, path: readonly string[]): Test {
  if (Array.isArray(value)) return compileLeaf(field, value, path)
  if (!isObject(value)) throw filterError(`"${field}" must be an object or an array`, path)
  const inner = compileObject(value, path)
  return (parent, root) => {
    const members = membersAt(parent, field)
    // A missing field matches a pattern that requires its absence.
    return members.length === 0 ? inner(undefined, root) : members.some((member) => inner(member, root))
  }
}

/** One of the alternatives must hold for one of the values. */
function compileLeaf(field: string, rule: readonly unknown[], path: readonly string[]): Test {
  if (rule.length === 0) throw filterError('Empty arrays are not allowed', path)
  const alternatives = rule.map((element) => compileRule(element, path))
  const tests = alternatives.flatMap((test: ValueTest) => (test.kind === 'value' ? [test.test] : []))
  const mayBeAbsent = alternatives.some(({ kind }) => kind === 'absent')
  const holds = (value: Leaf) => tests.some((test) => test(value))
  return (parent, root) => {
    if (membersAt(parent, field).some((member) => isLeafValue(member) && holds(member))) return true
    // Absence refers to the whole event, including the other elements of a list.
    return mayBeAbsent && leavesAt(root, path).length === 0
  }
}

function anyOf(tests: readonly Test[]): Test {
  return (value, root) => tests.some((test) => test(value, root))
}

/** Field names in an alternative that make `$or` an ordinary field: they are operators. */
const reserved = new Set([
  'exactly',
  'prefix',
  'suffix',
  'anything-but',
  'numeric',
  'cidr',
  'exists',
  'equals-ignore-case',
  'wildcard',
])

/** `$or` is an operator if it lists at least two objects; otherwise it is a field like any other. */
function alternativesOf(value: unknown): readonly { readonly [field: string]: unknown }[] | undefined {
  if (!Array.isArray(value) || value.length < 2 || !value.every(isObject)) return undefined
  const isPlain = value.every((entry) => Object.keys(entry).every((name) => !reserved.has(name)))
  return isPlain ? value : undefined
}

function isObject(value: unknown): value is { readonly [field: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isLeafValue(value: unknown): value is Leaf {
  return value === null || typeof value !== 'object'
}
