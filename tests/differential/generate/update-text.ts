import { valueOfType } from './attribute-values.ts'
import { type ExpressionScope, keyword } from './expression-scope.ts'

/** Returns an update of some attributes of a table. */
export function updateText(scope: ExpressionScope): string {
  const { random } = scope
  const sections = random.shuffle(['SET', 'SET', 'SET', 'REMOVE', 'ADD', 'DELETE'])
  const chosen = [...new Set(sections.slice(0, 1 + random.below(3)))]
  if (random.percent(1)) chosen.push('SET')
  return chosen.map((section) => sectionText(scope, section)).join(' ')
}

function sectionText(scope: ExpressionScope, section: string): string {
  const { random } = scope
  const count = random.percent(60) ? 1 : 1 + random.below(3)
  const actions = Array.from({ length: count }, () => actionText(scope, section))
  return `${keyword(random, section)} ${actions.join(', ')}`
}

function actionText(scope: ExpressionScope, section: string): string {
  const { random } = scope
  if (section === 'SET') {
    const attribute = scope.writableAttribute()
    return `${scope.path(attribute)} = ${assignedText(scope, attribute)}`
  }
  if (section === 'REMOVE') return scope.path(scope.writableAttribute())
  const sets = ['ss', 'ns', 'bs']
  const usual = section === 'ADD' ? [...sets, 'num', 'n1', 'num'] : sets
  const attribute = random.percent(90) ? random.pick(usual) : scope.writableAttribute()
  const path = random.percent(85) ? scope.name(attribute) : scope.path(random.pick(['mp', 'lst']))
  return `${path} ${scope.valueFor(attribute)}`
}

function assignedText(scope: ExpressionScope, attribute: string): string {
  const { random } = scope
  const type = scope.types[attribute]
  switch (random.below(type === 'L' || type === 'N' ? 8 : 5)) {
    case 0:
      return operandText(scope, attribute)
    case 1:
      return `if_not_exists(${scope.path(attribute)}, ${operandText(scope, attribute)})`
    case 2:
    case 3:
    case 4:
      return scope.valueFor(attribute)
    default:
      return type === 'L' ? appended(scope, attribute) : sum(scope, attribute)
  }
}

function appended(scope: ExpressionScope, attribute: string): string {
  const sides = scope.random.shuffle([listOperand(scope, attribute), listOperand(scope, 'lst')])
  return `list_append(${sides.join(', ')})`
}

function listOperand(scope: ExpressionScope, attribute: string): string {
  const { random } = scope
  if (random.percent(50)) return scope.value(valueOfType(random, 'L', 1))
  if (random.percent(30)) {
    return `if_not_exists(${scope.path(attribute)}, ${scope.value(valueOfType(random, 'L', 1))})`
  }
  return random.percent(95) ? scope.path(attribute) : operandText(scope, attribute)
}

function sum(scope: ExpressionScope, attribute: string): string {
  const { random } = scope
  const sides = random.shuffle([operandText(scope, attribute), operandText(scope, 'num')])
  const text = sides.join(` ${random.pick(['+', '-'])} `)
  return random.percent(10) ? `(${text})` : text
}

function operandText(scope: ExpressionScope, attribute: string): string {
  const { random } = scope
  if (random.percent(50)) return scope.valueFor(attribute)
  if (random.percent(15)) return `if_not_exists(${scope.path(attribute)}, ${scope.valueFor(attribute)})`
  if (random.percent(2)) return `size(${scope.path(attribute)})`
  return scope.path(random.percent(60) ? attribute : scope.attribute())
}
