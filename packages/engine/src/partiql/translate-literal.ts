import {
  type AttributeMap,
  type AttributeValue,
  canonicalizeNumber,
  canonicalizeNumberSet,
  canonicalizeStringSet,
  compareNumbers,
  hasOwn,
  NESTING_MAX_LEVELS,
  ServiceError,
  setOwn,
  validationError,
} from '@monotable/protocol'
import { errorAt } from './statement-error.ts'
import type { CollectionNode, Expression, LiteralNode, OperationNode, StructNode } from './syntax-tree.ts'

const ROOT = 'root'
const BAD_BAG = 'Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags'

/** Returns the value of a literal; messages name its parts starting from `root`. */
export function translateLiteral(source: string, expression: Expression): AttributeValue {
  return translateValue(source, expression, ROOT, 0)
}

function translateValue(
  source: string,
  expression: Expression,
  under: string,
  depth: number,
): AttributeValue {
  if (depth >= NESTING_MAX_LEVELS) {
    throw validationError(`Nesting Levels have exceeded supported limits under ${under}`)
  }
  switch (expression.kind) {
    case 'literal':
      return scalarOf(source, expression, under)
    case 'list':
      return {
        L: expression.elements.map((element, index) =>
          translateValue(source, element, `${under}[${index}]`, depth + 1),
        ),
      }
    case 'struct':
      return {
        M: membersOf(source, expression, under, (value, name) =>
          translateValue(source, value, `${under}.${name}`, depth + 1),
        ),
      }
    case 'bag':
      return setOf(source, expression, under)
    default:
      throw errorAt(
        source,
        expression.token,
        `Unsupported data type: ${typeNameOf(expression)} under key ${under}`,
      )
  }
}

/** Returns the members of a struct; the names must be distinct. */
export function membersOf<Value>(
  source: string,
  { members }: StructNode,
  under: string,
  read: (value: Expression, name: string) => Value,
): { [name: string]: Value } {
  const values: { [name: string]: Value } = {}
  for (const { key, value } of members) {
    if (key.kind !== 'literal' || key.token.kind !== 'string') {
      const problem = `Tuple keys must be of type String. Actual type: ${keyTypeOf(key)} under ${under}`
      throw errorAt(source, key.token, problem)
    }
    if (key.text === '') throw validationError('Path component cannot be an empty string')
    if (hasOwn(values, key.text)) {
      throw errorAt(source, key.token, `Duplicate keys in tuple. Key: ${key.text} under ${under}`)
    }
    setOwn(values as AttributeMap, key.text, read(value, key.text) as AttributeValue)
  }
  return values
}

function scalarOf(source: string, literal: LiteralNode, under: string): AttributeValue {
  switch (literal.token.kind) {
    case 'string':
      return { S: literal.text }
    case 'number':
      return { N: numberOf(source, literal, under) }
    case 'boolean':
      return { BOOL: literal.text === 'true' }
    case 'null':
      return { NULL: true }
    case 'ion':
      throw errorAt(
        source,
        literal.token,
        `Ion Literals are not supported: ${ionTypeOf(literal.text)} under key ${under}`,
      )
    default:
      throw errorAt(source, literal.token, `Unsupported data type: MISSING under key ${under}`)
  }
}

function numberOf(source: string, { text, token }: LiteralNode, under: string): string {
  if (/^-[0.]*\.[0.]*(e.*)?$/i.test(text)) {
    throw errorAt(source, token, `Negative zero decimal is not supported under key ${under}`)
  }
  return worded(() => canonicalizeNumber(text), ` under ${under}`)
}

/** Runs a check of a value; PartiQL words errors as AWS did before 2026. */
function worded<Result>(check: () => Result, place = ''): Result {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw validationError(error.messageIn('classic') + place)
  }
}

function setOf(source: string, { elements }: CollectionNode, under: string): AttributeValue {
  if (elements.length === 0) throw validationError('Empty bags are not supported')
  const literals = elements.map((element) => {
    if (element.kind === 'literal' && (element.token.kind === 'string' || element.token.kind === 'number')) {
      return element
    }
    throw errorAt(source, element.token, BAD_BAG)
  })
  const kind = literals[0]?.token.kind
  if (literals.some(({ token }) => token.kind !== kind)) throw validationError(BAD_BAG)
  const texts = literals.map(({ text }) => text)
  if (kind === 'string') return { SS: worded(() => canonicalizeStringSet(texts)).members }
  const numbers = literals.map((literal) => numberOf(source, literal, under))
  if (hasRepeated(numbers)) throw repeatedNumbers(texts, under)
  return { NS: canonicalizeNumberSet(numbers).members }
}

