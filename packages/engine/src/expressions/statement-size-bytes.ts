import { ITEM_MAX_BYTES, utf8Length, valueSizeBytes } from '@monotable/protocol'
import type { DocumentPath } from './document-path.ts'
import type { Action } from './resolve-update.ts'
import type { UpdateValue } from './update-value.ts'

/**
 * The size of an update regardless of its contents, and of each of its clauses in addition to its path and
 * operands.
 */
const STATEMENT_BYTES = 3
const WRITE_BYTES = 19
const REMOVE_BYTES = 1

/** The sizes of functions and signs in addition to their operands. */
const operationBytes = { if_not_exists: 39, list_append: 37, '+': 34, '-': 37 } as const

/**
 * Returns the size of an UpdateExpression as AWS counts it, based on what it says rather than what it does. An
 * operand read from the item takes the bytes of its path, whatever the value; a value of the request takes its own,
 * used or not. Measured on AWS to the byte, and documented nowhere. An expression over the size limit of items is
 * not measured any further, because a large value may occur in all of its clauses.
 */
export function statementSizeBytes(actions: readonly Action[]): number {
  let sizeBytes = STATEMENT_BYTES
  for (const action of actions) {
    sizeBytes += actionSizeBytes(action)
    if (sizeBytes > ITEM_MAX_BYTES) break
  }
  return sizeBytes
}

function actionSizeBytes(action: Action): number {
  const target = targetSizeBytes(action.path)
  switch (action.kind) {
    case 'SET':
      return WRITE_BYTES + target + operandSizeBytes(action.value)
    case 'ADD':
      return WRITE_BYTES + target + valueSizeBytes(action.operand)
    default:
      return REMOVE_BYTES + target
  }
}

function operandSizeBytes(operand: UpdateValue): number {
  switch (operand.kind) {
    case 'value':
      return valueSizeBytes(operand.value)
    case 'path':
      return pathSizeBytes(operand.path)
    case 'if_not_exists':
      return operationBytes[operand.kind] + pathSizeBytes(operand.path) + operandSizeBytes(operand.otherwise)
    default:
      return operationBytes[operand.kind] + operandSizeBytes(operand.left) + operandSizeBytes(operand.right)
  }
}

/** Returns the size of a written path: each step after the first takes four bytes in addition to its text. */
function targetSizeBytes(path: DocumentPath): number {
  return path.reduce<number>((sum, step) => sum + 4 + stepSizeBytes(step), -4)
}

/** Returns the size of a path that is read: each step takes fourteen bytes in addition to its text. */
function pathSizeBytes(path: DocumentPath): number {
  return path.reduce<number>((sum, step) => sum + 14 + stepSizeBytes(step), 1)
}

function stepSizeBytes(step: string | number): number {
  return typeof step === 'number' ? String(step).length : utf8Length(step)
}
