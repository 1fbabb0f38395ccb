import {
  type AttributeType,
  EXPRESSION_MAX_OPERATORS,
  type ServiceError,
  validationError,
} from '@monotable/protocol'
import { conditionFunctions, updateFunctions } from '../expressions/check-functions.ts'
import type { Comparator, ComparedNode, ConditionNode, OperandNode } from '../expressions/syntax-tree.ts'
import { errorAt } from './statement-error.ts'
import type { CallNode, Expression, IsNode, OperationNode } from './syntax-tree.ts'
import { translateLiteral } from './translate-literal.ts'
import { translatePath } from './translate-path.ts'
import type { ValueSlots } from './value-slots.ts'

/** What the translation of parts of a statement needs. */
export interface Translation {
  readonly source: string
  readonly slots: ValueSlots
}

/** Translates a WHERE clause to a condition on items. */
export function translateWhere(translation: Translation, where: Expression): ConditionNode {
  const translator = new ConditionTranslator(translation)
  const condition = translator.condition(where)
  if (condition === undefined) {
    throw validationError('WHERE clause must contain an expression that resolves to a boolean')
  }
  if (translator.operators > EXPRESSION_MAX_OPERATORS) {
    const count = EXPRESSION_MAX_OPERATORS + 1
    throw validationError(`The expression contains too many operators; operator count: ${count}`)
  }
  return condition
}

const comparators: ReadonlySet<string> = new Set<Comparator>(['=', '<>', '<', '<=', '>', '>='])

/** The types that IS can test for, by their names in the statement, but for NULL, which is one value. */
const askedTypes: ReadonlyMap<string, AttributeType> = new Map([
  ['BOOLEAN', 'BOOL'],
  ['BLOB', 'B'],
  ['STRING', 'S'],
  ['NUMERIC', 'N'],
  ['STRUCT', 'M'],
  ['TUPLE', 'M'],
  ['LIST', 'L'],
])

/** Translates expressions to the engine's conditions, from the inside out. */
class ConditionTranslator {
  operators = 0
  readonly #source: string
  readonly #slots: ValueSlots

  constructor({ source, slots }: Translation) {
    this.#source = source
    this.#slots = slots
  }

