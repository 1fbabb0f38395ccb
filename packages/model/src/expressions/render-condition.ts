import type { Condition } from './condition.ts'
import { joinSome, type Placeholders } from './placeholders.ts'

/** Writes a condition as a DynamoDB expression. */
export function renderCondition(condition: Condition, placeholders: Placeholders): string {
  placeholders.forms.refuse?.(condition)
  switch (condition.kind) {
    case 'compare': {
      const { left, right, comparator } = condition
      return `${placeholders.operand(left)} ${comparator} ${placeholders.operand(right)}`
    }
    case 'between': {
      const { operand, low, high } = condition
      return `${placeholders.operand(operand)} BETWEEN ${placeholders.operand(low)} AND ${placeholders.operand(high)}`
    }
    case 'in': {
      const list = condition.list.map((operand) => placeholders.operand(operand))
      return `${placeholders.operand(condition.operand)} IN (${joinSome(list, ', ', 'oneOf')})`
    }
    case 'exists':
      return `attribute_exists(${placeholders.path(condition.steps)})`
    case 'missing':
      return `attribute_not_exists(${placeholders.path(condition.steps, condition.asStored)})`
    case 'begins':
      return `begins_with(${placeholders.path(condition.steps)}, ${placeholders.operand(condition.prefix)})`
    case 'contains':
      return `contains(${placeholders.path(condition.steps)}, ${placeholders.operand(condition.element)})`
    case 'not':
      return `NOT (${renderCondition(condition.condition, placeholders)})`
    default:
      return renderList(condition, placeholders)
  }
}

function renderList(
  { kind, conditions }: Extract<Condition, { kind: 'and' | 'or' }>,
  placeholders: Placeholders,
): string {
  const parts = conditions.map((part) => {
    const text = renderCondition(part, placeholders)
    return 'conditions' in part && part.kind !== kind ? `(${text})` : text
  })
  return joinSome(parts, kind === 'and' ? ' AND ' : ' OR ', kind)
}
