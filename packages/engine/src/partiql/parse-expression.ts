import { functionKeywords, typeNames } from './keywords.ts'
import type { Token, TokenKind } from './lexer.ts'
import type { StatementReader } from './statement-reader.ts'
import type { CallNode, Expression, LiteralNode, StepNode } from './syntax-tree.ts'

/** How tightly operators bind; anything not listed is not a binary operator. */
const precedences: ReadonlyMap<string, number> = new Map([
  ['or', 10],
  ['and', 20],
  ['=', 40],
  ['<>', 40],
  ['is', 40],
  ['is not', 40],
  ['in', 40],
  ['not in', 40],
  ['<', 50],
  ['<=', 50],
  ['>', 50],
  ['>=', 50],
  ['between', 50],
  ['not between', 50],
  ['like', 50],
  ['not like', 50],
  ['+', 60],
  ['-', 60],
  ['||', 60],
  ['*', 70],
  ['/', 70],
  ['%', 70],
])
const NOT_PRECEDENCE = 30

/**
 * Parses by precedence, loosest first, all left-associative:
 *
 *     OR · AND · NOT · = <> IS IN · < <= > >= BETWEEN LIKE · + - || · * / %
 */
export function parseExpression(reader: StatementReader, above = -1): Expression {
  let left = parseUnary(reader)
  for (;;) {
    const { next } = reader
    const precedence = next.kind === 'operator' ? precedences.get(next.text) : undefined
    if (precedence === undefined || precedence <= above) return left
    left = parseInfix(reader, left, reader.take(), precedence)
  }
}

function parseInfix(reader: StatementReader, left: Expression, token: Token, precedence: number): Expression {
  switch (token.text) {
    case 'is':
    case 'is not':
      return {
        kind: 'is',
        negated: token.text === 'is not',
        operand: left,
        type: parseType(reader),
        token,
        depth: reader.depthOver([left]),
      }
    case 'between':
    case 'not between':
      return parseBetween(reader, left, token, precedence)
    case 'in':
    case 'not in':
      return operation(reader, token, [left, parseCandidates(reader, precedence)])
    default:
      return operation(reader, token, [left, parseRight(reader, precedence)])
  }
}

function parseRight(reader: StatementReader, precedence: number): Expression {
  if (reader.kind === 'end') throw reader.error('Missing right-hand side expression of infix operator')
  return reader.nested(() => parseExpression(reader, precedence))
}

/** After IN, parentheses always make a list, except those around a SELECT. */
function parseCandidates(reader: StatementReader, precedence: number): Expression {
  const { kind, text } = reader.second
  const isSelect = kind === 'keyword' && text === 'select'
  if (reader.kind !== '(' || isSelect) return parseRight(reader, precedence)
  const token = reader.take()
  const elements = parseList(reader, ')', 'RIGHT_PAREN')
  return { kind: 'list', elements, token, depth: reader.depthOver(elements) }
}

function parseBetween(
  reader: StatementReader,
  operand: Expression,
  token: Token,
  precedence: number,
): Expression {
  const lower = parseRight(reader, precedence)
  if (!reader.isOperator('and')) throw reader.error('Expected keyword AND')
  reader.take()
  if (reader.kind === 'end') throw reader.error('Expected expression after AND')
  return operation(reader, token, [operand, lower, parseRight(reader, precedence)])
}

/** Creates an operation; a chain of ANDs or ORs is one operation with many operands. */
function operation(reader: StatementReader, token: Token, operands: readonly Expression[]): Expression {
  const [first, ...rest] = operands as [Expression, ...Expression[]]
  const operator = token.text
  if ((operator === 'and' || operator === 'or') && isChain(first, operator)) {
    const depth = Math.max(first.depth, reader.depthOver(rest))
    // The chain was created here, and is not shared yet.
    ;(first.operands as Expression[]).push(...rest)
    return depth === first.depth ? first : { ...first, depth }
  }
  return { kind: 'operation', operator, operands: [...operands], token, depth: reader.depthOver(operands) }
}

function isChain(expression: Expression, operator: string): expression is Expression & { kind: 'operation' } {
  return expression.kind === 'operation' && expression.operator === operator && expression.grouped !== true
}

