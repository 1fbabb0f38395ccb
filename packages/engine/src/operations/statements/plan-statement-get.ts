import type { AttributeMap } from '@monotable/protocol'
import { getOwn, setOwn, validationError, valuesEqual } from '@monotable/protocol'
import type { Projection } from '../../expressions/compile-projection.ts'
import type { BoundStatement } from '../../partiql/bind-statement.ts'
import type { Spread } from '../../partiql/spread-conditions.ts'
import type { Table } from '../../tables/table.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { planQueries } from './plan-queries.ts'
import { checkKeyTypes, requireStatementIndex, spreadWhere } from './plan-select.ts'
import { projectionOfGet } from './projection-of-select.ts'

export type BoundSelect = Extract<BoundStatement, { kind: 'select' }>

/** A SELECT of one item by its key. */
export interface StatementGet {
  readonly key: AttributeMap
  readonly projection: Projection | undefined
}

/** The operation that a SELECT of one item is part of: their errors differ. */
export type GetOperation = 'BatchExecuteStatement' | 'ExecuteTransaction'

/**
 * Plans the item that a SELECT in a batch or a transaction reads: its WHERE must name the whole primary key, once,
 * and nothing else. In a transaction, the caller checks the types of the key.
 */
export function planStatementGet(table: Table, bound: BoundSelect, operation: GetOperation): StatementGet {
  const { statement, where } = bound
  if (operation === 'ExecuteTransaction' && statement.indexName !== undefined) {
    throw validationError('Reads on indices are not supported within transactions.')
  }
  const index = requireStatementIndex(table, statement.indexName, false)
  const projection = projectionOfGet(statement)
  const spread = spreadWhere(index ?? table, where.test)
  if (operation === 'BatchExecuteStatement') checkKeyTypes(index ?? table, spread)
  checkKeyPaths(table, where.paths)
  if (projection !== undefined) checkKeyPaths(table, projection.paths)
  const key = index === undefined ? keyOf(table, spread) : undefined
  if (key !== undefined) return { key, projection }
  refuseOverlap(table, bound, spread)
  throw validationError(
    `Select statements within ${operation} must specify the primary key in the where clause.`,
  )
}

/** Refuses overlapping conditions, which are reported as such before what they lack. */
function refuseOverlap(table: Table, { statement }: BoundSelect, { isKeyed, branches }: Spread): void {
  if (!isKeyed || branches.length < 2 || statement.indexName !== undefined) return
  planQueries({ table, index: undefined, branches, descendingHash: false, reverse: false })
}

function keyOf(table: Table, { branches }: Spread): AttributeMap | undefined {
  const [branch, ...others] = branches
  if (branch?.hash === undefined || others.length > 0 || branch.filters.length > 0) return undefined
  const key: AttributeMap = {}
  setOwn(key, table.hash.name, branch.hash)
  for (const { attribute, operator, operands } of branch.ranges) {
    const [value] = operands
    const before = getOwn(key, attribute)
    if (operator !== '=' || value === undefined) return undefined
    if (before !== undefined && !valuesEqual(before, value)) return undefined
    setOwn(key, attribute, value)
  }
  return table.range === undefined || getOwn(key, table.range.name) !== undefined ? key : undefined
}
