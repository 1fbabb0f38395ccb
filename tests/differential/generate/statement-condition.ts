import { anyValue, keyValue, valueTypes } from './attribute-values.ts'
import { keyword } from './expression-scope.ts'
import type { StatementScope } from './statement-scope.ts'
import { generateKey, type IndexShape, type KeyAttribute } from './table-shape.ts'

const comparators = ['=', '=', '<>', '!=', '<', '<=', '>', '>=']
const askedTypes = ['MISSING', 'MISSING', 'NULL', 'BOOLEAN', 'STRING', 'NUMERIC', 'STRUCT', 'LIST']

/** Returns a WHERE condition on the attributes of a table, with at most `depth` levels of AND, OR and NOT. */
export function statementCondition(scope: StatementScope, depth = 1): string {
  const { random } = scope
  if (depth > 0 && random.percent(30)) return joinedConditions(scope, depth)
  const attribute = scope.attribute()
  const path = scope.path(attribute)
  switch (random.below(9)) {
    case 0:
      return `${path} ${keyword(random, 'IS')} ${perhapsNot(scope)}${random.pick(askedTypes)}`
    case 1:
      return `begins_with(${path}, ${scope.valueFor(attribute)})`
    case 2:
      return `contains(${path}, ${elementText(scope, attribute)})`
    case 3:
      return `attribute_type(${path}, ${scope.value({ S: random.pick(valueTypes) })})`
    case 4:
      return `size(${path}) ${random.pick(comparators)} ${scope.value({ N: String(random.below(4)) })}`
    case 5:
      return `${path} ${perhapsNot(scope)}${keyword(random, 'BETWEEN')} ${scope.valueFor(attribute)} AND ${scope.valueFor(attribute)}`
    case 6:
      return `${path} ${perhapsNot(scope)}${keyword(random, 'IN')} ${listText(scope, attribute)}`
    default:
      return `${path} ${random.pick(comparators)} ${random.percent(90) ? scope.valueFor(attribute) : scope.path(scope.attribute())}`
  }
}

function perhapsNot({ random }: StatementScope): string {
  return random.percent(20) ? `${keyword(random, 'NOT')} ` : ''
}

function joinedConditions(scope: StatementScope, depth: number): string {
  const { random } = scope
  const left = statementCondition(scope, depth - 1)
  if (random.percent(25)) return `${keyword(random, 'NOT')} ${random.percent(50) ? `(${left})` : left}`
  const right = statementCondition(scope, depth - 1)
  const text = `${left} ${keyword(random, random.pick(['AND', 'OR']))} ${right}`
  return random.percent(40) ? `(${text})` : text
}

function listText(scope: StatementScope, attribute: string): string {
  const { random } = scope
  const members = Array.from({ length: random.percent(97) ? 1 + random.below(3) : 0 }, () =>
    scope.valueFor(attribute),
  )
  return random.percent(80) ? `[${members.join(', ')}]` : `(${members.join(', ')})`
}

/** Returns a value that may be an element of a set or a list. */
function elementText(scope: StatementScope, attribute: string): string {
  const type = scope.types[attribute]
  if (type === 'SS') return scope.valueFor('str')
  if (type === 'NS') return scope.valueFor('num')
  if (type === 'BS') return scope.valueFor('bin')
  if (type === 'L') return scope.value(anyValue(scope.random, 1))
  return scope.valueFor(attribute)
}

/** Returns the condition that a write needs to name one item; now and then it leaves out a part of the key. */
export function itemCondition(scope: StatementScope): string {
  const { random, shape } = scope
  const key = generateKey(random, shape)
  const clauses = [...shape.hash, ...shape.range].map(
    ({ name }) => `${scope.name(name)} = ${scope.value(key[name] as never)}`,
  )
  if (random.percent(2)) clauses.pop()
  return clauses.join(` ${keyword(random, 'AND')} `)
}

/** Returns conditions on the keys that a SELECT reads by; in most cases they make it a Query. */
export function keyConditions(scope: StatementScope, index: IndexShape | undefined): string {
  const { random, shape } = scope
  const { hash, range } = index ?? shape
  const named = [...hash, ...range.slice(0, random.below(range.length + 1))]
  // Shuffled before it is written: parameters are numbered in the order of writing, so finished clauses cannot move.
  const clauses = (random.percent(90) ? named : random.shuffle(named)).map((attribute) =>
    hash.includes(attribute) ? hashClause(scope, attribute) : rangeClause(scope, attribute),
  )
  return clauses.join(` ${keyword(random, 'AND')} `)
}

function hashClause(scope: StatementScope, attribute: KeyAttribute): string {
  const { random } = scope
  const name = scope.name(attribute.name)
  if (random.percent(85)) return `${name} = ${keyText(scope, attribute)}`
  const members = Array.from({ length: 1 + random.below(3) }, () => keyText(scope, attribute))
  return `${name} IN [${members.join(', ')}]`
}

function rangeClause(scope: StatementScope, attribute: KeyAttribute): string {
  const { random } = scope
  const name = scope.name(attribute.name)
  const value = () => keyText(scope, attribute)
  switch (random.below(8)) {
    case 0:
      return `${name} BETWEEN ${value()} AND ${value()}`
    case 1:
      return attribute.type === 'N' ? `${name} = ${value()}` : `begins_with(${name}, ${value()})`
    case 2:
      return `${name} IN [${value()}, ${value()}]`
    default:
      return `${name} ${random.pick(['=', '<', '<=', '>', '>='])} ${value()}`
  }
}

function keyText(scope: StatementScope, { name, type }: KeyAttribute): string {
  const { random, shape } = scope
  if (random.percent(1)) return scope.value(anyValue(random, 1))
  const isHash = shape.hash.some((attribute) => attribute.name === name)
  return scope.value(isHash ? (generateKey(random, shape)[name] as never) : keyValue(random, type))
}
