import { type AttributeType, IN_MAX_OPERANDS } from '@monotable/protocol'
import { conditionFunctions } from './check-functions.ts'
import {
  checkBounds,
  checkDistinct,
  checkOperandCount,
  checkOrdered,
  checkTypes,
  requirePath,
  requireTypeName,
  type Usage,
} from './check-operands.ts'
import { evaluateCondition, inTest, type Test } from './evaluate-condition.ts'
import { type Operand, pathOperand, valueOperand } from './operand.ts'
import type { NodeResolver } from './resolver.ts'
import type { CallNode, Comparator, ComparedNode, ConditionNode } from './syntax-tree.ts'

/**
 * Resolves the placeholders of a condition and checks its operands. DynamoDB reports the first mistake in the order
 * of the text, and mistakes in operands before those in what the operands are used for.
 */
export function resolveCondition(resolver: NodeResolver, node: ConditionNode): Test {
  switch (node.kind) {
    case 'AND':
    case 'OR':
      return { kind: node.kind, tests: node.conditions.map((part) => resolveCondition(resolver, part)) }
    case 'NOT':
      return { kind: 'NOT', test: resolveCondition(resolver, node.condition) }
    case 'compare':
      return resolveComparison(usageOf(resolver, node.comparator, node.operands), node.comparator)
    case 'BETWEEN':
      return resolveBetween(usageOf(resolver, 'BETWEEN', node.operands))
    case 'IN':
      return resolveIn(usageOf(resolver, 'IN', node.operands))
    case 'call':
      return resolveCall(resolver, node)
  }
}

function resolveComparison(usage: Usage, comparator: Comparator): Test {
  checkDistinct(usage)
  if (comparator !== '=' && comparator !== '<>') checkOrdered(usage)
  const [left, right] = usage.operands as [Operand, Operand]
  return { kind: 'compare', comparator, left, right }
}

function resolveBetween(usage: Usage): Test {
  checkOrdered(usage)
  checkDistinct(usage)
  const [operand, lower, upper] = usage.operands as [Operand, Operand, Operand]
  checkBounds(usage.resolver, lower, upper)
  return { kind: 'BETWEEN', operand, lower, upper }
}

function resolveIn(usage: Usage): Test {
  checkDistinct(usage)
  const [operand, ...candidates] = usage.operands as [Operand, ...Operand[]]
  if (candidates.length > IN_MAX_OPERANDS) {
    throw usage.resolver.error(
      `The IN operator is provided with too many operands; number of operands: ${candidates.length}`,
    )
  }
  return inTest(operand, candidates)
}

function resolveCall(resolver: NodeResolver, node: CallNode): Test {
  const usage = usageOf(resolver, node.name, node.operands)
  checkOperandCount(usage, conditionFunctions.get(node.name) ?? 0)
  checkDistinct(usage)
  const [left, right] = usage.operands as [Operand, Operand]
  switch (node.name) {
    case 'attribute_exists':
    case 'attribute_not_exists':
      return { kind: node.name, path: requirePath(usage) }
    case 'attribute_type':
      return { kind: node.name, operand: left, type: requireTypeName(usage) }
    case 'begins_with':
      checkTypes(usage, isPrefixType)
      return { kind: node.name, left, right }
    default:
      return { kind: 'contains', left, right }
  }
}

function usageOf(resolver: NodeResolver, name: string, nodes: readonly ComparedNode[]): Usage {
  const operands: Operand[] = []
  for (const node of nodes) operands.push(resolveOperand(resolver, node))
  return { resolver, name, operands }
}

function resolveOperand(resolver: NodeResolver, node: ComparedNode): Operand {
  if (node.kind === 'path') return pathOperand(resolver.resolvePath(node))
  if (node.kind === 'value') return valueOperand(resolver.resolveValue(node))
  if (node.kind === 'condition') {
    const from = resolver.paths.length
    const test = resolveCondition(resolver, node.condition)
    const paths = resolver.paths.slice(from)
    return { kind: 'condition', holds: (item) => evaluateCondition(test, item), paths, type: 'BOOL' }
  }
  const usage = usageOf(resolver, node.name, node.operands)
  checkOperandCount(usage, 1)
  checkTypes(usage, hasSize)
  return { kind: 'size', operand: usage.operands[0] as Operand, type: 'N' }
}

function isPrefixType(type: AttributeType): boolean {
  return type === 'S' || type === 'B'
}

function hasSize(type: AttributeType): boolean {
  return type !== 'N' && type !== 'BOOL' && type !== 'NULL'
}
