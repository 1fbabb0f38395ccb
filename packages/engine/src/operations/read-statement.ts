import type { AttributeValue, ParameterizedStatement } from '@monotable/protocol'
import { canonicalizeValue } from '@monotable/protocol'
import { type BoundStatement, bindStatement } from '../partiql/bind-statement.ts'
import { prepareStatement } from '../partiql/prepare-statement.ts'
import { inLayer } from './wording-layer.ts'

const none: readonly AttributeValue[] = []

/** The parameters of a statement; what is wrong with them comes before anything in the statement itself. */
export function readParameters({ Parameters: given }: ParameterizedStatement): readonly AttributeValue[] {
  if (given === undefined) return none
  return inLayer('older', () => given.map(canonicalizeValue))
}

/** A statement with its parameters in it, all checked that does not depend on a table. */
export function readStatement(
  { Statement: text }: ParameterizedStatement,
  parameters: readonly AttributeValue[],
): BoundStatement {
  return bindStatement(prepareStatement(text), parameters)
}