/** The kinds of words that can name a type. */
const typeKinds: readonly TokenKind[] = ['keyword', 'null', 'missing']

/** Parses a type after IS, with the numbers in parentheses that some types have and that are ignored. */
function parseType(reader: StatementReader): string {
  const type = typeNames.get(reader.next.text)
  if (type === undefined || !typeKinds.includes(reader.kind)) throw reader.error('Expected type name')
  reader.take()
  if (reader.accept('(')) parseList(reader, ')', 'RIGHT_PAREN')
  return type
}

/**
 *     Unary : ( "+" | "-" | NOT ) Unary | PathTerm
 */
function parseUnary(reader: StatementReader): Expression {
  const { next } = reader
  if (next.kind !== 'operator' || !(next.text === '+' || next.text === '-' || next.text === 'not')) {
    return parsePathTerm(reader)
  }
  const token = reader.take()
  if (token.text === 'not') {
    const operand = reader.nested(() => parseExpression(reader, NOT_PRECEDENCE))
    return operation(reader, token, [operand])
  }
  const operand = reader.nested(() => parseUnary(reader))
  return signed(token.text, operand) ?? operation(reader, token, [operand])
}

/** Returns a number with its sign. */
function signed(sign: string, operand: Expression): LiteralNode | undefined {
  if (operand.kind !== 'literal' || operand.token.kind !== 'number') return undefined
  if (sign === '+') return operand
  const text = operand.text.startsWith('-') ? operand.text.slice(1) : `-${operand.text}`
  return { ...operand, text }
}

/**
 *     PathTerm : Term ( "." ( NAME | "*" ) | "[" ( "*" | Expression ) "]" )*
 */
function parsePathTerm(reader: StatementReader): Expression {
  return parseSteps(reader, parseTerm(reader))
}

/**
 * Parses a path that is written to; it begins with a name.
 *
 *     SimplePath : NAME ( "." NAME | "[" Expression "]" )*
 */
export function parseSimplePath(reader: StatementReader): Expression {
  if (reader.kind !== 'name' && reader.kind !== 'quoted') {
    throw reader.error('Expected identifier for simple path')
  }
  return parseSteps(reader, variable(reader.take()))
}

function parseSteps(reader: StatementReader, root: Expression): Expression {
  const steps: StepNode[] = []
  for (;;) {
    if (reader.accept('.')) steps.push(parseDotted(reader))
    else if (reader.accept('[')) steps.push(parseBracketed(reader))
    else break
  }
  if (steps.length === 0) return root
  const inside = steps.flatMap((step) => (step.kind === 'bracket' ? [step.expression] : []))
  return { kind: 'path', root, steps, token: root.token, depth: reader.depthOver([root, ...inside]) }
}

function parseDotted(reader: StatementReader): StepNode {
  if (reader.isOperator('*')) {
    reader.take()
    return { kind: 'star' }
  }
  if (reader.kind !== 'name' && reader.kind !== 'quoted') throw reader.error('Invalid path dot component')
  return { kind: 'name', name: reader.take().text }
}

function parseBracketed(reader: StatementReader): StepNode {
  if (reader.isOperator('*')) throw reader.error('Invalid use of * in select list')
  const expression = reader.nested(() => parseExpression(reader))
  reader.expect(']', 'RIGHT_BRACKET')
  return { kind: 'bracket', expression }
}

const literalKinds: readonly TokenKind[] = ['string', 'number', 'boolean', 'null', 'missing', 'ion']

function parseTerm(reader: StatementReader): Expression {
  const { next, kind } = reader
  if (literalKinds.includes(kind)) {
    const token = reader.take()
    return { kind: 'literal', text: token.text, token, depth: 1 }
  }
  switch (kind) {
    case 'name':
    case 'quoted':
      return reader.second.kind === '(' ? parseCall(reader) : variable(reader.take())
    case '?':
      return { kind: 'parameter', position: reader.parameters++, token: reader.take(), depth: 1 }
    case '(':
      return parseGroup(reader)
    case '[':
      return parseCollection(reader, 'list', ']', 'RIGHT_BRACKET')
    case '<<':
      return parseCollection(reader, 'bag', '>>', 'RIGHT_DOUBLE_ANGLE_BRACKET')
    case '{':
      return parseStruct(reader)
    case 'keyword':
      return parseKeyword(reader)
    case 'operator':
      throw reader.error(next.text === '*' ? 'Unexpected term' : 'Unexpected operator')
    default:
      throw reader.error('Unexpected term')
  }
}

