import type { Condition, Operand } from './condition.ts'
import type { Steps } from './path.ts'

/** Returns the places that a condition refers to. */
export function placesIn(condition: Condition): Steps[] {
  const found: Steps[] = []
  // Iterative, since the caller decides how deep a condition is.
  const open: (Condition | Operand)[] = [condition]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('steps' in node && node.kind !== 'value') found.push(node.steps)
    if ('conditions' in node) open.push(...node.conditions)
    if (node.kind === 'not') open.push(node.condition)
    if (node.kind === 'compare') open.push(node.left, node.right)
    if (node.kind === 'between') open.push(node.operand, node.low, node.high)
    if (node.kind === 'in') open.push(node.operand, ...node.list)
  }
  return found
}

/** Returns the attributes that a condition refers to. */
export function attributesIn(condition: Condition): Set<string> {
  return new Set(placesIn(condition).map(([attribute]) => attribute))
}
