import { parseBareOperand, parseOperand } from './parse-operand.ts'
import type { Comparator, ConditionNode, OperandNode } from './syntax-tree.ts'
import type { TokenReader } from './token-reader.ts'

/** What parentheses can contain; only what follows distinguishes an operand from a condition. */
type TermNode = ConditionNode | OperandNode | GroupNode

interface GroupNode {
  readonly kind: 'group'
  readonly content: ConditionNode | OperandNode
}

/**
 * Parses a condition, filter or key condition. Time is linear in the length of the text.
 *
 *     Condition : Or END
 */
export function parseCondition(reader: TokenReader): ConditionNode {
  const condition = requireCondition(reader, parseOr(reader))
  reader.expect('end')
  return condition
}

/**
 *     Or : And ( "OR" And )*
 */
function parseOr(reader: TokenReader): TermNode {
  return parseChain(reader, 'OR', parseAnd)
}

/**
 *     And : Not ( "AND" Not )*
 */
function parseAnd(reader: TokenReader): TermNode {
  return parseChain(reader, 'AND', parseNot)
}

function parseChain(
  reader: TokenReader,
  kind: 'AND' | 'OR',
  parsePart: (reader: TokenReader) => TermNode,
): TermNode {
  const first = parsePart(reader)
  if (reader.kind !== kind) return first
  const conditions = [requireCondition(reader, first)]
  while (reader.accept(kind)) {
    reader.operators++
    conditions.push(requireCondition(reader, parsePart(reader)))
  }
  return { kind, conditions }
}

/**
 *     Not : "NOT"* Term
 */
function parseNot(reader: TokenReader): TermNode {
  let nots = 0
  while (reader.accept('NOT')) nots++
  const term = parseTerm(reader)
  if (nots === 0) return term
  reader.operators += nots
  let condition = requireCondition(reader, term)
  for (; nots > 0; nots--) condition = { kind: 'NOT', condition }
  return condition
}

/**
 *     Term : "(" Or ")" | Operand | Comparison | Call
 */
function parseTerm(reader: TokenReader): TermNode {
  const term = reader.kind === '(' ? parseGroup(reader) : parsePredicted(reader)
  const left = ungroup(term)
  if (!isOperand(left)) return term
  const kind = reader.kind
  if (kind === 'BETWEEN' || kind === 'IN' || isComparator(kind)) {
    reader.rejectRedundantParentheses()
    return parseComparison(reader, left)
  }
  return term
}

function parsePredicted(reader: TokenReader): OperandNode {
  reader.isPredicting = true
  const operand = parseBareOperand(reader)
  reader.isPredicting = false
  return operand
}

function parseGroup(reader: TokenReader): GroupNode {
  reader.openGroup()
  const inner = parseOr(reader)
  reader.closeGroup()
  const content = ungroup(inner)
  if (inner.kind === 'group') {
    reader.isPredicting = isOperand(content)
    reader.foundRedundantParentheses()
    reader.isPredicting = false
  }
  return { kind: 'group', content }
}

/**
 *     Comparison : Operand ( "=" | "<>" | "<" | "<=" | ">" | ">=" ) Operand
 *                | Operand "BETWEEN" Operand "AND" Operand
 *                | Operand "IN" "(" Operand ( "," Operand )* ")"
 */
function parseComparison(reader: TokenReader, left: OperandNode): ConditionNode {
  reader.operators++
  if (reader.accept('BETWEEN')) {
    const lower = parseOperand(reader)
    reader.expect('AND')
    return { kind: 'BETWEEN', operands: [left, lower, parseOperand(reader)] }
  }
  if (reader.accept('IN')) {
    const operands = [left]
    reader.expect('(')
    do operands.push(parseOperand(reader))
    while (reader.accept(','))
    reader.expect(')')
    return { kind: 'IN', operands }
  }
  const comparator = reader.take() as Comparator
  return { kind: 'compare', comparator, operands: [left, parseOperand(reader)] }
}

/** Requires a term to be a condition: a call can be one, a path or value cannot. */
function requireCondition(reader: TokenReader, term: TermNode): ConditionNode {
  const content = ungroup(term)
  if (content.kind === 'path' || content.kind === 'value') throw reader.syntaxError()
  reader.rejectRedundantParentheses()
  return content
}

function ungroup(term: TermNode): ConditionNode | OperandNode {
  return term.kind === 'group' ? term.content : term
}

function isOperand(term: ConditionNode | OperandNode): term is OperandNode {
  return term.kind === 'path' || term.kind === 'value' || term.kind === 'call'
}

function isComparator(kind: string): kind is Comparator {
  return kind === '=' || kind === '<>' || kind === '<' || kind === '<=' || kind === '>' || kind === '>='
}
