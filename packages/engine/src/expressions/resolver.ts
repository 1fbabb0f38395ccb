import { type AttributeValue, NESTING_MAX_LEVELS, type ServiceError } from '@monotable/protocol'
import type { DocumentPath } from './document-path.ts'
import { type ExpressionParameter, invalidExpression } from './expression-parameter.ts'
import type { Placeholders } from './placeholders.ts'
import type { PathNode, PathStep, ValueNode } from './syntax-tree.ts'

/** Resolves the names and values of nodes, and words errors about them. */
export interface NodeResolver {
  /** The paths resolved so far. */
  readonly paths: DocumentPath[]
  /** `classic` is the text of older layers, if different. */
  error(problem: string, classic?: string): ServiceError
  resolvePath(node: PathNode): DocumentPath
  resolveValue(node: ValueNode): AttributeValue
}

/** Resolves the placeholders of one expression, and collects the paths that it uses. */
export class Resolver implements NodeResolver {
  readonly paths: DocumentPath[] = []
  readonly #parameter: ExpressionParameter
  readonly #placeholders: Placeholders

  constructor(parameter: ExpressionParameter, placeholders: Placeholders) {
    this.#parameter = parameter
    this.#placeholders = placeholders
  }

  error(problem: string, classic?: string): ServiceError {
    return invalidExpression(this.#parameter, problem, classic)
  }

  resolvePath({ steps, isLiteral }: PathNode): DocumentPath {
    if (steps.length > NESTING_MAX_LEVELS) {
      throw this.error(`The document path has too many nesting levels; nesting levels: ${steps.length}`)
    }
    const path = isLiteral ? steps : steps.map((step) => this.#resolveStep(step))
    this.paths.push(path)
    return path
  }

  resolveValue({ placeholder }: ValueNode): AttributeValue {
    const value = this.#placeholders.findValue(placeholder)
    if (value === undefined) {
      throw this.error(
        `An expression attribute value used in expression is not defined; attribute value: ${placeholder}`,
      )
    }
    return value
  }

  #resolveStep(step: PathStep): PathStep {
    if (typeof step === 'number' || !step.startsWith('#')) return step
    const name = this.#placeholders.findName(step)
    if (name === undefined) {
      throw this.error(
        `An expression attribute name used in the document path is not defined; attribute name: ${step}`,
      )
    }
    return name
  }
}
