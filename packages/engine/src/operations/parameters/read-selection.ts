import { validationError } from '@monotable/protocol'
import type { Projection } from '../../expressions/compile-projection.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import { isGlobal, type TableIndex } from '../../tables/table.ts'

/** The parameters that choose what Query and Scan return. */
export interface SelectionParameters {
  readonly Select?:
    | 'ALL_ATTRIBUTES'
    | 'ALL_PROJECTED_ATTRIBUTES'
    | 'SPECIFIC_ATTRIBUTES'
    | 'COUNT'
    | undefined
  readonly IndexName?: string | undefined
  readonly ProjectionExpression?: string | undefined
  readonly AttributesToGet?: readonly string[] | undefined
}

/** Checks that Select fits the other parameters. */
export function checkSelect(input: SelectionParameters): void {
  const { Select: select, ProjectionExpression: expression, AttributesToGet: names } = input
  const parameter = expression !== undefined ? 'ProjectionExpression' : names && 'AttributesToGet'
  if (select === 'SPECIFIC_ATTRIBUTES' && parameter === undefined) {
    throw validationError(
      'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
    )
  }
  if (parameter !== undefined && select !== undefined && select !== 'SPECIFIC_ATTRIBUTES') {
    const wanted = select === 'COUNT' ? 'only the Count' : select
    throw validationError(`Cannot specify the ${parameter} when choosing to get ${wanted}`)
  }
  if (select === 'ALL_PROJECTED_ATTRIBUTES' && input.IndexName === undefined) {
    throw validationError('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName')
  }
}

/** Returns whether an answer needs whole items from the table because the index does not hold all attributes. */
export function needsTableItems(
  index: TableIndex | undefined,
  select: SelectionParameters['Select'],
  projection: Projection | undefined,
): boolean {
  const held = index?.projectedNames
  if (index === undefined || held === undefined) return false
  if (projection === undefined) {
    if (select !== 'ALL_ATTRIBUTES') return false
    if (!isGlobal(index)) return true
    throw invalidParameters(
      `Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.name} because its ` +
        'projection type is not ALL',
    )
  }
  const missing = [...projection.attributeNames].filter((name) => !held.has(name))
  if (missing.length === 0) return false
  if (!isGlobal(index)) return true
  throw invalidParameters(`Global secondary index ${index.name} does not project [${missing.join(', ')}]`)
}
