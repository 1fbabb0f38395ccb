import type { AttributeValue, ParameterizedStatement } from '@monotable/protocol'
import { canonicalizeFreeValue, ServiceError, validationError } from '@monotable/protocol'
import { type BoundStatement, bindStatement } from '../../partiql/bind-statement.ts'
import { prepareStatement } from '../../partiql/prepare-statement.ts'
import { inLayer } from '../wording-layer.ts'

const none: readonly AttributeValue[] = []

/** Reads the parameters of a statement; mistakes in them are reported before anything in the statement itself. */
export function readParameters({ Parameters: given }: ParameterizedStatement): readonly AttributeValue[] {
  if (given === undefined) return none
  return inLayer('older', () => given.map(readParameter))
}

/** An exponent of 2^31, just out of range for Java's numbers, which elsewhere is reported as too small. */
const unreached = /"([^"]*e\+?2147483648)"/i

function readParameter(given: unknown): AttributeValue {
  try {
    return canonicalizeFreeValue(given)
  } catch (error) {
    const [, text] =
      error instanceof ServiceError && error.message.startsWith('Number')
        ? (unreached.exec(JSON.stringify(given)) ?? [])
        : []
    if (text === undefined) throw error
    throw validationError(`The parameter cannot be converted to a numeric value: ${text}`)
  }
}

/** Parses a statement, inserts its parameters, and checks everything that does not depend on a table. */
export function readStatement(
  { Statement: text }: ParameterizedStatement,
  parameters: readonly AttributeValue[],
): BoundStatement {
  return bindStatement(prepareStatement(text), parameters)
}
