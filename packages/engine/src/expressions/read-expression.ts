import { EXPRESSION_MAX_BYTES, utf8Length } from '@monotable/protocol'
import { SourceCache } from '../util/source-cache.ts'
import { type ExpressionParameter, invalidExpression } from './expression-parameter.ts'
import { TokenReader } from './token-reader.ts'

/**
 * Creates a cache of parsed expressions of one kind, or of statements. A syntax tree is fifty times as large as its
 * text, and a client that sends ever new expressions of maximum length must not be able to fill the memory.
 */
export function createExpressionCache<Parsed>(): SourceCache<Parsed> {
  return new SourceCache(1_000, 200_000)
}

/** Checks an expression's length and starts to read it. */
export function readExpression(source: string, parameter: ExpressionParameter): TokenReader {
  if (source === '') throw invalidExpression(parameter, 'The expression can not be empty;')
  const sizeBytes = utf8Length(source)
  if (sizeBytes > EXPRESSION_MAX_BYTES) {
    const problem = 'Expression size has exceeded the maximum allowed size;'
    // The older layers report the size, but never that of an update or a projection (seen on AWS).
    const namesSize = parameter !== 'UpdateExpression' && parameter !== 'ProjectionExpression'
    throw invalidExpression(
      parameter,
      problem,
      namesSize ? `${problem} expression size: ${sizeBytes}` : problem,
    )
  }
  return new TokenReader(source, parameter)
}
