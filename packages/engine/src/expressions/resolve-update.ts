import { type AttributeType, type AttributeValue, attributeTypeOf } from '@monotable/protocol'
import { updateFunctions } from './check-functions.ts'
import {
  type CheckedOperand,
  checkDistinct,
  checkOperandCount,
  checkTypes,
  requirePath,
  type Usage,
} from './check-operands.ts'
import type { DocumentPath } from './document-path.ts'
import { invalidExpression } from './expression-parameter.ts'
import { pathOperand, valueOperand } from './operand.ts'
import type { NodeResolver } from './resolver.ts'
import type { ActionNode, CallNode, OperandNode, SumNode } from './syntax-tree.ts'
import type { UpdateValue } from './update-value.ts'

/** One change of an update, with resolved placeholders. */
export type Action =
  | { readonly kind: 'SET'; readonly path: DocumentPath; readonly value: UpdateValue }
  | { readonly kind: 'REMOVE'; readonly path: DocumentPath }
  | { readonly kind: 'ADD' | 'DELETE'; readonly path: DocumentPath; readonly operand: AttributeValue }

/** Resolves what an action does at an already resolved path. */
export function resolveAction(resolver: NodeResolver, node: ActionNode, path: DocumentPath): Action {
  if (node.kind === 'REMOVE') return { kind: node.kind, path }
  if (node.kind === 'SET')
    return { kind: node.kind, path, value: resolveAssigned(resolver, node.value).value }
  const operand = resolver.resolveValue(node.value)
  checkClauseType(node.kind, attributeTypeOf(operand))
  return { kind: node.kind, path, operand }
}

/** A value, and what is known about it before the update. */
interface Assigned {
  readonly value: UpdateValue
  readonly operand: CheckedOperand
}

const computed: CheckedOperand = { kind: 'computed', type: undefined }

function resolveAssigned(resolver: NodeResolver, node: OperandNode | SumNode): Assigned {
  switch (node.kind) {
    case 'path': {
      const path = resolver.resolvePath(node)
      return { value: { kind: 'path', path }, operand: pathOperand(path) }
    }
    case 'value': {
      const value = resolver.resolveValue(node)
      return { value: { kind: 'value', value }, operand: valueOperand(value) }
    }
    case 'call':
      return { value: resolveFunction(resolver, node), operand: computed }
    case 'sum':
      return { value: resolveSum(resolver, node), operand: computed }
  }
}

function resolveFunction(resolver: NodeResolver, { name, operands: nodes }: CallNode): UpdateValue {
  const assigned = nodes.map((node) => resolveAssigned(resolver, node))
  const usage: Usage = { resolver, name, operands: assigned.map(({ operand }) => operand) }
  checkOperandCount(usage, updateFunctions.get(name) ?? 0)
  const [left, right] = assigned as [Assigned, Assigned]
  if (name === 'if_not_exists') {
    checkDistinct(usage)
    return { kind: name, path: requirePath(usage), otherwise: right.value }
  }
  checkTypes(usage, (type) => type === 'L')
  return { kind: 'list_append', left: left.value, right: right.value }
}

function resolveSum(resolver: NodeResolver, { operator, operands: nodes }: SumNode): UpdateValue {
  const assigned = nodes.map((node) => resolveAssigned(resolver, node))
  const usage: Usage = { resolver, name: operator, operands: assigned.map(({ operand }) => operand) }
  checkTypes(usage, (type) => type === 'N')
  const [left, right] = assigned as [Assigned, Assigned]
  return { kind: operator, left: left.value, right: right.value }
}

const longTypeNames: Readonly<Partial<Record<AttributeType, string>>> = {
  S: 'STRING',
  N: 'NUMBER',
  B: 'BINARY',
  BOOL: 'BOOL',
  NULL: 'NULL',
  L: 'LIST',
  M: 'MAP',
}

function checkClauseType(clause: 'ADD' | 'DELETE', type: AttributeType): void {
  const name = longTypeNames[type]
  if (name === undefined || (clause === 'ADD' && type === 'N')) return
  const problem = `Incorrect operand type for operator or function; operator: ${clause}, operand type`
  const classicName = type === 'BOOL' ? 'BOOLEAN' : name
  throw invalidExpression(
    'UpdateExpression',
    // Seen on AWS: DELETE too names the set of types for ADD. The classic text is DynamoDB Local's.
    `${problem}: ${name}, typeSet: ALLOWED_FOR_ADD_OPERAND`,
    `${problem}: ${classicName}, typeSet: ALLOWED_FOR_${clause}_OPERAND`,
  )
}
