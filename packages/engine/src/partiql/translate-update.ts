import { type ServiceError, validationError } from '@monotable/protocol'
import { conditionFunctions, updateFunctions } from '../expressions/check-functions.ts'
import { isSamePath } from '../expressions/document-path.ts'
import type { ActionNode, OperandNode, PathNode, SumNode } from '../expressions/syntax-tree.ts'
import { errorAt } from './statement-error.ts'
import type { CallNode, ChangeNode, Expression } from './syntax-tree.ts'
import { type Translation, unsupportedToken } from './translate-condition.ts'
import { translateLiteral } from './translate-literal.ts'
import { translatePath } from './translate-path.ts'
import type { SlotNode } from './value-slots.ts'

/** The actions of an UPDATE, and the paths that they write. */
export interface TranslatedUpdate {
  readonly actions: readonly ActionNode[]
  readonly targets: readonly PathNode[]
}

/** Translates the changes of an UPDATE to the engine's actions. */
export function translateUpdate(translation: Translation, changes: readonly ChangeNode[]): TranslatedUpdate {
  const actions = changes.map((change) => translateChange(translation, change))
  return { actions, targets: actions.map(({ path }) => path) }
}

function translateChange(translation: Translation, change: ChangeNode): ActionNode {
  const path = translatePath(translation.source, change.target) as PathNode
  if (change.kind === 'REMOVE') return { kind: 'REMOVE', path }
  const { value } = change
  if (value.kind === 'call' && setFunctions.has(value.name)) {
    return translateSetFunction(translation, value, path)
  }
  return { kind: 'SET', path, value: translateValue(translation, value) }
}

/** The effect of `SET s = set_add(s, …)` and similar functions on the set. */
const setFunctions: ReadonlyMap<string, 'ADD' | 'DELETE'> = new Map([
  ['set_add', 'ADD'],
  ['set_delete', 'DELETE'],
])

function translateSetFunction(translation: Translation, call: CallNode, path: PathNode): ActionNode {
  const { source } = translation
  const name = call.name.toUpperCase()
  const [first, second] = call.operands
  if (first === undefined || second === undefined || call.operands.length > 2) {
    throw errorAt(source, call.token, `${name} must have exactly two arguments`)
  }
  const read = translatePath(source, first)
  if (read === undefined || !isSamePath(read.steps, path.steps)) {
    throw errorAt(source, call.token, `The first argument to ${name} must equal the assignment value`)
  }
  const notASet = errorAt(source, first.token, `The second argument to ${name} must be a value with type SET`)
  const value = translateMembers(translation, second, notASet)
  return { kind: setFunctions.get(call.name) as 'ADD' | 'DELETE', path, value }
}

/** Returns the set that is added or removed; the type of a parameter is not known yet. */
function translateMembers(
  { source, slots }: Translation,
  expression: Expression,
  notASet: ServiceError,
): SlotNode {
  if (expression.kind === 'parameter') {
    return { ...slots.addParameter(expression.position), notASet: notASet.message }
  }
  if (expression.kind !== 'bag') throw notASet
  return slots.addLiteral(translateLiteral(source, expression))
}

function translateValue(translation: Translation, expression: Expression): OperandNode | SumNode {
  const { source, slots } = translation
  const path = translatePath(source, expression)
  if (path !== undefined) return path
  switch (expression.kind) {
    case 'parameter':
      return slots.addParameter(expression.position)
    case 'call':
      return translateFunction(translation, expression)
    case 'operation':
      return translateSum(translation, expression.operator, expression.operands)
    case 'is':
      throw validationError('IS operator is not supported in update expressions')
    case 'statement':
      throw unsupportedToken(source, expression, expression.statement.kind.toUpperCase())
    case 'foreign':
      throw unsupportedToken(source, expression, expression.name)
    default:
      return slots.addLiteral(translateLiteral(source, expression))
  }
}

function translateFunction(translation: Translation, call: CallNode): OperandNode {
  const { name } = call
  if (!updateFunctions.has(name)) throw unknownFunction(translation.source, call)
  const operands = call.operands.map((operand) => translateValue(translation, operand))
  // Unlike in an UpdateExpression, a sum may be an operand here.
  return { kind: 'call', name, operands: operands as OperandNode[] }
}

function unknownFunction(source: string, { name, token }: CallNode): ServiceError {
  if (!conditionFunctions.has(name)) return errorAt(source, token, `Unrecognized function: ${name}`)
  return validationError(`The function is not allowed in an update expression; function: ${name}`)
}

function translateSum(translation: Translation, operator: string, operands: readonly Expression[]): SumNode {
  if ((operator !== '+' && operator !== '-') || operands.length !== 2) {
    throw validationError(`Unsupported operator in Update Expression. Operator: ${operator}`)
  }
  const translated = operands.map((operand) => translateValue(translation, operand))
  return { kind: 'sum', operator, operands: translated as OperandNode[] }
}
