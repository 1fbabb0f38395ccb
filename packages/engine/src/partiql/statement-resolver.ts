import {
  type AttributeValue,
  NESTING_MAX_LEVELS,
  type ServiceError,
  validationError,
} from '@monotable/protocol'
import type { DocumentPath } from '../expressions/document-path.ts'
import type { NodeResolver } from '../expressions/resolver.ts'
import type { PathNode } from '../expressions/syntax-tree.ts'
import type { Statement } from './statement.ts'
import { fillSlots, type SlotNode } from './value-slots.ts'

/** Resolves the nodes of a statement with the parameters of a request. */
export class StatementResolver implements NodeResolver {
  readonly paths: DocumentPath[] = []
  readonly #values: readonly AttributeValue[]

  constructor({ slots, parameters: wanted }: Statement, parameters: readonly AttributeValue[]) {
    if (parameters.length < wanted) {
      throw validationError("Number of parameters in request and statement don't match.")
    }
    this.#values = fillSlots(slots, parameters)
  }

  error(problem: string, classic: string = problem): ServiceError {
    return validationError(classic)
  }

  resolvePath({ steps }: PathNode): DocumentPath {
    if (steps.length > NESTING_MAX_LEVELS) {
      throw this.error(`The document path has too many nesting levels; nesting levels: ${steps.length}`)
    }
    this.paths.push(steps)
    return steps
  }

  resolveValue(node: { readonly placeholder: string }): AttributeValue {
    return this.#values[(node as SlotNode).slot] as AttributeValue
  }
}
