import { type ServiceError, validationError } from '@monotable/protocol'
import type { PathNode, PathStep } from '../expressions/syntax-tree.ts'
import { errorAt } from './statement-error.ts'
import type { Expression, StepNode } from './syntax-tree.ts'

const INDEX_MAX = 2 ** 31 - 1

/** Returns the path of a name and the steps after it; `undefined` for anything that is not a path. */
export function translatePath(source: string, expression: Expression): PathNode | undefined {
  if (expression.kind === 'variable') return pathOf([nameOf(expression.name)])
  if (expression.kind !== 'path') return undefined
  const { root, steps } = expression
  if (root.kind !== 'variable') throw errorAt(source, root.token, 'Unexpected path component')
  return pathOf([nameOf(root.name), ...steps.map((step) => translateStep(source, step))])
}

function pathOf(steps: readonly PathStep[]): PathNode {
  // Names are literal here: none of them is a placeholder.
  return { kind: 'path', steps, isLiteral: true, fault: undefined }
}

function translateStep(source: string, step: StepNode): PathStep {
  if (step.kind === 'name') return nameOf(step.name)
  if (step.kind === 'star') throw validationError('Unpivot path component like a.*.b are not supported')
  const { expression } = step
  if (expression.kind === 'variable') return nameOf(expression.name)
  if (expression.kind !== 'literal') throw unexpected(source, expression)
  if (expression.token.kind === 'string') return nameOf(expression.text)
  if (expression.token.kind !== 'number' || !/^-?[0-9]+$/.test(expression.text)) {
    throw unexpected(source, expression)
  }
  const index = Number(expression.text)
  if (index >= 0 && index <= INDEX_MAX) return Math.abs(index)
  const problem = `List index is not within the allowable range; index: [${expression.text}]`
  throw errorAt(source, expression.token, problem)
}

function unexpected(source: string, expression: Expression): ServiceError {
  return errorAt(source, expression.token, 'Unexpected path component')
}

/** Checks the name of a table, an index or an attribute, which must not be empty. */
export function nameOf(name: string): string {
  if (name === '') throw validationError('Path component cannot be an empty string')
  return name
}