const statementKeywords = new Set([
  'select',
  'insert into',
  'update',
  'delete',
  'from',
  'set',
  'remove',
  'create',
  'drop',
])
const foreignKeywords = new Set(['case', 'cast', 'values', 'pivot'])

function parseKeyword(reader: StatementReader): Expression {
  const token = reader.next
  if (functionKeywords.has(token.text) && reader.second.kind === '(') return parseCall(reader)
  if (statementKeywords.has(token.text)) {
    const statement = reader.nested(() => reader.parseStatement(reader))
    return { kind: 'statement', statement, token, depth: 1 }
  }
  if (foreignKeywords.has(token.text)) return parseForeign(reader)
  throw reader.error('Unexpected keyword')
}

/** Skips an expression that only PartiQL has: its kind is all that messages mention. */
function parseForeign(reader: StatementReader): Expression {
  const token = reader.take()
  if (token.text === 'cast' && reader.kind === '(') passParentheses(reader)
  else while (reader.kind !== 'end' && reader.kind !== ';') reader.take()
  return { kind: 'foreign', name: token.text === 'case' ? 'CASE' : token.text, token, depth: 1 }
}

/** Skips to after the parenthesis that closes the next one, or to the end. */
function passParentheses(reader: StatementReader): void {
  let open = 0
  do {
    if (reader.kind === '(') open++
    if (reader.kind === ')') open--
    reader.take()
  } while (open > 0 && reader.kind !== 'end')
}

/** A statement inside EXISTS is an operand like any other. */
function parseCall(reader: StatementReader): CallNode {
  const token = reader.take()
  reader.take()
  const name = token.text.toLowerCase()
  const operands = isCountOfAll(reader, name) ? [] : parseList(reader, ')', 'RIGHT_PAREN')
  return { kind: 'call', name, operands, token, depth: reader.depthOver(operands) }
}

function isCountOfAll(reader: StatementReader, name: string): boolean {
  if (!reader.isOperator('*')) return false
  if (name !== 'count') throw reader.error(`${name}(*) is not allowed`)
  reader.take()
  reader.expect(')', 'RIGHT_PAREN')
  return true
}

/** One expression in parentheses is itself, several are a list. */
function parseGroup(reader: StatementReader): Expression {
  const token = reader.take()
  const elements = parseList(reader, ')', 'RIGHT_PAREN')
  const [first, ...rest] = elements
  if (first === undefined) throw reader.error('Expression group cannot be empty')
  if (rest.length > 0) return { kind: 'list', elements, token, depth: reader.depthOver(elements) }
  return first.kind === 'operation' ? { ...first, grouped: true } : first
}

function parseCollection(
  reader: StatementReader,
  kind: 'list' | 'bag',
  end: TokenKind,
  endName: string,
): Expression {
  const token = reader.take()
  const elements = parseList(reader, end, endName)
  return { kind, elements, token, depth: reader.depthOver(elements) }
}

function parseStruct(reader: StatementReader): Expression {
  const token = reader.take()
  const members: { key: Expression; value: Expression }[] = []
  if (!reader.accept('}')) {
    do {
      const key = reader.nested(() => parseExpression(reader))
      reader.expect(':', 'COLON')
      members.push({ key, value: reader.nested(() => parseExpression(reader)) })
    } while (reader.accept(','))
    reader.expect('}', 'RIGHT_CURLY')
  }
  const parts = members.flatMap(({ key, value }) => [key, value])
  return { kind: 'struct', members, token, depth: reader.depthOver(parts) }
}

/** Parses expressions separated by commas, up to the sign that ends them. */
function parseList(reader: StatementReader, end: TokenKind, endName: string): Expression[] {
  const elements: Expression[] = []
  if (reader.accept(end)) return elements
  do elements.push(reader.nested(() => parseExpression(reader)))
  while (reader.accept(','))
  reader.expect(end, endName)
  return elements
}

function variable(token: Token): Expression {
  return { kind: 'variable', name: token.text, token, depth: 1 }
}
