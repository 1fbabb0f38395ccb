import type { Json } from '../exchange.ts'
import { anyValue, keyValue } from './attribute-values.ts'
import { type ExpressionScope, keyword } from './expression-scope.ts'
import { generateKey, type IndexShape, type KeyAttribute } from './table-shape.ts'

/** Returns a KeyConditionExpression for a table or one of its indexes; in most cases one that fits. */
export function keyConditionText(scope: ExpressionScope, index: IndexShape | undefined): string {
  const { random, shape } = scope
  const { hash, range } = index ?? shape
  const clauses = hash.map((attribute) => equality(scope, attribute))
  const named = range.slice(0, random.below(range.length + 1))
  for (const attribute of named.slice(0, -1)) clauses.push(equality(scope, attribute))
  const last = named.at(-1)
  if (last !== undefined) clauses.push(rangeClause(scope, last))
  if (random.percent(3)) clauses.splice(random.below(clauses.length), 1)
  if (random.percent(2)) clauses.push(rangeClause(scope, random.pick([...hash, ...range])))
  if (random.percent(1)) clauses.push(rangeClause(scope, { name: 'num', type: 'N' }))
  const ordered = random.percent(85) ? clauses : random.shuffle(clauses)
  const wrapped = ordered.map((clause) => (random.percent(8) ? `(${clause})` : clause))
  return wrapped.join(` ${random.percent(98) ? keyword(random, 'AND') : 'OR'} `)
}

function equality(scope: ExpressionScope, attribute: KeyAttribute): string {
  const { random } = scope
  const [name, value] = [scope.name(attribute.name), scope.value(keyLiteral(scope, attribute))]
  if (random.percent(2)) return `${name} ${random.pick(['<', '>=', '<>'])} ${value}`
  return random.percent(92) ? `${name} = ${value}` : `${value} = ${name}`
}

function rangeClause(scope: ExpressionScope, attribute: KeyAttribute): string {
  const { random } = scope
  const name = random.percent(99) ? scope.name(attribute.name) : `${scope.name(attribute.name)}.x`
  const value = () => scope.value(keyLiteral(scope, attribute))
  switch (random.below(10)) {
    case 0:
    case 1:
      return `${name} ${keyword(random, 'BETWEEN')} ${value()} ${keyword(random, 'AND')} ${value()}`
    case 2:
    case 3:
      return attribute.type === 'N' && random.percent(85)
        ? `${name} = ${value()}`
        : `begins_with(${name}, ${value()})`
    case 4:
      return `${value()} ${random.pick(['=', '<', '<=', '>', '>='])} ${name}`
    default: {
      const odd = random.percent(3)
      return `${name} ${random.pick(odd ? ['<>', 'IN'] : ['=', '<', '<=', '>', '>='])} ${value()}`
    }
  }
}

/** Writes a value of a key attribute, in most cases one that items of the table have. */
export function keyLiteral({ random, shape }: ExpressionScope, { name, type }: KeyAttribute): Json {
  if (random.percent(2)) return anyValue(random, 1)
  if (shape.hash.some((attribute) => attribute.name === name)) return generateKey(random, shape)[name] as Json
  return keyValue(random, type)
}