function hasRepeated(numbers: readonly string[]): boolean {
  const sorted = numbers.toSorted(compareNumbers)
  return sorted.some((number, index) => index > 0 && number === sorted[index - 1])
}

/** Seen on AWS, including the exclamation mark. */
function repeatedNumbers(texts: readonly string[], under: string): ServiceError {
  return validationError(
    `One or more parameter values were invalid: Input collection [${texts.join(', ')}] contains duplicates! under ${under}`,
  )
}

function keyTypeOf(key: Expression): string {
  return key.kind === 'variable' ? 'VariableReference' : typeNameOf(key)
}

/** Returns what messages call an expression in place of a literal. */
function typeNameOf(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return literalTypeOf(expression)
    case 'variable':
      return expression.name
    case 'parameter':
      return 'Parameter'
    case 'call':
      return expression.name
    case 'operation':
      return operationNameOf(expression)
    case 'is':
      return 'is'
    case 'path':
      return 'Path'
    case 'list':
      return 'LIST'
    case 'bag':
      return 'BAG'
    case 'struct':
      return 'STRUCT'
    case 'foreign':
      return expression.name
    case 'statement':
      return expression.statement.kind.toUpperCase()
  }
}

/** Seen on AWS, which refers to binary operators by name; DynamoDB Local shows the sign. */
const operationNames: ReadonlyMap<string, string> = new Map([
  ['+', 'plus'],
  ['-', 'minus'],
  ['||', 'concat'],
  ['*', 'times'],
  ['/', 'divide'],
  ['%', 'modulo'],
])

function operationNameOf({ operator, operands }: OperationNode): string {
  return (operands.length > 1 ? operationNames.get(operator) : undefined) ?? operator
}

function literalTypeOf({ text, token }: LiteralNode): string {
  if (token.kind === 'number') return /^-?[0-9]+$/.test(text) ? 'INT' : 'DECIMAL'
  if (token.kind === 'boolean') return 'BOOL'
  if (token.kind === 'ion') return ionTypeOf(text)
  return token.kind.toUpperCase()
}

/**
 * Returns the type of an Ion literal, as far as its first characters tell. No two adjacent parts of a pattern match
 * the same text; otherwise a long literal would take a number of steps quadratic in its length.
 */
function ionTypeOf(literal: string): string {
  const text = literal.slice(endOfAnnotations(literal))
  const empty = /^null(\.[a-z]+)?\s*$/.exec(text)
  if (empty !== null) return empty[1]?.slice(1).toUpperCase() ?? 'NULL'
  if (/^(true|false)\s*$/.test(text)) return 'BOOL'
  if (/^(nan|[+-]inf)\s*$/.test(text)) return 'FLOAT'
  if (/^[0-9]{4}(T|-)/.test(text)) return 'TIMESTAMP'
  if (/^-?([0-9][0-9_]*|0x[0-9a-f_]+|0b[01_]+)\s*$/i.test(text)) return 'INT'
  if (/^-?[0-9][0-9_]*(\.[0-9_]*)?(d|\s*$)/i.test(text)) return 'DECIMAL'
  if (/^-?[0-9][0-9_.]*e/i.test(text)) return 'FLOAT'
  if (/^("|''')/.test(text)) return 'STRING'
  if (/^\{\{\s*["']/.test(text)) return 'CLOB'
  if (/^\{\{/.test(text)) return 'BLOB'
  if (/^\{/.test(text)) return 'STRUCT'
  if (/^\[/.test(text)) return 'LIST'
  return /^\(/.test(text) ? 'SEXP' : 'SYMBOL'
}

/** Returns where the value after any annotations begins; these say nothing about its type. */
function endOfAnnotations(literal: string): number {
  const annotation = /\s*([\w$]+|'([^'\\]|\\.)+')\s*::/y
  let end = 0
  while (annotation.test(literal)) end = annotation.lastIndex
  return literal.length - literal.slice(end).trimStart().length
}
