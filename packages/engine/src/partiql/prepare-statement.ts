import { type ServiceError, validationError, wellFormedText } from '@monotable/protocol'
import { createExpressionCache } from '../expressions/read-expression.ts'
import { parseStatement } from './parse-statement.ts'
import type { OrderKey, Returning, SelectStatement, Statement } from './statement.ts'
import { errorAt } from './statement-error.ts'
import type {
  Expression,
  ParsedChange,
  ParsedInsert,
  ParsedSelect,
  ParsedStatement,
  ReturningNode,
} from './syntax-tree.ts'
import { translateColumns } from './translate-columns.ts'
import { type Translation, translateWhere } from './translate-condition.ts'
import { membersOf, translateLiteral } from './translate-literal.ts'
import { translateSource, translateTarget } from './translate-source.ts'
import { translateUpdate } from './translate-update.ts'
import { type SlotNode, ValueSlots } from './value-slots.ts'

const prepared = createExpressionCache<Statement>()

/**
 * Compiles the text of a statement; throws DynamoDB's error for a text that is invalid whatever its tables and
 * parameters.
 *
 * @example
 * prepareStatement(`SELECT name FROM "Music" WHERE Artist = ?`)
 * // { kind: 'select', tableName: 'Music', columns: [{ name: 'name', path: ['name'] }], … }
 */
export function prepareStatement(text: string): Statement {
  return prepared.get(text, prepare)
}

/** A translated statement without its values. */
type Unbound<Kind> = Kind extends Statement ? Omit<Kind, 'slots' | 'parameters'> : never

function prepare(text: string): Statement {
  // Half a surrogate pair could be in a name or a value, neither of which can contain it.
  const source = wellFormedText(text)
  const { expression, parameters } = parseStatement(source)
  const slots = new ValueSlots()
  const statement = translate({ source, slots }, expression)
  return { ...statement, slots: slots.slots, parameters }
}

function translate(translation: Translation, expression: Expression): Unbound<Statement> {
  if (expression.kind === 'statement') return translateStatement(translation, expression.statement)
  if (expression.kind === 'call' && expression.name === 'exists')
    return translateExists(translation, expression)
  // DynamoDB takes any operation for an attempt at EXISTS.
  if (expression.kind === 'operation' || expression.kind === 'call') throw misplacedExists()
  throw validationError(`Unsupported operation: ${operationName(expression)}`)
}

/** Returns the error for an EXISTS in a place where nothing can be checked. */
export function misplacedExists(): ServiceError {
  return validationError('EXISTS can only be used in ExecuteTransaction write requests.')
}

function operationName({ kind }: Expression): string {
  switch (kind) {
    case 'is':
      return 'IsType'
    case 'variable':
      return 'VariableReference'
    case 'path':
      return 'Path'
    case 'literal':
      return 'Literal'
    case 'parameter':
      return 'Parameter'
    case 'struct':
      return 'Struct'
    default:
      return 'Seq'
  }
}

function translateExists(
  translation: Translation,
  call: Expression & { kind: 'call' },
): Unbound<SelectStatement> {
  const [operand] = call.operands
  if (call.operands.length !== 1 || operand?.kind !== 'statement' || operand.statement.kind !== 'select') {
    throw misplacedExists()
  }
  const select = translateSelect(translation, operand.statement)
  if (select.columnsFault !== undefined) throw validationError(select.columnsFault)
  return { ...select, kind: 'exists' }
}

function translateStatement(translation: Translation, parsed: ParsedStatement): Unbound<Statement> {
  switch (parsed.kind) {
    case 'select':
      return translateSelect(translation, parsed)
    case 'insert':
      return translateInsert(translation, parsed)
    case 'other':
      throw validationError(`Unsupported operation: ${parsed.name}`)
    default:
      return translateChange(translation, parsed)
  }
}

