import type { AttributeMap, ExportFilterSpecification } from '@monotable/protocol'
import { canonicalizeItem, validationError } from '@monotable/protocol'
import { compileCondition } from '../expressions/compile-condition.ts'
import {
  checkExpressionParameters,
  readPlaceholders,
} from '../operations/parameters/expression-parameters.ts'
import { readProjection } from '../operations/parameters/read-projection.ts'

/** Which items are exported, and which parts of them. */
export interface ExportFilter {
  matches(item: AttributeMap): boolean
  project(item: AttributeMap): AttributeMap
}

/** Returns a filter in its stored form: with JSON values, even if the request came from this process. */
export function keptFilter(given: ExportFilterSpecification): ExportFilterSpecification {
  const { ExpressionAttributeValues: values, ...rest } = given
  return { ...rest, ...(values && { ExpressionAttributeValues: canonicalizeItem(values).item }) }
}

/** Compiles the filter of an export. A condition on keys is treated like any other: the whole table is read anyway. */
export function compileExportFilter(given: ExportFilterSpecification): ExportFilter {
  const { FilterExpression, KeyConditionExpression, ProjectionExpression } = given
  const expressions = { ProjectionExpression, FilterExpression, KeyConditionExpression }
  if (Object.values(expressions).every((expression) => expression === undefined)) {
    throw validationError('Invalid Request: Invalid FilterSpecification: The specification can not be empty')
  }
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = given
  const parameters = { legacy: {}, expressions, names, values }
  checkExpressionParameters(parameters)
  const placeholders = readPlaceholders(parameters)
  const conditions = [FilterExpression, KeyConditionExpression]
    .filter((source) => source !== undefined)
    .map((source) => compileCondition({ parameter: 'FilterExpression', source, placeholders }))
  const projection = readProjection({ ProjectionExpression }, placeholders)
  placeholders.requireAllUsed()
  return {
    matches: (item) => conditions.every((condition) => condition.test(item)),
    project: (item) => projection?.project(item) ?? item,
  }
}
