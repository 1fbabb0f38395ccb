import { NESTING_MAX_LEVELS, validationError } from '@monotable/protocol'
import { type DocumentPath, formatPath } from '../expressions/document-path.ts'
import { addPath, createPathTree } from '../expressions/path-tree.ts'
import type { Column, SelectStatement } from './statement.ts'
import { errorAt } from './statement-error.ts'
import type { ParsedSelect } from './syntax-tree.ts'
import { translatePath } from './translate-path.ts'

/** Returns the columns of a SELECT, and their mistake if it is to be reported later. */
export function translateColumns(
  source: string,
  { list }: ParsedSelect,
): Pick<SelectStatement, 'columns' | 'columnsFault'> {
  const columns: Column[] = []
  for (const { expression, alias } of list) {
    if (expression === '*') return { columns: undefined, columnsFault: undefined }
    if (alias) throw validationError('Aliasing is not supported')
    if (expression.kind === 'path' && expression.steps.at(-1)?.kind === 'star') {
      throw validationError("Changing item's hierarchy while reading isn't supported")
    }
    const path = translatePath(source, expression)
    if (path === undefined) {
      return {
        columns: [],
        columnsFault: errorAt(source, expression.token, 'Unexpected path component').message,
      }
    }
    columns.push({ name: columnName(path.steps), path: path.steps })
  }
  checkNames(columns)
  checkPaths(columns.map(({ path }) => path))
  return { columns, columnsFault: undefined }
}

/** Returns the last name on a path, with the indexes after it: `a.b[0]` is `b[0]` (seen on AWS). */
function columnName(path: DocumentPath): string {
  const last = path.findLastIndex((step) => typeof step === 'string')
  const indexes = path.slice(last + 1).map((index) => `[${index}]`)
  return `${path[last]}${indexes.join('')}`
}

function checkNames(columns: readonly Column[]): void {
  const names = new Set<string>()
  for (const { name } of columns) {
    if (names.has(name)) throw validationError(`Duplicate identifiers in select clause: ${name}`)
    names.add(name)
  }
}

function checkPaths(paths: readonly DocumentPath[]): void {
  const tree = createPathTree<true>()
  // Unlike in a ProjectionExpression, the later of the two is named first (seen in DynamoDB Local).
  for (const path of paths) {
    if (path.length > NESTING_MAX_LEVELS) {
      throw validationError(`The document path has too many nesting levels; nesting levels: ${path.length}`)
    }
    const clash = addPath(tree, path, true)
    if (clash === undefined) continue
    throw validationError(
      `Two document paths ${clash.kind} with each other; must remove or rewrite one of these paths; ` +
        `path one: ${formatPath(path)}, path two: ${formatPath(clash.other)}`,
    )
  }
}
