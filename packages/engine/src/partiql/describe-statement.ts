import { type AttributeValue, getOwn, valuesEqual } from '@monotable/protocol'
import type { DocumentPath } from '../expressions/document-path.ts'
import { type BoundStatement, bindStatement } from './bind-statement.ts'
import { prepareStatement } from './prepare-statement.ts'
import { type KeyNames, spreadConditions } from './spread-conditions.ts'
import type { Returning } from './statement.ts'

/**
 * What a statement would do, for code that decides whether it is allowed:
 *
 * | member | meaning |
 * |---|---|
 * | `kind` | `exists` is the SELECT inside EXISTS, which only checks |
 * | `tableName`, `indexName` | as the statement names them |
 * | `attributesRead` | attributes in the SELECT list, in WHERE, in ORDER BY, and those that an UPDATE copies from |
 * | `attributesWritten` | attributes that INSERT, SET and REMOVE write, whole or in part |
 * | `readsAll` | `SELECT *` and RETURNING ALL: every attribute of the item is returned |
 * | `isOrdered` | whether a SELECT has an ORDER BY |
 * | `returning` | what an UPDATE or DELETE returns |
 * | `valuesOf(hash, range)` | possible hash keys of the affected items, `undefined` for any; for an INSERT, its own |
 * | `isFullScan(hash, range)` | whether the whole table or index is read, given the names of its keys |
 */
export interface StatementDescription {
  readonly kind: 'select' | 'insert' | 'update' | 'delete' | 'exists'
  readonly tableName: string
  readonly indexName?: string
  readonly attributesRead: ReadonlySet<string>
  readonly attributesWritten: ReadonlySet<string>
  readonly readsAll: boolean
  readonly isOrdered: boolean
  readonly returning?: Returning
  valuesOf(hash: string, range?: string): readonly AttributeValue[] | undefined
  isFullScan(hash: string, range?: string): boolean
}

/**
 * Describes what a statement would do. Throws the error of ExecuteStatement for one that cannot be executed at all.
 * The parameters must be canonical.
 *
 * @example
 * const description = describeStatement('SELECT name FROM Music WHERE Artist IN [?, ?]', [{ S: 'a' }, { S: 'b' }])
 * description.valuesOf('Artist') // [{ S: 'a' }, { S: 'b' }]
 * description.isFullScan('Artist') // false
 */
export function describeStatement(
  statement: string,
  parameters: readonly AttributeValue[] | undefined,
): StatementDescription {
  const bound = bindStatement(prepareStatement(statement), parameters ?? [])
  const { tableName } = bound.statement
  const indexName = 'indexName' in bound.statement ? bound.statement.indexName : undefined
  const returning = 'returning' in bound.statement ? bound.statement.returning : undefined
  return {
    kind: bound.kind,
    tableName,
    ...(indexName !== undefined && { indexName }),
    attributesRead: attributesRead(bound),
    attributesWritten: attributesWritten(bound),
    readsAll: readsAll(bound),
    isOrdered: bound.kind === 'select' && bound.statement.order.length > 0,
    ...(returning !== undefined && { returning }),
    valuesOf: (hash, range) => valuesOf(bound, { hash, range }),
    isFullScan: (hash, range) => isFullScan(bound, { hash, range }),
  }
}

function attributesRead(bound: BoundStatement): ReadonlySet<string> {
  const paths: DocumentPath[] = []
  if (bound.kind !== 'insert') paths.push(...bound.where.paths)
  if (bound.kind === 'select' || bound.kind === 'exists') {
    for (const { path } of bound.statement.columns ?? []) paths.push(path)
    for (const { name } of bound.statement.order) paths.push([name])
  }
  if (bound.kind === 'update') {
    const written = new Set<DocumentPath>(bound.update.paths)
    paths.push(...bound.update.allPaths.filter((path) => !written.has(path)))
  }
  return new Set(paths.map(([name]) => name as string))
}

function attributesWritten(bound: BoundStatement): ReadonlySet<string> {
  if (bound.kind === 'insert') return new Set(Object.keys(bound.item))
  return bound.kind === 'update' ? bound.update.attributeNames : new Set()
}

function readsAll(bound: BoundStatement): boolean {
  if (bound.kind === 'select') return bound.statement.columns === undefined
  if (bound.kind !== 'update' && bound.kind !== 'delete') return false
  return bound.statement.returning?.startsWith('ALL') === true
}

function valuesOf(bound: BoundStatement, { hash, range }: KeyNames): readonly AttributeValue[] | undefined {
  if (bound.kind === 'insert') {
    const value = getOwn(bound.item, hash)
    return value && [value]
  }
  // Any other condition of a write on its range key is a condition on the item, not another way to read.
  const names = { hash, range: bound.kind === 'select' ? range : undefined }
  const { branches, isKeyed, isTooWide } = spreadConditions(bound.where.test, names)
  if (!isKeyed || isTooWide) return undefined
  const values: AttributeValue[] = []
  for (const { hash } of branches) {
    if (hash !== undefined && !values.some((value) => valuesEqual(value, hash))) values.push(hash)
  }
  return values
}

function isFullScan(bound: BoundStatement, names: KeyNames): boolean {
  return bound.kind === 'select' && !spreadConditions(bound.where.test, names).isKeyed
}
