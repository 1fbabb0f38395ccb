import { EXPRESSION_MAX_BYTES, utf8Length } from '@monotable/protocol'
import { type ExpressionParameter, invalidExpression } from './expression-parameter.ts'
import { TokenReader } from './token-reader.ts'

/** Expressions of each kind whose trees are kept. */
export const CACHED_EXPRESSIONS = 1000

/** Checks an expression's length and begins to read it. */
export function readExpression(source: string, parameter: ExpressionParameter): TokenReader {
  if (source === '') throw invalidExpression(parameter, 'The expression can not be empty;')
  const sizeBytes = utf8Length(source)
  if (sizeBytes > EXPRESSION_MAX_BYTES) {
    // DynamoDB does not tell the size of an update (seen on AWS, 2026-10).
    const size = parameter === 'UpdateExpression' ? '' : ` expression size: ${sizeBytes}`
    throw invalidExpression(parameter, `Expression size has exceeded the maximum allowed size;${size}`)
  }
  return new TokenReader(source, parameter)
}
