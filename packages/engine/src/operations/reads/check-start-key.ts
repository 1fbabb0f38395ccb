import type { AttributeMap } from '@monotable/protocol'
import { getOwn, validationError } from '@monotable/protocol'
import type { Table, TableIndex } from '../../tables/table.ts'
import type { KeySchema } from '../../tables/table-definition.ts'
import { checkKeyAttribute } from '../parameters/check-keys.ts'

/** The message for an invalid starting key. */
export const INVALID_START = 'The provided starting key is invalid'

/** Returns the attributes of an ExclusiveStartKey or a LastEvaluatedKey: the table's key, then the index's. */
export function startKeyNames(table: Table, index: TableIndex | undefined): readonly string[] {
  const attributes = [...table.keyAttributes, ...(index?.keyAttributes ?? [])]
  return [...new Set(attributes.map((attribute) => attribute.name))]
}

/** Checks that a starting key of a Query has as many attributes as it needs. */
export function checkStartCount(table: Table, index: TableIndex | undefined, startKey: AttributeMap): void {
  if (Object.keys(startKey).length !== startKeyNames(table, index).length)
    throw validationError(INVALID_START)
}

/** Checks one part of the key in a starting key of a Query: that it is present and matches the schema. */
export function checkStartPart(schema: KeySchema, role: 'hash' | 'range', startKey: AttributeMap): void {
  for (const attribute of schema[role]) {
    if (getOwn(startKey, attribute.name) === undefined) throw validationError(INVALID_START)
    checkKeyAttribute(attribute, startKey, role)
  }
}
