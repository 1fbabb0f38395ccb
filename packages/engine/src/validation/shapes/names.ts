import { NAME_MAX_LENGTH, NAME_MIN_LENGTH } from '@monotable/protocol'
import { maxLength, minLength, NAME_PATTERN, pattern, type TextShape, text } from '../shape.ts'

/** A table's name or ARN, in table operations. */
export const tableName: TextShape = { ...text(), tableName: 'name' }

/** A table's name or ARN, in item operations: emptiness is checked before the form. */
export const itemTableName: TextShape = { ...text(minLength(1)), tableName: 'arn' }

/** The name of an index. */
export const indexName = text(minLength(NAME_MIN_LENGTH), maxLength(NAME_MAX_LENGTH), pattern(NAME_PATTERN))

/** A name for which AWS checks the pattern before the length (ListTables and CreateBackup, seen on AWS 2026-10). */
export const patternFirstName = text(
  pattern(NAME_PATTERN),
  minLength(NAME_MIN_LENGTH),
  maxLength(NAME_MAX_LENGTH),
)
