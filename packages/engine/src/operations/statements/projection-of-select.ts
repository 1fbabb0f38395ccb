import { type AttributeMap, setOwn, validationError } from '@monotable/protocol'
import { createProjection, type Projection } from '../../expressions/compile-projection.ts'
import { readPath } from '../../expressions/document-path.ts'
import type { Column, SelectStatement } from '../../partiql/statement.ts'

/** What a SELECT gives back of an item, or `undefined` for all of it; throws what is wrong with its columns. */
export function projectionOfSelect({ columns, columnsFault }: SelectStatement): Projection | undefined {
  if (columnsFault !== undefined) throw validationError(columnsFault)
  return columns && projectionOf(columns)
}

/**
 * What a SELECT in a batch or a transaction gives back of its item: the parts that its columns name, each in its
 * place, as of a GetItem (seen in DynamoDB Local).
 */
export function projectionOfGet({ columns, columnsFault }: SelectStatement): Projection | undefined {
  if (columnsFault !== undefined) throw validationError(columnsFault)
  return columns && createProjection(columns.map(({ path }) => path))
}

/** Each value under its column's name, and nothing for what is not there. */
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
