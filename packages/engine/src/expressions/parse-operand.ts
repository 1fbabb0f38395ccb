import { parsePath } from './parse-path.ts'
import type { CallNode, OperandNode } from './syntax-tree.ts'
import type { TokenReader } from './token-reader.ts'

/**
 *     Operand : "(" Operand ")" | Call | VALUE | Path
 */
export function parseOperand(reader: TokenReader): OperandNode {
  let groups = 0
  while (reader.kind === '(') {
    reader.openGroup()
    groups++
  }
  const operand = parseBareOperand(reader)
  for (let closed = 1; closed <= groups; closed++) {
    reader.closeGroup()
    if (closed === 2) reader.foundRedundantParentheses()
  }
  return operand
}

/** Parses an operand that does not begin with a parenthesis. */
export function parseBareOperand(reader: TokenReader): OperandNode {
  if (reader.kind === 'value') return { kind: 'value', placeholder: reader.take() }
  return reader.isCall ? parseCall(reader) : parsePath(reader)
}

/**
 *     Call : IDENTIFIER "(" Operand ( "," Operand )* ")"
 */
function parseCall(reader: TokenReader): CallNode {
  const name = reader.take()
  reader.openCall()
  const operands: OperandNode[] = []
  do operands.push(parseOperand(reader))
  while (reader.accept(','))
  reader.closeCall()
  reader.operators++
  return { kind: 'call', name, operands }
}
