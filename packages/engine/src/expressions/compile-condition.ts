import { type AttributeMap, EXPRESSION_MAX_OPERATORS } from '@monotable/protocol'
import { findConditionFault } from './check-functions.ts'
import type { DocumentPath } from './document-path.ts'
import { evaluateCondition, stepsOfTest, type Test } from './evaluate-condition.ts'
import { type ExpressionParameter, invalidExpression, tooManyOperators } from './expression-parameter.ts'
import { Findings } from './findings.ts'
import { parseCondition } from './parse-condition.ts'
import type { Placeholders } from './placeholders.ts'
import { createExpressionCache, readExpression } from './read-expression.ts'
import { resolveCondition } from './resolve-condition.ts'
import { Resolver } from './resolver.ts'
import type { ConditionNode } from './syntax-tree.ts'

/** A compiled condition. */
export interface Condition {
  /** Whether the condition holds; a missing item counts as one without attributes. */
  test(item: AttributeMap): boolean
  /** The names of the attributes it uses, without nested paths. */
  readonly attributeNames: ReadonlySet<string>
  /** The paths it uses, in the order of the text. */
  readonly paths: readonly DocumentPath[]
  /** The maximum number of comparisons: there may be any number of legacy conditions. */
  readonly steps: number
}

/** An expression with its placeholders. */
export interface CompileConditionInput {
  readonly parameter: 'ConditionExpression' | 'FilterExpression'
  readonly source: string
  readonly placeholders: Placeholders
}

/**
 * Compiles the text of a condition. Throws DynamoDB's error if it cannot be accepted; mistakes in the text come
 * before those in its placeholders.
 *
 * @example
 * const values = { ':max': { N: '10' } }
 * const placeholders = new Placeholders({ values })
 * const condition = compileCondition({ parameter: 'FilterExpression', source: 'size(tags) < :max', placeholders })
 * condition.test({ tags: { SS: ['a', 'b'] } }) // true
 */
export function compileCondition({ parameter, source, placeholders }: CompileConditionInput): Condition {
  const text = parsed.get(source, (unread) => parse(unread, parameter))
  if (text.compiled !== undefined) return text.compiled
  const { test, paths } = resolve(text, parameter, placeholders)
  const condition = createCondition(test, paths)
  if (!text.usesPlaceholders) text.compiled = condition
  return condition
}

/** Resolves and checks the text of any parameter that contains a condition, without compiling it. */
export function resolveConditionText(input: {
  readonly parameter: ExpressionParameter
  readonly source: string
  readonly placeholders: Placeholders
}): ResolvedCondition {
  const text = parsed.get(input.source, (source) => parse(source, input.parameter))
  return resolve(text, input.parameter, input.placeholders)
}

interface ResolvedCondition {
  readonly test: Test
  readonly paths: readonly DocumentPath[]
}

function resolve(
  { condition, operators }: ParsedCondition,
  parameter: ExpressionParameter,
  placeholders: Placeholders,
): ResolvedCondition {
  const resolver = new Resolver(parameter, placeholders)
  const test = resolveCondition(resolver, condition)
  if (operators > EXPRESSION_MAX_OPERATORS) throw tooManyOperators(parameter)
  return { test, paths: resolver.paths }
}

/** Creates a condition from a test and the paths that it uses. */
export function createCondition(test: Test, paths: readonly DocumentPath[]): Condition {
  return new CompiledCondition(test, paths)
}

/** With fewer comparisons, hardly anything would be compared twice. */
const MANY_STEPS = 16

class CompiledCondition implements Condition {
  readonly paths: readonly DocumentPath[]
  readonly #test: Test
  #attributeNames: ReadonlySet<string> | undefined
  #steps: number | undefined

  constructor(test: Test, paths: readonly DocumentPath[]) {
    this.#test = test
    this.paths = paths
  }

  get attributeNames(): ReadonlySet<string> {
    this.#attributeNames ??= new Set(this.paths.map(([name]) => name as string))
    return this.#attributeNames
  }

  get steps(): number {
    this.#steps ??= stepsOfTest(this.#test)
    return this.#steps
  }

  test(item: AttributeMap): boolean {
    return evaluateCondition(this.#test, item, this.steps < MANY_STEPS ? undefined : new Findings())
  }
}

interface ParsedCondition {
  readonly condition: ConditionNode
  readonly operators: number
  readonly usesPlaceholders: boolean
  /** The compiled condition, if it is always the same. */
  compiled: Condition | undefined
}

const parsed = createExpressionCache<ParsedCondition>()

function parse(source: string, parameter: ExpressionParameter): ParsedCondition {
  const reader = readExpression(source, parameter)
  const condition = parseCondition(reader)
  const fault = findConditionFault(condition)
  if (fault !== undefined) throw invalidExpression(parameter, fault)
  const { operators, usesPlaceholders } = reader
  return { condition, operators, usesPlaceholders, compiled: undefined }
}
