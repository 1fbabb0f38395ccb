import { filterError } from './filter-error.ts'

/** A scalar value in an event. */
export type Leaf = string | number | boolean | null

/** One alternative of a rule: a test of a present value, or of absence. */
export type ValueTest =
  | { readonly kind: 'value'; readonly test: (value: Leaf) => boolean }
  | { readonly kind: 'absent' }

/** Operators of EventBridge that Lambda's stream filters lack. */
const unavailable = new Set(['wildcard', 'cidr', 'exactly'])

/**
 * Compiles one element of the list that forms a rule:
 *
 *     Element  : STRING | NUMBER | TRUE | FALSE | NULL | "{" Operator "}"
 *     Operator : "prefix" | "suffix" | "equals-ignore-case" | "anything-but" | "numeric" | "exists"
 */
export function compileRule(element: unknown, path: readonly string[]): ValueTest {
  if (isLeaf(element)) return about((value) => value === element)
  if (typeof element !== 'object' || Array.isArray(element)) {
    throw filterError('Match value must be String, number, true, false, or null', path)
  }
  const [entry, ...others] = Object.entries(element as object)
  if (entry === undefined) throw filterError('Match expression name not found', path)
  if (others.length > 0) throw filterError('Only one key allowed in match expression', path)
  return compileOperator(entry[0], entry[1], path)
}

function compileOperator(name: string, operand: unknown, path: readonly string[]): ValueTest {
  switch (name) {
    case 'prefix':
    case 'suffix':
      return about(compileEdge(name, operand, path))
    case 'equals-ignore-case':
      return about(compileIgnoreCase(operand, path))
    case 'anything-but':
      return about(compileAnythingBut(operand, path))
    case 'numeric':
      return about(compileNumeric(operand, path))
    case 'exists':
      if (typeof operand !== 'boolean') throw filterError('exists match pattern must be true or false', path)
      return operand ? about(() => true) : { kind: 'absent' }
    default:
      if (unavailable.has(name)) throw filterError(`Lambda's filters for streams have no "${name}"`, path)
      throw filterError(`Unrecognized match type ${name}`, path)
  }
}

type LeafTest = (value: Leaf) => boolean

function compileEdge(name: 'prefix' | 'suffix', operand: unknown, path: readonly string[]): LeafTest {
  if (typeof operand === 'string') {
    return name === 'prefix'
      ? (value) => typeof value === 'string' && value.startsWith(operand)
      : (value) => typeof value === 'string' && value.endsWith(operand)
  }
  const folded = onlyMember(operand, 'equals-ignore-case')
  if (typeof folded !== 'string') throw filterError(`${name} match pattern must be a string`, path)
  const wanted = folded.toLowerCase()
  return name === 'prefix'
    ? (value) => typeof value === 'string' && value.toLowerCase().startsWith(wanted)
    : (value) => typeof value === 'string' && value.toLowerCase().endsWith(wanted)
}

function compileIgnoreCase(operand: unknown, path: readonly string[]): LeafTest {
  if (typeof operand !== 'string')
    throw filterError('equals-ignore-case match pattern must be a string', path)
  const wanted = operand.toLowerCase()
  return (value) => typeof value === 'string' && value.toLowerCase() === wanted
}

/** `anything-but`: a value or a list of values, all text or all numbers; or an operator on text. */
function compileAnythingBut(operand: unknown, path: readonly string[]): LeafTest {
  if (typeof operand === 'object' && operand !== null && !Array.isArray(operand)) {
    return compileAnythingButOperator(operand, path)
  }
  const values = Array.isArray(operand) ? operand : [operand]
  const isUniform = ['string', 'number'].some((type) => values.every((value) => typeof value === type))
  if (!isUniform || values.length === 0) {
    throw filterError('Value of anything-but must be an array or single string/number value.', path)
  }
  const excluded = new Set<unknown>(values)
  return (value) => !excluded.has(value)
}

function compileAnythingButOperator(operand: object, path: readonly string[]): LeafTest {
  const [[name, given] = [], ...others] = Object.entries(operand)
  if (others.length > 0) throw filterError('Only one key allowed in match expression', path)
  const texts: unknown[] = Array.isArray(given) ? given : [given]
  if (texts.length === 0) throw filterError('Empty arrays are not allowed', path)
  const tests = texts.map((text) => {
    if (text === '') throw filterError('Null prefix/suffix not allowed', path)
    if (name === 'prefix' || name === 'suffix') return compileEdge(name, text, path)
    if (name === 'equals-ignore-case') return compileIgnoreCase(text, path)
    throw filterError(`Unsupported anything-but pattern: ${name}`, path)
  })
  return (value) => !tests.some((test) => test(value))
}

const comparisons: { readonly [operator: string]: (value: number, bound: number) => boolean } = {
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
}

/**
 * `numeric`: one comparison, or a lower and an upper bound. It applies only to JSON numbers; DynamoDB's numbers are
 * text in an event (`{ "N": "5" }`), so neither on AWS nor here does it ever hold for them.
 */
function compileNumeric(operand: unknown, path: readonly string[]): LeafTest {
  if (!Array.isArray(operand)) throw filterError('Value of numeric must be an array.', path)
  if (operand.length !== 2 && operand.length !== 4) {
    throw filterError('numeric takes an operator and a number, once or twice', path)
  }
  const tests: ((value: number) => boolean)[] = []
  for (let at = 0; at < operand.length; at += 2) {
    const operator: unknown = operand[at]
    const bound: unknown = operand[at + 1]
    if (typeof operator !== 'string' || !Object.hasOwn(comparisons, operator)) {
      throw filterError(`Unrecognized numeric range operator: ${String(operator)}`, path)
    }
    if (typeof bound !== 'number') throw filterError('Value of numeric comparison must be a number', path)
    const compare = comparisons[operator] as (value: number, bound: number) => boolean
    tests.push((value) => compare(value, bound))
  }
  if (operand.length === 4) checkRange(operand, path)
  return (value) => typeof value === 'number' && tests.every((test) => test(value))
}

/** Two comparisons must be a lower bound followed by an upper one. */
function checkRange([lower, bottom, upper, top]: readonly unknown[], path: readonly string[]): void {
  const isRange = (lower === '>' || lower === '>=') && (upper === '<' || upper === '<=')
  if (!isRange) throw filterError('A numeric range is > or >= a number, then < or <= another', path)
  if ((bottom as number) >= (top as number)) throw filterError('Bottom must be less than top', path)
}

function about(test: LeafTest): ValueTest {
  return { kind: 'value', test }
}

function onlyMember(operand: unknown, name: string): unknown {
  if (typeof operand !== 'object' || operand === null) return undefined
  const entries = Object.entries(operand)
  return entries.length === 1 && entries[0]?.[0] === name ? entries[0][1] : undefined
}

function isLeaf(value: unknown): value is Leaf {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  )
}
