import { type AttributeValue, valuesEqual } from '@monotable/protocol'
import type { KeyCondition, KeyOperator } from '../expressions/compile-key-condition.ts'
import type { Test } from '../expressions/evaluate-condition.ts'
import type { Operand } from '../expressions/operand.ts'
import { pathsOfTest } from '../expressions/paths-of-test.ts'

/** The key attributes by which a table or an index can be read. */
export interface KeyNames {
  readonly hash: string
  readonly range: string | undefined
}

/** One of the reads that a WHERE clause requires. */
export interface Branch {
  /**
   * The required value of the hash key; `undefined` if it has no condition or differing ones, or if the range key
   * has more than one condition can express: DynamoDB does not combine conditions, and scans (seen on AWS).
   */
  readonly hash: AttributeValue | undefined
  /** The conditions on the range key, without duplicates. */
  readonly ranges: readonly KeyCondition[]
  /** All other conditions. */
  readonly filters: readonly Test[]
}

/** The conditions of a WHERE clause, by the reads that can answer them. */
export interface Spread {
  /** Conditions on the keys, in the order of the text. */
  readonly keyConditions: readonly KeyCondition[]
  readonly branches: readonly Branch[]
  /** Whether every branch has its hash key: only then is no scan needed. */
  readonly isKeyed: boolean
  /**
   * Whether there were too many branches to list; they are then left out, and `isKeyed` still says whether each has
   * its key.
   */
  readonly isTooWide: boolean
}

/** How many branches are distinguished; a statement can ask for far more, and DynamoDB reads at most 50. */
const BRANCHES_MAX = 200

/**
 * Spreads a WHERE clause into the reads that together give its result: each alternative of an OR that names a key,
 * and each value of an IN on a key, is a branch.
 */
export function spreadConditions(test: Test | undefined, keys: KeyNames): Spread {
  const spreader = new Spreader(keys)
  const parts = test === undefined ? [none] : spreader.spread(test)
  if (parts === undefined) {
    const isKeyed = test !== undefined && pinsHash(test, keys.hash)
    return { keyConditions: spreader.keyConditions, branches: [], isKeyed, isTooWide: true }
  }
  const branches = parts.map((part) => branchOf(part, keys))
  const isKeyed = branches.every(({ hash }) => hash !== undefined)
  return { keyConditions: spreader.keyConditions, branches, isKeyed, isTooWide: false }
}

/** The key conditions and the other conditions of one branch. */
interface Part {
  readonly keys: readonly KeyCondition[]
  readonly filters: readonly Test[]
}

const none: Part = { keys: [], filters: [] }

class Spreader {
  readonly keyConditions: KeyCondition[] = []
  readonly #keys: KeyNames

  constructor(keys: KeyNames) {
    this.#keys = keys
  }

  /** Returns the branches of a condition, or `undefined` if there are too many. */
  spread(test: Test): readonly Part[] | undefined {
    if (test.kind === 'AND') return this.#spreadAnd(test.tests)
    if (test.kind === 'OR') {
      return namesKey(test, this.#keys) ? this.#spreadOr(test.tests) : [{ keys: [], filters: [test] }]
    }
    const conditions = keyConditionsOf(test, this.#keys)
    if (conditions === undefined) return [{ keys: [], filters: [test] }]
    this.keyConditions.push(...conditions)
    return conditions.map((condition) => ({ keys: [condition], filters: [] }))
  }

  #spreadAnd(tests: readonly Test[]): readonly Part[] | undefined {
    let parts: readonly Part[] = [none]
    for (const test of tests) {
      const others = this.spread(test)
      if (others === undefined || parts.length * others.length > BRANCHES_MAX) return undefined
      const [first] = others
      parts =
        others.length === 1 && first !== undefined
          ? parts.map((part) => both(part, first))
          : parts.flatMap((part) => others.map((other) => both(part, other)))
    }
    return parts
  }

  #spreadOr(tests: readonly Test[]): readonly Part[] | undefined {
    const parts: Part[] = []
    for (const test of tests) {
      const others = this.spread(test)
      if (others === undefined || parts.length + others.length > BRANCHES_MAX) return undefined
      parts.push(...others)
    }
    return parts
  }
}

