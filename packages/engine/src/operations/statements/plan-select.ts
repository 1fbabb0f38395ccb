import { type AttributeValue, validationError, valuesEqual } from '@monotable/protocol'
import { createCondition } from '../../expressions/compile-condition.ts'
import type { Projection } from '../../expressions/compile-projection.ts'
import type { Test } from '../../expressions/evaluate-condition.ts'
import type { BoundWhere } from '../../partiql/bind-statement.ts'
import { keyTypeFault } from '../../partiql/extract-item-key.ts'
import { type Spread, spreadConditions } from '../../partiql/spread-conditions.ts'
import type { SelectStatement } from '../../partiql/statement.ts'
import { findIndex, isGlobal, type Table, type TableIndex } from '../../tables/table.ts'
import type { KeyAttribute } from '../../tables/table-definition.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { needsTableItems } from '../parameters/read-selection.ts'
import { refuseVectorScan } from '../reads/refuse-vector-index.ts'
import { requireReadableIndex } from '../reads/require-index.ts'
import { planQueries, type SelectRead } from './plan-queries.ts'
import { projectionOfSelect } from './projection-of-select.ts'

/** How a SELECT is executed. */
export interface SelectPlan {
  readonly table: Table
  readonly index: TableIndex | undefined
  /** The reads, one after the other; none if nothing can match. */
  readonly reads: readonly SelectRead[]
  readonly reverse: boolean
  readonly projection: Projection | undefined
  readonly fromTable: boolean
}

/** What a SELECT reads, with the values of a request. */
export interface SelectRequest {
  readonly statement: SelectStatement
  readonly where: BoundWhere
  readonly consistent: boolean
}

/** The maximum number of reads for one statement (seen on AWS). */
const READS_MAX = 50

/** Plans a SELECT: Queries if every alternative of its WHERE is one, and otherwise a Scan. */
export function planSelect(table: Table, request: SelectRequest): SelectPlan {
  const { statement, where } = request
  const index = requireStatementIndex(table, statement.indexName, request.consistent)
  const projection = projectionOfSelect(statement)
  const source = index ?? table
  const spread = spreadWhere(source, where.test)
  checkKeyTypes(source, spread)
  checkOrder(source, statement, spread)
  checkKeyPaths(table, where.paths)
  if (projection !== undefined) checkKeyPaths(table, projection.paths)
  const reverse = isReversed(statement, source.key.range[0])
  const descendingHash = isDescending(statement, source.key.hash[0])
  const { branches } = spread
  const reads = spread.isKeyed
    ? planQueries({ table, index, branches, descendingHash, reverse })
    : [planScan(where)]
  const fromTable = needsTableItems(index, undefined, projection)
  return { table, index, reads, reverse, projection, fromTable }
}

/** Returns the index that a statement reads. */
export function requireStatementIndex(
  table: Table,
  name: string | undefined,
  consistent: boolean,
): TableIndex | undefined {
  if (name === undefined) return undefined
  refuseVectorScan(table, name)
  const index = findIndex(table, name)
  if (index === undefined) throw validationError('The table does not have the specified index')
  if (isGlobal(index) && consistent) {
    throw validationError('Strongly consistent read is not supported on Global Secondary Indexes')
  }
  // The message mentions tables although it is only about the index (seen on AWS).
  if (index.key.hash.length > 1 || index.key.range.length > 1) {
    throw validationError(
      'PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys.',
    )
  }
  return requireReadableIndex(table, name, consistent)
}

/** Returns what a WHERE clause requires of the keys of a table or an index. */
export function spreadWhere({ key }: Pick<TableIndex, 'key'>, test: Test | undefined): Spread {
  const [hash] = key.hash as [KeyAttribute, ...KeyAttribute[]]
  const spread = spreadConditions(test, { hash: hash.name, range: key.range[0]?.name })
  if (spread.isKeyed && (spread.isTooWide || spread.branches.length > READS_MAX)) {
    throw validationError('Too many decomposed read operations for a given query.')
  }
  return spread
}

/** Refuses key values whose type differs from the schema. */
export function checkKeyTypes({ key }: Pick<TableIndex, 'key'>, { keyConditions }: Spread): void {
  for (const { attribute, operands } of keyConditions) {
    const isHash = key.hash[0]?.name === attribute
    const schema = (isHash ? key.hash[0] : key.range[0]) as KeyAttribute
    for (const operand of operands) {
      const fault = keyTypeFault(schema, operand)
      if (fault !== undefined) throw validationError(fault)
    }
  }
}

function checkOrder({ key }: Pick<TableIndex, 'key'>, { order }: SelectStatement, spread: Spread): void {
  if (order.length === 0) return
  if (!spread.isKeyed) {
    throw validationError(
      'Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.',
    )
  }
  const names = [...key.hash, ...key.range].map(({ name }) => name)
  const other = order.find(({ name }) => !names.includes(name))
  if (other !== undefined) {
    throw validationError(`Attribute ${other.name} in ORDER BY clause must be part of the primary key`)
  }
  if (order.some(({ name }) => name === key.hash[0]?.name) || isOfOnePartition(spread)) return
  throw validationError(
    'Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.',
  )
}

function isOfOnePartition({ branches }: Spread): boolean {
  const [first, ...others] = branches.map(({ hash }) => hash as AttributeValue)
  return first === undefined || others.every((hash) => valuesEqual(first, hash))
}

/**
 * Returns whether items are in descending order. Seen on AWS: an order that does not mention the range key makes it
 * descending, whatever it says about the hash key.
 */
function isReversed(statement: SelectStatement, range: KeyAttribute | undefined): boolean {
  const isSilent = statement.order.length > 0 && statement.order.every(({ name }) => name !== range?.name)
  return isSilent || isDescending(statement, range)
}

function isDescending({ order }: SelectStatement, attribute: KeyAttribute | undefined): boolean {
  return order.find(({ name }) => name === attribute?.name)?.descending === true
}

function planScan({ test, paths }: BoundWhere): SelectRead {
  const filter = test && createCondition(test, paths)
  return { within: {}, filter, plan: undefined, keyItem: undefined, isOfOne: false }
}
