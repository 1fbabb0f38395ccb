import {
  type AttributeMap,
  type AttributeType,
  type AttributeValue,
  attributeTypeOf,
  setOwn,
  validationError,
} from '@monotable/protocol'
import { type Update, updateFromNodes } from '../expressions/compile-update.ts'
import type { DocumentPath } from '../expressions/document-path.ts'
import type { Test } from '../expressions/evaluate-condition.ts'
import { resolveCondition } from '../expressions/resolve-condition.ts'
import type { ConditionNode } from '../expressions/syntax-tree.ts'
import type {
  DeleteStatement,
  InsertStatement,
  SelectStatement,
  Statement,
  UpdateStatement,
} from './statement.ts'
import { StatementResolver } from './statement-resolver.ts'
import type { SlotNode } from './value-slots.ts'

/** A WHERE clause with its values, and the paths that it uses. */
export interface BoundWhere {
  readonly test: Test | undefined
  readonly paths: readonly DocumentPath[]
}

/** A statement with the values of a request. */
export type BoundStatement =
  | { readonly kind: 'select'; readonly statement: SelectStatement; readonly where: BoundWhere }
  | { readonly kind: 'exists'; readonly statement: SelectStatement; readonly where: BoundWhere }
  | { readonly kind: 'insert'; readonly statement: InsertStatement; readonly item: AttributeMap }
  | {
      readonly kind: 'update'
      readonly statement: UpdateStatement
      readonly where: BoundWhere
      readonly update: Update
    }
  | { readonly kind: 'delete'; readonly statement: DeleteStatement; readonly where: BoundWhere }

/** Inserts the parameters of a request into a statement, and checks everything that does not depend on a table. */
export function bindStatement(statement: Statement, parameters: readonly AttributeValue[]): BoundStatement {
  switch (statement.kind) {
    case 'select':
    case 'exists':
      return { kind: statement.kind, statement, where: bindWhere(statement, parameters) }
    case 'insert':
      return { kind: 'insert', statement, item: bindItem(statement, parameters) }
    case 'update': {
      // Mistakes in the condition are reported before those in the update.
      const where = bindWhere(statement, parameters)
      return { kind: 'update', statement, where, update: bindUpdate(statement, parameters) }
    }
    case 'delete':
      return { kind: 'delete', statement, where: bindWhere(statement, parameters) }
  }
}

function bindWhere(
  statement: Statement & { readonly where: ConditionNode | undefined },
  parameters: readonly AttributeValue[],
): BoundWhere {
  const resolver = new StatementResolver(statement, parameters)
  const test = statement.where && resolveCondition(resolver, statement.where)
  return { test, paths: resolver.paths }
}

function bindItem(statement: InsertStatement, parameters: readonly AttributeValue[]): AttributeMap {
  const resolver = new StatementResolver(statement, parameters)
  const item: AttributeMap = {}
  for (const [name, value] of statement.attributes) setOwn(item, name, resolver.resolveValue(value))
  return item
}

const setTypes: ReadonlySet<AttributeType> = new Set(['SS', 'NS', 'BS'])

function bindUpdate(statement: UpdateStatement, parameters: readonly AttributeValue[]): Update {
  const resolver = new StatementResolver(statement, parameters)
  for (const action of statement.actions) {
    if (action.kind !== 'ADD' && action.kind !== 'DELETE') continue
    const { notASet } = action.value as SlotNode
    if (notASet === undefined || setTypes.has(attributeTypeOf(resolver.resolveValue(action.value)))) continue
    throw validationError(notASet)
  }
  return updateFromNodes(resolver, statement.actions, statement.targets)
}