function both(one: Part, other: Part): Part {
  return { keys: [...one.keys, ...other.keys], filters: [...one.filters, ...other.filters] }
}

function branchOf({ keys, filters }: Part, names: KeyNames): Branch {
  const hashes: KeyCondition[] = []
  const ranges: KeyCondition[] = []
  for (const condition of keys) {
    const same = condition.attribute === names.hash ? hashes : ranges
    if (!same.some((other) => isSame(other, condition))) same.push(condition)
  }
  const isOneRead =
    hashes.length === 1 &&
    ranges.length < 2 &&
    !filters.some((test) => names.range !== undefined && namesAttribute(test, names.range))
  return { hash: isOneRead ? hashes[0]?.operands[0] : undefined, ranges, filters }
}

function isSame(one: KeyCondition, other: KeyCondition): boolean {
  return (
    one.operator === other.operator &&
    one.operands.every((operand, position) =>
      valuesEqual(operand, other.operands[position] as AttributeValue),
    )
  )
}

function namesAttribute(test: Test, name: string): boolean {
  return pathsOfTest(test).some(([first]) => first === name)
}

/** Returns whether a condition allows only certain values of the hash key, whatever its other requirements. */
function pinsHash(test: Test, hash: string): boolean {
  if (test.kind === 'AND') return test.tests.some((part) => pinsHash(part, hash))
  if (test.kind === 'OR') return test.tests.every((part) => pinsHash(part, hash))
  return keyConditionsOf(test, { hash, range: undefined }) !== undefined
}

function namesKey(test: Test, keys: KeyNames): boolean {
  if (test.kind === 'AND' || test.kind === 'OR') return test.tests.some((part) => namesKey(part, keys))
  return keyConditionsOf(test, keys) !== undefined
}

/**
 * Returns the alternative key conditions that a test amounts to: a hash key can only be tested for equality, a
 * range key can also be compared. `undefined` for anything that is not a condition on a key.
 */
function keyConditionsOf(test: Test, keys: KeyNames): KeyCondition[] | undefined {
  switch (test.kind) {
    case 'compare': {
      const isMirrored = test.left.kind !== 'path'
      const [path, value] = isMirrored ? [test.right, test.left] : [test.left, test.right]
      const operator = isMirrored ? mirrored[test.comparator] : operators[test.comparator]
      return operator && one(keys, path, operator, [value])
    }
    case 'BETWEEN':
      return one(keys, test.operand, 'BETWEEN', [test.lower, test.upper])
    case 'begins_with':
      return one(keys, test.left, 'begins_with', [test.right])
    case 'IN': {
      const conditions = test.candidates.map((candidate) => one(keys, test.operand, '=', [candidate])?.[0])
      return conditions.every((condition) => condition !== undefined) ? conditions : undefined
    }
    default:
      return undefined
  }
}

const operators: Readonly<Record<string, KeyOperator | undefined>> = {
  '=': '=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}
const mirrored: Readonly<Record<string, KeyOperator | undefined>> = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

function one(
  { hash, range }: KeyNames,
  operand: Operand,
  operator: KeyOperator,
  values: readonly Operand[],
): KeyCondition[] | undefined {
  if (operand.kind !== 'path' || operand.path.length !== 1) return undefined
  const attribute = operand.path[0] as string
  if (attribute !== range && !(attribute === hash && operator === '=')) return undefined
  const operands: AttributeValue[] = []
  for (const value of values) {
    if (value.kind !== 'value') return undefined
    operands.push(value.value)
  }
  return [{ attribute, operator, operands }]
}
