import type { CallNode, ComparedNode, ConditionNode, OperandNode, PathNode, SumNode } from './syntax-tree.ts'

/** The number of operands of each function of conditions. */
export const conditionFunctions: ReadonlyMap<string, number> = new Map([
  ['attribute_exists', 1],
  ['attribute_not_exists', 1],
  ['attribute_type', 2],
  ['begins_with', 2],
  ['contains', 2],
  ['size', 1],
])

/** The number of operands of each function of updates. */
export const updateFunctions: ReadonlyMap<string, number> = new Map([
  ['if_not_exists', 2],
  ['list_append', 2],
])

/**
 * Returns the first mistake in a condition that does not depend on its placeholders: an unknown or misplaced
 * function, a reserved word, an index out of range. DynamoDB reports the first in the order of the text.
 */
export function findConditionFault(condition: ConditionNode): string | undefined {
  switch (condition.kind) {
    case 'AND':
    case 'OR':
      return findFirst(condition.conditions, findConditionFault)
    case 'NOT':
      return findConditionFault(condition.condition)
    case 'call':
      return (
        findNameFault(condition, 'condition') ??
        (condition.name === 'size' ? misused(condition) : undefined) ??
        findFirst(condition.operands, findOperandFault)
      )
    default:
      return findFirst(condition.operands, findOperandFault)
  }
}

/** Same, for an operand of a condition, where only `size` may be called. */
function findOperandFault(operand: ComparedNode): string | undefined {
  if (operand.kind === 'value') return undefined
  if (operand.kind === 'condition') return findConditionFault(operand.condition)
  if (operand.kind === 'path') return operand.fault
  return (
    findNameFault(operand, 'condition') ??
    (operand.name === 'size' ? undefined : misused(operand)) ??
    findFirst(operand.operands, findOperandFault)
  )
}

/** Same, for a value assigned by an update; `list_append` may only be called at the outermost level. */
export function findAssignedFault(value: OperandNode | SumNode): string | undefined {
  if (value.kind === 'sum') return findFirst(value.operands, findAssignedOperandFault)
  if (value.kind !== 'call') return value.kind === 'path' ? value.fault : undefined
  return findNameFault(value, 'update') ?? findFirst(value.operands, findAssignedOperandFault)
}

function findAssignedOperandFault(operand: OperandNode): string | undefined {
  if (operand.kind !== 'call') return operand.kind === 'path' ? operand.fault : undefined
  return (
    findNameFault(operand, 'update') ??
    (operand.name === 'if_not_exists' ? undefined : misused(operand)) ??
    findFirst(operand.operands, findAssignedOperandFault)
  )
}

/** Returns the first mistake in the paths of a projection. */
export function findPathFault(paths: readonly PathNode[]): string | undefined {
  return findFirst(paths, ({ fault }) => fault)
}

function findNameFault({ name }: CallNode, place: 'condition' | 'update'): string | undefined {
  const [own, others] =
    place === 'condition' ? [conditionFunctions, updateFunctions] : [updateFunctions, conditionFunctions]
  if (own.has(name)) return undefined
  if (!others.has(name)) return `Invalid function name; function: ${name}`
  const article = place === 'condition' ? 'a' : 'an'
  return `The function is not allowed in ${article} ${place} expression; function: ${name}`
}

function misused({ name }: CallNode): string {
  return `The function is not allowed to be used this way in an expression; function: ${name}`
}

function findFirst<Node>(
  nodes: readonly Node[],
  find: (node: Node) => string | undefined,
): string | undefined {
  for (const node of nodes) {
    const fault = find(node)
    if (fault !== undefined) return fault
  }
  return undefined
}
