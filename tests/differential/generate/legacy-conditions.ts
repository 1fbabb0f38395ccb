import type { Json } from '../exchange.ts'
import { anyValue, valueOfType } from './attribute-values.ts'
import type { ExpressionScope } from './expression-scope.ts'
import { keyLiteral } from './key-condition-text.ts'
import type { IndexShape, KeyAttribute } from './table-shape.ts'

const operators = [
  'EQ',
  'NE',
  'LT',
  'LE',
  'GT',
  'GE',
  'BEGINS_WITH',
  'CONTAINS',
  'NOT_CONTAINS',
  'IN',
  'BETWEEN',
]
const operandless = ['NULL', 'NOT_NULL']

/** Draws a condition of QueryFilter, ScanFilter or Expected on an attribute. */
function legacyCondition(scope: ExpressionScope, attribute: string): Json {
  const { random } = scope
  const operator = random.pick([...operators, ...operandless])
  let count = operator === 'BETWEEN' ? 2 : operator === 'IN' ? 1 + random.below(3) : 1
  if (operandless.includes(operator)) count = 0
  if (random.percent(2)) count = random.below(4)
  const values = Array.from({ length: count }, () => elementFor(scope, attribute, operator))
  const isEmpty = count === 0 && random.percent(80)
  return { ComparisonOperator: operator, ...(!isEmpty && { AttributeValueList: values }) }
}

function elementFor(scope: ExpressionScope, attribute: string, operator: string): Json {
  if (!operator.endsWith('CONTAINS') || scope.random.percent(30)) return scope.literalFor(attribute)
  const type = scope.types[attribute]
  if (type === 'SS') return valueOfType(scope.random, 'S')
  if (type === 'NS') return valueOfType(scope.random, 'N')
  if (type === 'BS') return valueOfType(scope.random, 'B')
  return type === 'L' ? anyValue(scope.random, 0) : scope.literalFor(attribute)
}

/** Draws a map of such conditions, sometimes with the operator that joins them. */
export function legacyFilter(scope: ExpressionScope, parameter: 'QueryFilter' | 'ScanFilter'): Json {
  const { random } = scope
  const filter: { [name: string]: unknown } = {}
  const count = random.percent(97) ? 1 + random.below(2) : 0
  for (let index = 0; index < count; index++) {
    const attribute = random.percent(90) ? scope.writableAttribute() : scope.attribute()
    filter[attribute] = legacyCondition(scope, attribute)
  }
  return { [parameter]: filter, ...conditionalOperator(scope, count) }
}

function conditionalOperator({ random }: ExpressionScope, count: number): Json {
  if (!random.percent(count > 1 ? 50 : 3)) return {}
  return { ConditionalOperator: random.pick(['AND', 'OR', 'OR', ...(random.percent(3) ? ['XOR'] : [])]) }
}

/** The Expected parameter of a write. */
export function legacyExpected(scope: ExpressionScope): Json {
  const { random } = scope
  const expected: { [name: string]: unknown } = {}
  const count = random.percent(97) ? 1 + random.below(2) : 0
  for (let index = 0; index < count; index++) {
    const attribute = scope.attribute()
    expected[attribute] = random.percent(50) ? legacyCondition(scope, attribute) : existence(scope, attribute)
  }
  return { Expected: expected, ...conditionalOperator(scope, count) }
}

function existence(scope: ExpressionScope, attribute: string): Json {
  const { random } = scope
  const value = { Value: scope.literalFor(attribute) }
  switch (random.below(8)) {
    case 0:
      return { Exists: true, ...value }
    case 1:
    case 2:
      return { Exists: false }
    case 3:
      return { ComparisonOperator: random.pick(operators), ...value }
    case 4:
      return random.percent(20) ? { Exists: random.percent(50), ...value } : value
    case 5:
      return random.percent(20) ? { Exists: true } : value
    default:
      return value
  }
}

/** The AttributeUpdates parameter of UpdateItem. */
export function legacyUpdates(scope: ExpressionScope): Json {
  const { random } = scope
  const updates: { [name: string]: unknown } = {}
  const count = random.below(4)
  for (let index = 0; index < count; index++) {
    const action = random.percent(98) ? random.pick(['PUT', 'PUT', 'ADD', 'DELETE']) : undefined
    const usual = action === 'ADD' ? ['num', 'ss', 'ns', 'lst', 'n1'] : ['ss', 'ns', 'bs', 'num', 'str']
    const attribute = random.percent(60) ? random.pick(usual) : scope.writableAttribute()
    const hasValue = action === 'DELETE' ? random.percent(50) : random.percent(97)
    updates[attribute] = {
      ...(hasValue && { Value: scope.literalFor(attribute) }),
      ...(action !== undefined && { Action: random.percent(99) ? action : 'WHAT' }),
    }
  }
  return { AttributeUpdates: updates }
}

/** The KeyConditions parameter of Query. */
export function legacyKeyConditions(scope: ExpressionScope, index: IndexShape | undefined): Json {
  const { random, shape } = scope
  const { hash, range } = index ?? shape
  const conditions: { [name: string]: unknown } = {}
  for (const attribute of hash) conditions[attribute.name] = keyCondition(scope, attribute, ['EQ'])
  for (const attribute of range.slice(0, random.below(range.length + 1))) {
    const usual = [
      'EQ',
      'LT',
      'LE',
      'GT',
      'GE',
      'BETWEEN',
      ...(attribute.type === 'N' ? [] : ['BEGINS_WITH']),
    ]
    conditions[attribute.name] = keyCondition(scope, attribute, usual)
  }
  if (random.percent(2)) conditions['num'] = keyCondition(scope, { name: 'num', type: 'N' }, ['EQ'])
  if (random.percent(2)) delete conditions[hash[0]?.name ?? '']
  return { KeyConditions: conditions }
}

function keyCondition(scope: ExpressionScope, attribute: KeyAttribute, usual: readonly string[]): Json {
  const { random } = scope
  const operator = random.percent(97) ? random.pick(usual) : random.pick([...operators, ...operandless])
  let count = operator === 'BETWEEN' ? 2 : operandless.includes(operator) ? 0 : 1
  if (random.percent(1)) count = random.below(3)
  const values = Array.from({ length: count }, () => keyLiteral(scope, attribute))
  return { ComparisonOperator: operator, AttributeValueList: values }
}