function translateSelect(translation: Translation, parsed: ParsedSelect): Unbound<SelectStatement> {
  checkSelect(translation.source, parsed)
  const [source] = parsed.sources
  if (source === undefined || parsed.sources.length > 1) {
    throw validationError('Only select from a single table or index is supported.')
  }
  return {
    kind: 'select',
    ...translateSource(source),
    ...translateColumns(translation.source, parsed),
    where: parsed.where && translateWhere(translation, parsed.where),
    order: translateOrder(parsed),
  }
}

function checkSelect(source: string, { quantifier, unsupported }: ParsedSelect): void {
  if (quantifier === 'value') {
    throw validationError("Select projection doesn't support value or pivot keywords")
  }
  if (quantifier === 'distinct') throw validationError('Unsupported token in expression: DISTINCT')
  if (unsupported === undefined) return
  const problem = `Unsupported clause: ${unsupported.name}`
  throw unsupported.at === undefined ? validationError(problem) : errorAt(source, unsupported.at, problem)
}

function translateOrder({ order, where }: ParsedSelect): OrderKey[] {
  if (order.length > 0 && where === undefined) {
    throw validationError('Must have WHERE clause in the statement when using ORDER BY clause.')
  }
  return order.map(({ expression, descending }) => {
    if (expression.kind === 'variable') return { name: expression.name, descending }
    const type = expression.kind === 'literal' ? expression.text : expression.kind.toUpperCase()
    throw validationError(`Argument to ORDER BY must be of type VariableReference. Type: ${type}`)
  })
}

function translateInsert(translation: Translation, parsed: ParsedInsert): Unbound<Statement> {
  const { tableName } = translateTarget(parsed.target)
  if (!parsed.isValue) {
    throw validationError(
      'Unsupported operation: Inserting multiple items in a single statement is not supported, use ' +
        '"INSERT INTO tableName VALUE item" instead',
    )
  }
  if (parsed.unsupported?.name === 'AT') throw validationError('AT is not supported in insert statements.')
  if (parsed.unsupported !== undefined)
    throw validationError(`Unsupported clause: ${parsed.unsupported.name}`)
  if (parsed.returning !== undefined) throw validationError('RETURNING is not supported in INSERT')
  const { source } = translation
  if (parsed.value.kind !== 'struct') {
    throw errorAt(
      source,
      parsed.value.token,
      'Unsupported format in item expression. Please use struct format {...} to express item values for insert ' +
        'statement.',
    )
  }
  const values = membersOf(source, parsed.value, 'root', (value) => insertedValue(translation, value))
  return { kind: 'insert', tableName, attributes: Object.entries(values) }
}

function insertedValue({ source, slots }: Translation, value: Expression): SlotNode {
  if (value.kind === 'parameter') return slots.addParameter(value.position)
  return slots.addLiteral(translateLiteral(source, value))
}

function translateChange(translation: Translation, parsed: ParsedChange): Unbound<Statement> {
  const { tableName, indexName } = translateSource(parsed.source)
  if (indexName !== undefined) throw validationError('This operation is not supported on an index')
  const returning = translateReturning(parsed.returning)
  // Parameters count from left to right, whatever is translated first.
  const update = translateUpdate(translation, parsed.changes)
  const where = parsed.where && translateWhere(translation, parsed.where)
  if (parsed.kind === 'update') return { kind: 'update', tableName, ...update, where, returning }
  if (returning !== undefined && returning !== 'ALL OLD') {
    throw validationError(
      `Invalid returning clause: RETURNING ${returning} *. Only RETURNING ALL OLD * is allowed in DELETE statements.`,
    )
  }
  return { kind: 'delete', tableName, where, returning }
}

function translateReturning(returning: readonly ReturningNode[] | undefined): Returning | undefined {
  if (returning === undefined) return undefined
  const [first] = returning
  if (first === undefined || returning.length > 1) {
    throw validationError('Invalid syntax with multiple returning elements in RETURNING clause')
  }
  if (first.expression !== '*') {
    throw validationError("Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause")
  }
  return first.mapping.toUpperCase() as Returning
}
