import {
  type AttributeType,
  type AttributeValue,
  attributeTypeOf,
  type ComparisonOperator,
  compareScalars,
  type ServiceError,
  validationError,
} from '@monotable/protocol'
import { inTest, type Test } from './evaluate-condition.ts'
import { pathOperand, valueOperand } from './operand.ts'

/** A legacy comparison of one attribute, with canonical values. */
export interface LegacyComparison {
  readonly attribute: string
  readonly operator: ComparisonOperator
  readonly values: readonly AttributeValue[]
}

const scalars: readonly AttributeType[] = ['S', 'N', 'B']
const memberTypes: readonly AttributeType[] = ['S', 'N', 'B', 'BOOL', 'NULL']

/** The types of values that an operator accepts, unless it accepts all. */
const takenTypes: Readonly<Partial<Record<ComparisonOperator, readonly AttributeType[]>>> = {
  LT: scalars,
  LE: scalars,
  GT: scalars,
  GE: scalars,
  IN: scalars,
  BETWEEN: scalars,
  CONTAINS: memberTypes,
  NOT_CONTAINS: memberTypes,
  BEGINS_WITH: ['S', 'B'],
}

/** Checks the number of values, then their types, then the order of the bounds of BETWEEN. */
export function checkLegacyComparison({ operator, values }: LegacyComparison): void {
  if (!isRightCount(operator, values.length)) {
    throw invalidParameter(`Invalid number of argument(s) for the ${operator} ComparisonOperator`)
  }
  const types = values.map(attributeTypeOf)
  if (types.some((type) => type !== types[0])) {
    throw invalidParameter('AttributeValues inside AttributeValueList must be of same type')
  }
  const [type] = types
  if (type !== undefined && takenTypes[operator]?.includes(type) === false) {
    throw invalidParameter(`ComparisonOperator ${operator} is not valid for ${type} AttributeValue type`)
  }
  if (operator !== 'BETWEEN') return
  const [lower, upper] = values as [AttributeValue, AttributeValue]
  if (compareScalars(lower, upper) > 0) {
    throw validationError(
      'The BETWEEN condition was provided a range where the lower bound is greater than the upper bound',
    )
  }
}

function isRightCount(operator: ComparisonOperator, count: number): boolean {
  if (operator === 'IN') return count > 0
  if (operator === 'NULL' || operator === 'NOT_NULL') return count === 0
  return count === (operator === 'BETWEEN' ? 2 : 1)
}

const comparators = { EQ: '=', NE: '<>', LT: '<', LE: '<=', GT: '>', GE: '>=' } as const

/** Converts a checked comparison to a test of an item. */
export function legacyTest({ attribute, operator, values }: LegacyComparison): Test {
  const path = [attribute]
  const left = pathOperand(path)
  const operands = values.map(valueOperand)
  const [first = left, second = left] = operands
  switch (operator) {
    case 'NULL':
      return { kind: 'attribute_not_exists', path }
    case 'NOT_NULL':
      return { kind: 'attribute_exists', path }
    case 'IN':
      return inTest(left, operands)
    case 'BETWEEN':
      return { kind: 'BETWEEN', operand: left, lower: first, upper: second }
    case 'BEGINS_WITH':
      return { kind: 'begins_with', left, right: first }
    case 'CONTAINS':
      return { kind: 'contains', left, right: first }
    case 'NOT_CONTAINS': {
      // A missing attribute does not contain the value, and yet the condition fails.
      const test: Test = { kind: 'contains', left, right: first }
      return {
        kind: 'AND',
        tests: [
          { kind: 'attribute_exists', path },
          { kind: 'NOT', test },
        ],
      }
    }
    default:
      return { kind: 'compare', comparator: comparators[operator], left, right: first }
  }
}

export function invalidParameter(problem: string): ServiceError {
  return validationError(`One or more parameter values were invalid: ${problem}`)
}
