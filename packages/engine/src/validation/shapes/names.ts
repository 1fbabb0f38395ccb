import { NAME_MAX_LENGTH, NAME_MIN_LENGTH } from '@monotable/protocol'
import { maxLength, minLength, NAME_PATTERN, pattern, type TextShape, text } from '../shape.ts'

/** A table's name or ARN, in operations on tables. */
export const tableName: TextShape = { ...text(), tableName: true }

/** A table's name or ARN, in operations on items: an empty one is judged before its form. */
export const itemTableName: TextShape = { ...text(minLength(1)), tableName: true }

/** An index's name. */
export const indexName = text(minLength(NAME_MIN_LENGTH), maxLength(NAME_MAX_LENGTH), pattern(NAME_PATTERN))

/** A name where AWS checks the pattern before the length (ListTables and CreateBackup, seen on AWS 2026-10). */
export const patternFirstName = text(
  pattern(NAME_PATTERN),
  minLength(NAME_MIN_LENGTH),
  maxLength(NAME_MAX_LENGTH),
)
