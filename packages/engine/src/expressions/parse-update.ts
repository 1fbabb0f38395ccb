import { parseBareOperand, parseOperand } from './parse-operand.ts'
import { parsePath } from './parse-path.ts'
import type { ActionNode, OperandNode, SumNode, ValueNode } from './syntax-tree.ts'
import type { TokenReader } from './token-reader.ts'

/** The four kinds of sections of an update expression. */
export type SectionKind = ActionNode['kind']

/** A section of an update expression as written; a kind may be repeated. */
export interface SectionNode {
  readonly kind: SectionKind
  readonly actions: readonly ActionNode[]
}

/**
 *     Update  : Section+ END
 *     Section : "SET" Set ( "," Set )* | "REMOVE" Remove ( "," Remove )*
 *             | "ADD" Add ( "," Add )* | "DELETE" Add ( "," Add )*
 */
export function parseUpdate(reader: TokenReader): SectionNode[] {
  const sections: SectionNode[] = []
  do sections.push(parseSection(reader))
  while (reader.kind !== 'end')
  return sections
}

function parseSection(reader: TokenReader): SectionNode {
  const { kind } = reader
  if (kind !== 'SET' && kind !== 'REMOVE' && kind !== 'ADD' && kind !== 'DELETE') throw reader.syntaxError()
  reader.take()
  const actions: ActionNode[] = []
  do actions.push(parseAction(reader, kind))
  while (reader.accept(','))
  return { kind, actions }
}

/**
 *     Set    : Path "=" Sum
 *     Remove : Path
 *     Add    : Path VALUE
 */
function parseAction(reader: TokenReader, section: SectionKind): ActionNode {
  const path = parsePath(reader)
  if (section === 'REMOVE') return { kind: section, path }
  if (section === 'SET') {
    reader.expect('=')
    const value = parseSum(reader)
    return { kind: section, path, value: value.kind === 'group' ? value.content : value }
  }
  const value: ValueNode = { kind: 'value', placeholder: reader.expect('value') }
  return { kind: section, path, value }
}

type SumTerm = OperandNode | SumNode | SumGroup

interface SumGroup {
  readonly kind: 'group'
  readonly content: OperandNode | SumNode
}

/**
 *     Sum : "(" Sum ")" | Operand ( ( "+" | "-" ) Operand )?
 */
function parseSum(reader: TokenReader): SumTerm {
  const term = reader.kind === '(' ? parseSumGroup(reader) : parsePredicted(reader)
  const left = term.kind === 'group' ? term.content : term
  reader.rejectRedundantParentheses()
  const operator = reader.kind
  if (left.kind === 'sum' || (operator !== '+' && operator !== '-')) return term
  reader.take()
  reader.operators++
  return { kind: 'sum', operator, operands: [left, parseOperand(reader)] }
}

function parseSumGroup(reader: TokenReader): SumGroup {
  reader.openGroup()
  const inner = parseSum(reader)
  reader.closeGroup()
  if (inner.kind !== 'group') return { kind: 'group', content: inner }
  reader.foundRedundantParentheses()
  return inner
}

function parsePredicted(reader: TokenReader): OperandNode {
  reader.isPredicting = true
  const operand = parseBareOperand(reader)
  reader.isPredicting = false
  return operand
}
