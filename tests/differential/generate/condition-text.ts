import { anyValue, valueTypes } from './attribute-values.ts'
import { type ExpressionScope, keyword } from './expression-scope.ts'

const comparators = ['=', '=', '<>', '<', '<=', '>', '>=']

/** Returns a condition on the attributes of a table, with at most `depth` levels of AND, OR and NOT. */
export function conditionText(scope: ExpressionScope, depth = 2): string {
  const { random } = scope
  if (depth > 0 && random.percent(35)) return joinedConditions(scope, depth)
  const attribute = scope.attribute()
  switch (random.below(8)) {
    case 0:
      return `${random.pick(['attribute_exists', 'attribute_not_exists'])}(${scope.path(attribute)})`
    case 1:
      return typeCondition(scope, attribute)
    case 2:
      return `begins_with(${operand(scope, attribute)}, ${operand(scope, attribute)})`
    case 3:
      return `contains(${operand(scope, attribute)}, ${elementOperand(scope, attribute)})`
    case 4:
      return betweenCondition(scope, attribute)
    case 5:
      return inCondition(scope, attribute)
    default:
      return comparison(scope, attribute)
  }
}

function joinedConditions(scope: ExpressionScope, depth: number): string {
  const { random } = scope
  const left = conditionText(scope, depth - 1)
  const kind = random.below(4)
  if (kind === 0) return `${keyword(random, 'NOT')} ${random.percent(50) ? `(${left})` : left}`
  const right = conditionText(scope, depth - 1)
  const operator = keyword(random, kind === 1 ? 'OR' : 'AND')
  const text = `${left} ${operator} ${right}`
  if (random.percent(3)) return `((${text}))`
  return random.percent(40) ? `(${text})` : text
}

/** Returns a path, a value of the attribute's type, or a size. */
function operand(scope: ExpressionScope, attribute: string): string {
  const { random } = scope
  if (random.percent(60)) return scope.path(attribute)
  if (random.percent(70)) return scope.valueFor(attribute)
  if (random.percent(60)) return `size(${scope.path(scope.attribute())})`
  return scope.path(scope.attribute())
}

/** Returns a value that may be an element of a set or a list. */
function elementOperand(scope: ExpressionScope, attribute: string): string {
  const type = scope.types[attribute]
  if (type === 'SS') return scope.valueFor('str')
  if (type === 'NS') return scope.valueFor('num')
  if (type === 'BS') return scope.valueFor('bin')
  if (type === 'L') return scope.value(anyValue(scope.random, 1))
  return operand(scope, attribute)
}

function comparison(scope: ExpressionScope, attribute: string): string {
  const { random } = scope
  const operator = random.pick(comparators)
  if (random.percent(20)) {
    return `size(${scope.path(attribute)}) ${operator} ${scope.value({ N: String(random.below(4)) })}`
  }
  const [left, right] = [scope.path(attribute), scope.valueFor(attribute)]
  if (random.percent(70)) return `${left} ${operator} ${right}`
  return `${operand(scope, attribute)} ${operator} ${operand(scope, attribute)}`
}

function betweenCondition(scope: ExpressionScope, attribute: string): string {
  const { random } = scope
  const subject = operand(scope, attribute)
  const bounds = [operand(scope, attribute), operand(scope, attribute)]
  return `${subject} ${keyword(random, 'BETWEEN')} ${bounds.join(` ${keyword(random, 'AND')} `)}`
}

function inCondition(scope: ExpressionScope, attribute: string): string {
  const { random } = scope
  const members = Array.from({ length: random.percent(97) ? 1 + random.below(4) : 0 }, () =>
    operand(scope, attribute),
  )
  return `${operand(scope, attribute)} ${keyword(random, 'IN')} (${members.join(', ')})`
}

function typeCondition(scope: ExpressionScope, attribute: string): string {
  const { random } = scope
  const type = scope.types[attribute] ?? 'S'
  const named = random.percent(60) ? type : random.pick([...valueTypes, 'STRING', ''])
  const second = random.percent(96) ? scope.value({ S: named }) : operand(scope, attribute)
  return `attribute_type(${random.percent(95) ? scope.path(attribute) : operand(scope, attribute)}, ${second})`
}
