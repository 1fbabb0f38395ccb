import { type AttributeValue, type ServiceError, ValidationError, validationError } from '@monotable/protocol'
import { resolveConditionText } from './compile-condition.ts'
import type { Test } from './evaluate-condition.ts'
import type { Operand } from './operand.ts'
import type { Placeholders } from './placeholders.ts'
import type { Comparator } from './syntax-tree.ts'

/** How a key attribute can be compared. */
export type KeyOperator = '=' | '<' | '<=' | '>' | '>=' | 'BETWEEN' | 'begins_with'

/** A condition on one key attribute: two operands for BETWEEN, one for the others. */
export interface KeyCondition {
  readonly attribute: string
  readonly operator: KeyOperator
  readonly operands: readonly AttributeValue[]
  /**
   * Set for a legacy operator that no index can serve (NE, IN, NULL, CONTAINS …). DynamoDB reports it only once it
   * knows the schema: `Attempted conditional constraint is not an indexable operation`.
   */
  readonly unindexable?: true
}

/** An expression with its placeholders. */
export interface CompileKeyConditionInput {
  readonly source: string
  readonly placeholders: Placeholders
}

/**
 * Compiles a KeyConditionExpression to key conditions, in the order of the text. Checks that need the schema are
 * left to the caller.
 *
 * @example
 * const placeholders = new Placeholders({ values: { ':id': { S: 'a' }, ':from': { N: '1' } } })
 * compileKeyCondition({ source: 'id = :id AND :from < sk', placeholders })
 * // [{ attribute: 'id', operator: '=', operands: [{ S: 'a' }] },
 * //  { attribute: 'sk', operator: '>', operands: [{ N: '1' }] }]
 */
export function compileKeyCondition(input: CompileKeyConditionInput): KeyCondition[] {
  return prepareKeyCondition(input)()
}

/**
 * Same in two steps: first reports all mistakes in the expression as an expression, then, when the returned
 * function is called, those in the key condition. DynamoDB checks the other expressions in between.
 */
export function prepareKeyCondition({
  source,
  placeholders,
}: CompileKeyConditionInput): () => KeyCondition[] {
  const { test } = resolveConditionText({ parameter: 'KeyConditionExpression', source, placeholders })
  return () => {
    const conditions: KeyCondition[] = []
    collect(test, conditions)
    return conditions
  }
}

function collect(test: Test, conditions: KeyCondition[]): void {
  if (test.kind === 'AND') {
    for (const part of test.tests) collect(part, conditions)
    return
  }
  const condition = keyConditionOf(test)
  if (conditions.some(({ attribute }) => attribute === condition.attribute)) {
    throw invalidKeyCondition('must only contain one condition per key')
  }
  conditions.push(condition)
}

function keyConditionOf(test: Test): KeyCondition {
  switch (test.kind) {
    case 'compare': {
      if (test.comparator === '<>') throw invalidOperator('<>')
      const operator = test.left.kind === 'path' ? test.comparator : mirrored[test.comparator]
      return readOperands(operator, [test.left, test.right])
    }
    case 'BETWEEN':
      requireKeyFirst(test.operand, 'BETWEEN')
      return readOperands('BETWEEN', [test.operand, test.lower, test.upper])
    case 'begins_with':
      requireKeyFirst(test.left, 'begins_with')
      return readOperands('begins_with', [test.left, test.right])
    default:
      throw invalidOperator(test.kind)
  }
}

/** The comparison that results when the operands change sides. */
const mirrored: Readonly<Record<Exclude<Comparator, '<>'>, KeyOperator>> = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

/** Tells the attribute apart from the values. */
function readOperands(operator: KeyOperator, operands: readonly Operand[]): KeyCondition {
  let attribute: string | undefined
  const values: AttributeValue[] = []
  for (const operand of operands) {
    if (operand.kind === 'size' || operand.kind === 'condition') {
      throw validationError('KeyConditionExpressions cannot contain nested operations')
    }
    if (operand.kind === 'value') {
      values.push(operand.value)
      continue
    }
    if (attribute !== undefined) throw invalidCondition('Multiple attribute names used in one condition')
    if (operand.path.length > 1) {
      throw invalidKeyCondition('cannot have conditions on nested attributes')
    }
    attribute = operand.path[0] as string
  }
  if (attribute === undefined) throw invalidCondition('No key attribute specified')
  return { attribute, operator, operands: values }
}

function requireKeyFirst(operand: Operand, operator: string): void {
  if (operand.kind === 'path') return
  throw invalidCondition(`${operator} operator must have the key attribute as its first operand`)
}

function invalidOperator(operator: string): ServiceError {
  return validationError(`Invalid operator used in KeyConditionExpression: ${operator}`)
}

function invalidCondition(problem: string): ServiceError {
  return validationError(`Invalid condition in KeyConditionExpression: ${problem}`)
}

/** Seen on AWS in 2026 with the prefix, and earlier without it. */
function invalidKeyCondition(problem: string): ServiceError {
  const message = `KeyConditionExpressions ${problem}`
  return new ValidationError(`Invalid KeyConditionExpression: ${message}`, message)
}
