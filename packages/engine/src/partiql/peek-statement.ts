import { prepareStatement } from './prepare-statement.ts'
import type { Statement } from './statement.ts'

/** The longest statement that DynamoDB takes; what is longer is not looked at. */
const maxLength = 8_192

/** A statement as far as it can be told before it is checked; nothing for a text that is none. */
export function peekStatement(text: unknown): Pick<Statement, 'kind' | 'tableName'> | undefined {
  if (typeof text !== 'string' || text.length > maxLength) return undefined
  try {
    return prepareStatement(text)
  } catch {
    return undefined
  }
}
