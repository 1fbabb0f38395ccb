import type { ServiceError } from '@monotable/protocol'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import type { KeySchema } from '../../tables/table-definition.ts'
import type { NewVectorIndex } from '../../vectors/read-vector-indexes.ts'

/** Returns the error of UpdateTable for redefining the type of an attribute. */
export function attributesRedefined(existing: string, added: string): ServiceError {
  return invalidParameters(
    'Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. ' +
      `Existing schema: ${existing} New schema: ${added}`,
  )
}

/** Formats a key schema as messages do. */
export function printSchema({ hash, range }: KeySchema): string {
  const elements = [
    ...hash.map(({ name, type }) => `SchemaElement: key{${name}:${type}:HASH}`),
    ...range.map(({ name, type }) => `SchemaElement: key{${name}:${type}:RANGE}`),
  ]
  return `Schema:[${elements.join(', ')}]`
}

/** Formats the attributes of a vector index as messages do. */
export function printVectorSchema({ attribute, dimensions, searchSchema }: NewVectorIndex): string {
  const elements = [
    `VectorAttribute: key{${attribute}:L:${dimensions}}`,
    ...searchSchema.map(
      ({ name, type, role }) =>
        `SearchSchemaElement: key{${name}:${type}:${role === 'hash' ? 'HASH' : 'INLINE_FILTER'}}`,
    ),
  ]
  return `VectorIndexSchema:[${elements.join(', ')}]`
}
