import { STATEMENT_MAX_LENGTH } from '@monotable/protocol'
import { prepareStatement } from './prepare-statement.ts'
import type { Statement } from './statement.ts'

/**
 * Returns what can be told about a statement before it is validated; undefined if the text is not a statement or
 * too long.
 */
export function peekStatement(text: unknown): Pick<Statement, 'kind' | 'tableName'> | undefined {
  if (typeof text !== 'string' || text.length > STATEMENT_MAX_LENGTH) return undefined
  try {
    return prepareStatement(text)
  } catch {
    return undefined
  }
}
