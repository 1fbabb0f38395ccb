import { type AttributeMap, setOwn, validationError } from '@monotable/protocol'
import { createProjection, type Projection } from '../../expressions/compile-projection.ts'
import { readPath } from '../../expressions/document-path.ts'
import type { Column, SelectStatement } from '../../partiql/statement.ts'

/**
 * Returns the part of an item that a SELECT returns, or `undefined` for all of it; throws if its columns are
 * invalid.
 */
export function projectionOfSelect({ columns, columnsFault }: SelectStatement): Projection | undefined {
  if (columnsFault !== undefined) throw validationError(columnsFault)
  return columns && projectionOf(columns)
}

/**
 * Returns the part of an item that a SELECT in a batch or a transaction returns: the parts that its columns name,
 * each in its place, as in a GetItem (seen in DynamoDB Local).
 */
export function projectionOfGet({ columns, columnsFault }: SelectStatement): Projection | undefined {
  if (columnsFault !== undefined) throw validationError(columnsFault)
  return columns && createProjection(columns.map(({ path }) => path))
}

/** Returns each value under the name of its column, and nothing for missing ones. */
function projectionOf(columns: readonly Column[]): Projection {
  const paths = columns.map(({ path }) => path)
  return {
    project: (item) => {
      const row: AttributeMap = {}
      for (const { name, path } of columns) {
        const value = readPath(item, path)
        if (value !== undefined) setOwn(row, name, value)
      }
      return row
    },
    attributeNames: new Set(paths.map(([name]) => name as string)),
    paths,
  }
}
