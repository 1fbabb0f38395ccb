import type { Comparator, Condition, Operand } from './condition.ts'
import {
  createPath,
  isPath,
  type OpenPath,
  type Path,
  type Paths,
  type PathTo,
  type Step,
  type Steps,
  stepsOf,
} from './path.ts'

/** The size of a value: characters, bytes, elements or members. */
export interface SizeOf extends PathTo<number> {
  readonly isSize: true
}

/** The right side of a comparison: null if the attribute may be null. For no value at all, there is `missing`. */
type Right<Value> = NoInfer<Exclude<Value, undefined>> | PathTo<Value>
type Element<Value> =
  Value extends ReadonlySet<infer Member> ? Member : Value extends readonly (infer Member)[] ? Member : string

/** The operators of conditions. */
export interface ConditionOperators {
  eq<Value>(left: PathTo<Value>, right: Right<Value>): Condition
  ne<Value>(left: PathTo<Value>, right: Right<Value>): Condition
  lt<Value>(left: OpenPath<Value>, right: Right<Value>): Condition
  lte<Value>(left: OpenPath<Value>, right: Right<Value>): Condition
  gt<Value>(left: OpenPath<Value>, right: Right<Value>): Condition
  gte<Value>(left: OpenPath<Value>, right: Right<Value>): Condition
  between<Value>(path: OpenPath<Value>, low: Right<Value>, high: Right<Value>): Condition
  oneOf<Value>(path: PathTo<Value>, values: readonly NoInfer<Value>[]): Condition
  exists(path: PathTo<unknown>): Condition
  missing(path: PathTo<unknown>): Condition
  begins(path: OpenPath<string | undefined>, prefix: string): Condition
  /** Whether text contains a part, or a set or list an element. */
  contains<Value>(path: OpenPath<Value>, element: Element<NoInfer<NonNullable<Value>>>): Condition
  size(path: OpenPath<unknown>): SizeOf
  /** Returns the path to a member of a dictionary, or to an element of a list. */
  at: At
  and(...conditions: readonly Condition[]): Condition
  or(...conditions: readonly Condition[]): Condition
  not(condition: Condition): Condition
}

/** Extends a path into a dictionary by a name, or into a list by a position. */
export interface At {
  <Member>(list: OpenPath<readonly Member[] | undefined>, place: number): Path<Member | undefined>
  <Member>(
    dictionary: OpenPath<{ readonly [name: string]: Member } | undefined>,
    name: string,
  ): Path<Member | undefined>
}

/** A condition on an item: the values of attributes, or a function that returns a condition. */
export type ConditionInput<Item, Whole = never> =
  | { readonly [Name in keyof Item]?: Item[Name] | undefined }
  | ((item: Paths<Item, Whole>, operators: ConditionOperators) => Condition)

export const at: At = (path: PathTo<unknown>, step: Step): never =>
  createPath([...path[stepsOf], step]) as never

/** The maximum number of values that DynamoDB takes in one list. */
const listLimit = 100

export const conditionOperators: ConditionOperators = {
  eq: compare('='),
  ne: compare('<>'),
  lt: compare('<'),
  lte: compare('<='),
  gt: compare('>'),
  gte: compare('>='),
  between: (path, low, high) => ({
    kind: 'between',
    operand: leftOperand(path),
    low: rightOperand(path, low),
    high: rightOperand(path, high),
  }),
  oneOf,
  exists: (path) => ({ kind: 'exists', steps: path[stepsOf] }),
  missing: (path) => ({ kind: 'missing', steps: path[stepsOf] }),
  begins: (path, prefix) => ({
    kind: 'begins',
    steps: path[stepsOf],
    prefix: { kind: 'wire', value: { S: prefix } },
  }),
  contains: (path, element) => {
    const steps: Steps = [...path[stepsOf], 0]
    return { kind: 'contains', steps: path[stepsOf], element: { kind: 'value', value: element, steps } }
  },
  size: (path) => ({ [stepsOf]: path[stepsOf], isSize: true }) as SizeOf,
  at,
  and: (...conditions) => ({ kind: 'and', conditions }),
  or: (...conditions) => ({ kind: 'or', conditions }),
  not: (condition) => ({ kind: 'not', condition }),
}

function oneOf(path: PathTo<unknown>, values: readonly unknown[]): Condition {
  if (values.length > listLimit) {
    const conditions = [oneOf(path, values.slice(0, listLimit)), oneOf(path, values.slice(listLimit))]
    return { kind: 'or', conditions }
  }
  return {
    kind: 'in',
    operand: leftOperand(path),
    list: values.map((value) => rightOperand(path, value)),
  }
}

function compare(comparator: Comparator) {
  return (left: PathTo<unknown>, right: unknown): Condition => {
    return { kind: 'compare', comparator, left: leftOperand(left), right: rightOperand(left, right) }
  }
}

function isSize(path: PathTo<unknown>): boolean {
  return Object.hasOwn(path, 'isSize')
}

function leftOperand(path: PathTo<unknown>): Operand {
  return { kind: isSize(path) ? 'size' : 'path', steps: path[stepsOf] }
}

/**
 * Returns the right side of a comparison: a path stands for itself; any other value is stored in the form of the left
 * side.
 */
export function rightOperand(left: PathTo<unknown>, right: unknown): Operand {
  if (isPath(right)) return leftOperand(right)
  if (isSize(left)) return { kind: 'wire', value: { N: String(right) } }
  return { kind: 'value', value: right, steps: left[stepsOf] }
}
