import {
  type AttributeMap,
  type AttributeType,
  type AttributeValue,
  attributeTypeOf,
  compareScalars,
  valuesEqual,
} from '@monotable/protocol'
import { contains } from './contains.ts'
import { type DocumentPath, readPath } from './document-path.ts'
import type { Findings } from './findings.ts'
import { type Operand, readOperand } from './operand.ts'
import { type ScalarTexts, scalarTextsOf } from './scalar-texts.ts'
import type { Comparator } from './syntax-tree.ts'

/** A condition with resolved placeholders and checked operands. */
export type Test =
  | { readonly kind: 'AND' | 'OR'; readonly tests: readonly Test[] }
  | { readonly kind: 'NOT'; readonly test: Test }
  | {
      readonly kind: 'compare'
      readonly comparator: Comparator
      readonly left: Operand
      readonly right: Operand
    }
  | { readonly kind: 'BETWEEN'; readonly operand: Operand; readonly lower: Operand; readonly upper: Operand }
  | {
      readonly kind: 'IN'
      readonly operand: Operand
      readonly candidates: readonly Operand[]
      /** Used to look up among many candidates, where possible. */
      readonly texts: ScalarTexts | undefined
    }
  | { readonly kind: 'attribute_exists' | 'attribute_not_exists'; readonly path: DocumentPath }
  | { readonly kind: 'attribute_type'; readonly operand: Operand; readonly type: AttributeType }
  | { readonly kind: 'begins_with' | 'contains'; readonly left: Operand; readonly right: Operand }

/** Creates the test whether an operand is one of several candidates. */
export function inTest(operand: Operand, candidates: readonly Operand[]): Test {
  return { kind: 'IN', operand, candidates, texts: scalarTextsOf(candidates) }
}

/** Returns whether a condition holds for an item. A condition of many parts passes on its earlier findings. */
export function evaluateCondition(test: Test, item: AttributeMap, findings?: Findings): boolean {
  switch (test.kind) {
    case 'AND':
      for (const part of test.tests) if (!evaluateCondition(part, item, findings)) return false
      return true
    case 'OR':
      for (const part of test.tests) if (evaluateCondition(part, item, findings)) return true
      return false
    case 'NOT':
      return !evaluateCondition(test.test, item, findings)
    case 'compare':
      return isComparedSo(
        test.comparator,
        readOperand(test.left, item),
        readOperand(test.right, item),
        findings,
      )
    case 'BETWEEN':
      return isBetween(test, item)
    case 'IN':
      return isIn(test, item, findings)
    case 'attribute_exists':
      return readPath(item, test.path) !== undefined
    case 'attribute_not_exists':
      return readPath(item, test.path) === undefined
    case 'attribute_type': {
      const value = readOperand(test.operand, item)
      return value !== undefined && attributeTypeOf(value) === test.type
    }
    case 'begins_with':
      return beginsWith(readOperand(test.left, item), readOperand(test.right, item))
    case 'contains':
      return isContained(readOperand(test.left, item), readOperand(test.right, item), findings)
  }
}

/** Returns the maximum number of comparisons of a condition. */
export function stepsOfTest(test: Test): number {
  switch (test.kind) {
    case 'AND':
    case 'OR':
      return test.tests.reduce((sum, part) => sum + stepsOfTest(part), 0)
    case 'NOT':
      return stepsOfTest(test.test)
    case 'IN':
      return test.texts === undefined ? test.candidates.length : 1
    default:
      return 1
  }
}

function isComparedSo(
  comparator: Comparator,
  left: AttributeValue | undefined,
  right: AttributeValue | undefined,
  findings?: Findings,
): boolean {
  // A missing value differs from everything, even from another missing value.
  if (left === undefined || right === undefined) return comparator === '<>'
  if (comparator === '=') return areEqual(left, right, findings)
  if (comparator === '<>') return !areEqual(left, right, findings)
  const order = orderOf(left, right)
  if (order === undefined) return false
  if (comparator === '<') return order < 0
  if (comparator === '<=') return order <= 0
  return comparator === '>' ? order > 0 : order >= 0
}

function areEqual(a: AttributeValue, b: AttributeValue, findings: Findings | undefined): boolean {
  return findings === undefined ? valuesEqual(a, b) : findings.areEqual(a, b)
}

function isContained(
  container: AttributeValue | undefined,
  member: AttributeValue | undefined,
  findings: Findings | undefined,
): boolean {
  if (container === undefined || member === undefined) return false
  return findings === undefined ? contains(container, member) : findings.contains(container, member)
}

/** Returns the order of two values, if they have one: two strings, two numbers, two binaries. */
function orderOf(left: AttributeValue, right: AttributeValue): number | undefined {
  const isOrdered =
    ('S' in left && 'S' in right) || ('N' in left && 'N' in right) || ('B' in left && 'B' in right)
  return isOrdered ? compareScalars(left, right) : undefined
}

function isBetween(test: Test & { kind: 'BETWEEN' }, item: AttributeMap): boolean {
  const value = readOperand(test.operand, item)
  return (
    isComparedSo('<=', readOperand(test.lower, item), value) &&
    isComparedSo('<=', value, readOperand(test.upper, item))
  )
}

function isIn(test: Test & { kind: 'IN' }, item: AttributeMap, findings: Findings | undefined): boolean {
  const value = readOperand(test.operand, item)
  if (value === undefined) return false
  if (test.texts !== undefined) return hasText(test.texts, value)
  return test.candidates.some((candidate) => {
    const other = readOperand(candidate, item)
    return other !== undefined && areEqual(value, other, findings)
  })
}

function hasText(texts: ScalarTexts, value: AttributeValue): boolean {
  if ('S' in value) return texts.S.has(value.S)
  if ('N' in value) return texts.N.has(value.N)
  return 'B' in value && texts.B.has(value.B)
}

function beginsWith(value: AttributeValue | undefined, prefix: AttributeValue | undefined): boolean {
  if (value === undefined || prefix === undefined) return false
  if ('S' in value) return 'S' in prefix && value.S.startsWith(prefix.S)
  if (!('B' in value && 'B' in prefix)) return false
  const start = bytesOf(prefix.B)
  return bytesOf(value.B).subarray(0, start.length).equals(start)
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}
