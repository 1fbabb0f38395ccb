import type { Condition, Operand } from '../expressions/condition.ts'
import type { Steps } from '../expressions/path.ts'

/** Describes a condition for people: `status = "open" and size(tags) > 3`. */
export function describeCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'compare':
      return `${operandText(condition.left)} ${condition.comparator} ${operandText(condition.right)}`
    case 'between':
      return `${operandText(condition.operand)} between ${operandText(condition.low)} and ${operandText(condition.high)}`
    case 'in':
      return `${operandText(condition.operand)} is one of ${condition.list.map(operandText).join(', ')}`
    case 'exists':
      return `${pathText(condition.steps)} exists`
    case 'missing':
      return `${pathText(condition.steps)} is missing`
    case 'begins':
      return `${pathText(condition.steps)} begins ${operandText(condition.prefix)}`
    case 'contains':
      return `${pathText(condition.steps)} contains ${operandText(condition.element)}`
    case 'not':
      return `not (${describeCondition(condition.condition)})`
    default:
      return condition.conditions
        .map((part) => {
          const text = describeCondition(part)
          return part.kind === 'and' || part.kind === 'or' ? `(${text})` : text
        })
        .join(` ${condition.kind} `)
  }
}

function operandText(operand: Operand): string {
  switch (operand.kind) {
    case 'path':
      return pathText(operand.steps)
    case 'size':
      return `size(${pathText(operand.steps)})`
    case 'value':
      return valueText(operand.value)
    default:
      return valueText(Object.values(operand.value)[0])
  }
}

function pathText([attribute, ...rest]: Steps): string {
  return attribute + rest.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
}

function valueText(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Set) return `{${[...value].map(valueText).join(', ')}}`
  return JSON.stringify(value) ?? String(value)
}
