import { validationError } from '@monotable/protocol'
import type { DocumentPath } from '../../expressions/document-path.ts'
import type { Table } from '../../tables/table.ts'

/** Checks that no path reaches into a key attribute: keys of tables and indexes are scalars. */
export function checkKeyPaths(table: Table, paths: Iterable<DocumentPath>): void {
  for (const path of paths) {
    if (path.length < 2) continue
    const [name] = path
    const isKey = table.keyAttributes.some((attribute) => attribute.name === name)
    const isIndexKey = table.indexes.some((index) =>
      index.keyAttributes.some((attribute) => attribute.name === name),
    )
    if (!isKey && !isIndexKey) continue
    throw validationError(
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: " +
        `${isKey ? 'Key' : 'IndexKey'}: ${name}`,
    )
  }
}