  /** Returns the condition, or `undefined` for anything that is neither true nor false. */
  condition(expression: Expression): ConditionNode | undefined {
    switch (expression.kind) {
      case 'operation':
        return this.#operation(expression)
      case 'is':
        return this.#is(expression)
      case 'call':
        return this.#call(expression)
      case 'statement':
        throw unsupportedToken(this.#source, expression, expression.statement.kind.toUpperCase())
      case 'foreign':
        throw unsupportedToken(this.#source, expression, expression.name)
      default:
        return undefined
    }
  }

  #operation({ operator, operands }: OperationNode): ConditionNode {
    this.operators += Math.max(1, operands.length - 1)
    switch (operator) {
      case 'and':
      case 'or':
        return this.#logic(operator === 'and' ? 'AND' : 'OR', operands)
      case 'not':
        return { kind: 'NOT', condition: this.#negated(operands[0] as Expression) }
      case 'between':
        return this.#between(operands)
      case 'not between':
        return { kind: 'NOT', condition: this.#between(operands) }
      case 'in':
        return this.#in(operands)
      case 'not in':
        return { kind: 'NOT', condition: this.#in(operands) }
    }
    if (!comparators.has(operator)) throw unsupportedOperator(operator)
    return {
      kind: 'compare',
      comparator: operator as Comparator,
      operands: operands.map((operand) => this.#operand(operand)),
    }
  }

  #logic(kind: 'AND' | 'OR', operands: readonly Expression[]): ConditionNode {
    const conditions = operands.map((operand) => {
      const condition = this.condition(operand)
      if (condition !== undefined) return condition
      throw isSize(operand)
        ? wrongType(kind, 'N')
        : validationError('The arguments to AND/OR must be Expressions')
    })
    return { kind, conditions }
  }

  #negated(operand: Expression): ConditionNode {
    const condition = this.condition(operand)
    if (condition !== undefined) return condition
    throw isSize(operand)
      ? wrongType('NOT', 'N')
      : validationError('The argument to NOT must be a Type or Expression')
  }

  #between(operands: readonly Expression[]): ConditionNode {
    return { kind: 'BETWEEN', operands: operands.map((operand) => this.#operand(operand)) }
  }

  #in([operand, candidates]: readonly Expression[]): ConditionNode {
    if ((candidates?.kind !== 'list' && candidates?.kind !== 'bag') || candidates.elements.length === 0) {
      throw validationError(
        'IN operator must have a left hand argument of type Variable Reference and right hand argument of type ' +
          'Seq with at least one member',
      )
    }
    const operands = [operand as Expression, ...candidates.elements]
    return { kind: 'IN', operands: operands.map((each) => this.#operand(each)) }
  }

  #is({ operand, type, negated, token }: IsNode): ConditionNode {
    this.operators++
    const isMissing = operand.kind === 'literal' && operand.token.kind === 'missing'
    if (isMissing || !['variable', 'path', 'literal'].includes(operand.kind)) {
      throw validationError(
        'The left hand side argument to IS must be a Variable Reference, Literal, or Path',
      )
    }
    const asked = this.#operand(operand) as OperandNode
    const answer = (condition: ConditionNode): ConditionNode =>
      negated ? { kind: 'NOT', condition } : condition
    if (type === 'MISSING') return answer({ kind: 'call', name: 'attribute_not_exists', operands: [asked] })
    if (type === 'NULL') {
      const operands = [asked, this.#slots.addLiteral({ NULL: true })]
      return answer({ kind: 'compare', comparator: '=', operands })
    }
    const askedType = askedTypes.get(type)
    if (askedType === undefined) {
      throw errorAt(
        this.#source,
        token,
        `Unsupported data type for IS operator: ${type}. Supported data types are [MISSING, NULL, BOOLEAN, BLOB, ` +
          'STRING, NUMERIC, STRUCT, TUPLE, LIST]',
      )
    }
    const operands = [asked, this.#slots.addLiteral({ S: askedType })]
    return answer({ kind: 'call', name: 'attribute_type', operands })
  }

  #call(call: CallNode): ConditionNode | undefined {
    const { name } = call
    if (name === 'size') return undefined
    this.#checkFunction(call)
    this.operators++
    const operands = call.operands.map((operand) => {
      const node = this.#operand(operand)
      if (node.kind === 'condition') throw wrongType(name, 'BOOL')
      return node
    })
    return { kind: 'call', name, operands }
  }

  #checkFunction({ name, token }: CallNode): void {
    if (conditionFunctions.has(name)) return
    if (updateFunctions.has(name)) {
      throw validationError(`The function is not allowed in a condition expression; function: ${name}`)
    }
    throw errorAt(this.#source, token, `Unrecognized function: ${name}`)
  }

  #operand(expression: Expression): ComparedNode {
    const path = translatePath(this.#source, expression)
    if (path !== undefined) return path
    switch (expression.kind) {
      case 'parameter':
        return this.#slots.addParameter(expression.position)
      case 'literal':
        if (expression.token.kind === 'missing') {
          throw validationError('MISSING must be compared using IS operator')
        }
        return this.#slots.addLiteral(translateLiteral(this.#source, expression))
      case 'list':
      case 'bag':
      case 'struct':
        return this.#slots.addLiteral(translateLiteral(this.#source, expression))
      default:
        return this.#computed(expression)
    }
  }

  /** Translates a size, or whether a condition holds. */
  #computed(expression: Expression): ComparedNode {
    if (isSize(expression)) {
      this.operators++
      const operands = expression.operands.map((operand) => {
        const node = this.#operand(operand)
        if (node.kind === 'condition') throw wrongType('size', 'BOOL')
        return node
      })
      return { kind: 'call', name: 'size', operands }
    }
    const condition = this.condition(expression)
    if (condition === undefined) throw new TypeError(`an operand that is a ${expression.kind}`)
    return { kind: 'condition', condition }
  }
}

function isSize(expression: Expression): expression is CallNode {
  return expression.kind === 'call' && expression.name === 'size'
}

function unsupportedOperator(operator: string): ServiceError {
  return validationError(`Unsupported operator in Condition Expression. Operator: ${operator}`)
}

/** Returns the error for something in a condition or an update that DynamoDB lacks. */
export function unsupportedToken(source: string, { token }: Expression, name: string): ServiceError {
  return errorAt(source, token, `Unsupported token in expression: ${name}`)
}

function wrongType(name: string, type: string): ServiceError {
  return validationError(
    `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`,
  )
}
