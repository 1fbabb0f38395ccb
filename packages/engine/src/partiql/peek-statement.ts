import { STATEMENT_MAX_LENGTH } from '@monotable/protocol'
import { prepareStatement } from './prepare-statement.ts'
import type { Statement } from './statement.ts'

/** A statement as far as it can be told before it is checked; nothing for a text that is none, or too long for one. */
export function peekStatement(text: unknown): Pick<Statement, 'kind' | 'tableName'> | undefined {
  if (typeof text !== 'string' || text.length > STATEMENT_MAX_LENGTH) return undefined
  try {
    return prepareStatement(text)
  } catch {
    return undefined
  }
}
