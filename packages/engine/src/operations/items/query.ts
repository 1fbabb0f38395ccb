import type { AttributeMap, AttributeValue, QueryInput } from '@monotable/protocol'
import { canonicalizeItem, validationError } from '@monotable/protocol'
import { type Condition, compileCondition } from '../../expressions/compile-condition.ts'
import { type KeyCondition, prepareKeyCondition } from '../../expressions/compile-key-condition.ts'
import type { Projection } from '../../expressions/compile-projection.ts'
import { conditionFromFilter } from '../../expressions/condition-from-filter.ts'
import { keyConditionsFromLegacy } from '../../expressions/key-conditions-from-legacy.ts'
import type { Placeholders } from '../../expressions/placeholders.ts'
import { projectionFromAttributesToGet } from '../../expressions/projection-from-attributes-to-get.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import type { Table, TableIndex } from '../../tables/table.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { checkExpressionParameters, readPlaceholders } from '../parameters/expression-parameters.ts'
import { readProjection } from '../parameters/read-projection.ts'
import { checkSelect, needsTableItems } from '../parameters/read-selection.ts'
import { planKeyConditions } from '../reads/plan-key-conditions.ts'
import { readPage } from '../reads/read-page.ts'
import { refuseVectorQuery } from '../reads/refuse-vector-index.ts'
import { requireReadableIndex } from '../reads/require-index.ts'
import { queryPosition } from '../reads/start-key.ts'
import { requireItemTable } from '../require-table-named.ts'
import { inLayer } from '../wording-layer.ts'

/** Reads the items of one partition in the order of their sort keys, one page at a time. */
export async function query(context: OperationContext, input: QueryInput): Promise<WireAnswer> {
  inLayer('enveloped', () => checkSelect(input))
  const { conditions, filter, projection, startKey } = inLayer('bare', () => readQuery(input))
  const table = requireItemTable(context, input.TableName)
  refuseVectorQuery(table, input.IndexName, input.ConsistentRead === true)
  const index = requireReadableIndex(table, input.IndexName, input.ConsistentRead === true)
  const reverse = input.ScanIndexForward === false
  const plan = planKeyConditions({ table, index, namesIndex: true, reverse, startKey }, conditions)
  const after = startKey && queryPosition(table, index, startKey, plan)
  checkPaths(table, index, { filter, projection, legacyFilter: input.QueryFilter !== undefined })
  return readPage(context, {
    table,
    index,
    range: {
      within: { partition: plan.partition, ...plan.bounds },
      reverse,
      ...(after && { after }),
    },
    limit: input.Limit,
    lastSort: plan.lastSort,
    filter,
    projection,
    countOnly: input.Select === 'COUNT',
    fromTable: needsTableItems(index, input.Select, projection),
    consistent: input.ConsistentRead === true,
    capacity: input.ReturnConsumedCapacity,
    keyItem: context.meter.active ? hashItem(index ?? table, plan.hashValues) : undefined,
  })
}

function hashItem({ key }: Table | TableIndex, values: readonly AttributeValue[]): AttributeMap {
  return Object.fromEntries(key.hash.map(({ name }, position) => [name, values[position] as AttributeValue]))
}

function readQuery(input: QueryInput) {
  const usesLegacyKeys = input.KeyConditionExpression === undefined && input.KeyConditions !== undefined
  const parameters = {
    legacy: {
      AttributesToGet: input.AttributesToGet,
      QueryFilter: input.QueryFilter,
      ConditionalOperator: input.ConditionalOperator,
      // Of the legacy parameters, only key conditions may be combined with the other expressions.
      KeyConditions: usesLegacyKeys ? undefined : input.KeyConditions,
    },
    expressions: {
      ProjectionExpression: input.ProjectionExpression,
      FilterExpression: input.FilterExpression,
      KeyConditionExpression: input.KeyConditionExpression,
    },
    names: input.ExpressionAttributeNames,
    values: input.ExpressionAttributeValues,
  }
  checkExpressionParameters(parameters)
  const legacyFilter =
    input.FilterExpression === undefined
      ? conditionFromFilter(input.QueryFilter, input.ConditionalOperator)
      : undefined
  const legacyProjection = input.AttributesToGet && projectionFromAttributesToGet(input.AttributesToGet)
  const startKey = input.ExclusiveStartKey && canonicalizeItem(input.ExclusiveStartKey).item
  if (input.KeyConditions === undefined && input.KeyConditionExpression === undefined) {
    throw validationError(
      'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
    )
  }
  const placeholders = readPlaceholders(parameters)
  const readConditions = prepareConditions(input, placeholders)
  const filter: Condition | undefined =
    input.FilterExpression === undefined
      ? legacyFilter
      : compileCondition({ parameter: 'FilterExpression', source: input.FilterExpression, placeholders })
  const projection = legacyProjection ?? readProjection(input, placeholders)
  placeholders.requireAllUsed()
  // Mistakes in the other expressions are reported before key conditions that no Query can have.
  return { conditions: readConditions(), filter, projection, startKey }
}

function prepareConditions(input: QueryInput, placeholders: Placeholders): () => readonly KeyCondition[] {
  const source = input.KeyConditionExpression
  if (source !== undefined) return prepareKeyCondition({ source, placeholders })
  const conditions = keyConditionsFromLegacy(input.KeyConditions ?? {}, input.IndexName !== undefined)
  return () => conditions
}

interface QueryPaths {
  readonly filter: Condition | undefined
  readonly projection: Projection | undefined
  readonly legacyFilter: boolean
}

function checkPaths(
  table: Table,
  index: TableIndex | undefined,
  { filter, projection, legacyFilter }: QueryPaths,
): void {
  if (projection !== undefined) checkKeyPaths(table, projection.paths)
  if (filter === undefined) return
  for (const { name } of (index ?? table).keyAttributes) {
    if (!filter.attributeNames.has(name)) continue
    const parameter = legacyFilter ? 'QueryFilter' : 'Filter Expression'
    throw validationError(
      `${parameter} can only contain non-primary key attributes: Primary key attribute: ${name}`,
    )
  }
  checkKeyPaths(table, filter.paths)
  if (index !== undefined) requireProjected(index, filter)
}

/**
 * Checks the filter of a Query. Unlike a Scan, a Query may filter only by attributes that its index holds (seen on
 * AWS, for both kinds of index).
 */
function requireProjected(index: TableIndex, filter: Condition): void {
  const held = index.projectedNames
  if (held === undefined) return
  const missing = [...filter.attributeNames].filter((name) => !held.has(name))
  if (missing.length === 0) return
  throw invalidParameters(
    `Secondary index ${index.name} does not project one or more filter attributes: [${missing.join(', ')}]`,
  )
}
