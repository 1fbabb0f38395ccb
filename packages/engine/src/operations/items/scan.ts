import type { ScanInput } from '@monotable/protocol'
import { canonicalizeItem, ValidationError, validationError } from '@monotable/protocol'
import { compileCondition } from '../../expressions/compile-condition.ts'
import { conditionFromFilter } from '../../expressions/condition-from-filter.ts'
import { projectionFromAttributesToGet } from '../../expressions/projection-from-attributes-to-get.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { checkExpressionParameters, readOlderPlaceholders } from '../parameters/expression-parameters.ts'
import { readProjection } from '../parameters/read-projection.ts'
import { checkSelect, needsTableItems } from '../parameters/read-selection.ts'
import { readPage } from '../reads/read-page.ts'
import { refuseVectorScan } from '../reads/refuse-vector-index.ts'
import { requireReadableIndex } from '../reads/require-index.ts'
import { isInSegment, segmentRange } from '../reads/segment-range.ts'
import { scanPosition } from '../reads/start-key.ts'
import { requireItemTable } from '../require-table-named.ts'
import { inLayer } from '../wording-layer.ts'

/** Reads a whole table or index, or one segment of it, one page at a time. */
export async function scan(context: OperationContext, input: ScanInput): Promise<WireAnswer> {
  const { filter, projection, startKey, segment } = readScan(input)
  const table = requireItemTable(context, input.TableName)
  refuseVectorScan(table, input.IndexName)
  const index = requireReadableIndex(table, input.IndexName, input.ConsistentRead === true)
  const after = startKey && scanPosition(table, index, startKey)
  if (after !== undefined && segment !== undefined && !isInSegment(after.partition, segment)) {
    throw validationError(
      'The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct ' +
        `Segment. TotalSegments: ${segment.total} Segment: ${segment.number}`,
    )
  }
  if (projection !== undefined) checkKeyPaths(table, projection.paths)
  if (filter !== undefined) checkKeyPaths(table, filter.paths)
  return readPage(context, {
    table,
    index,
    range: { within: segment === undefined ? {} : segmentRange(segment), ...(after && { after }) },
    limit: input.Limit,
    filter,
    projection,
    countOnly: input.Select === 'COUNT',
    fromTable: needsTableItems(index, input.Select, projection),
    consistent: input.ConsistentRead === true,
    capacity: input.ReturnConsumedCapacity,
  })
}

// Only independent parameters have the new wording; values and expressions do not (seen on AWS, 2026-10).
function readScan(input: ScanInput) {
  const parameters = {
    legacy: {
      AttributesToGet: input.AttributesToGet,
      ScanFilter: input.ScanFilter,
      ConditionalOperator: input.ConditionalOperator,
    },
    expressions: {
      ProjectionExpression: input.ProjectionExpression,
      FilterExpression: input.FilterExpression,
    },
    names: input.ExpressionAttributeNames,
    values: input.ExpressionAttributeValues,
  }
  const { legacyProjection, legacyFilter, startKey } = inLayer('older', () => {
    checkExpressionParameters(parameters)
    return {
      legacyProjection: input.AttributesToGet && projectionFromAttributesToGet(input.AttributesToGet),
      legacyFilter: conditionFromFilter(input.ScanFilter, input.ConditionalOperator),
      startKey: input.ExclusiveStartKey && canonicalizeItem(input.ExclusiveStartKey).item,
    }
  })
  const segment = readSegment(input)
  inLayer('enveloped', () => checkSelect(input))
  return inLayer('older', () => {
    const placeholders = readOlderPlaceholders(parameters)
    const filter =
      input.FilterExpression === undefined
        ? legacyFilter
        : compileCondition({ parameter: 'FilterExpression', source: input.FilterExpression, placeholders })
    const projection = legacyProjection ?? readProjection(input, placeholders)
    placeholders.requireAllUsed()
    return { filter, projection, startKey, segment }
  })
}

function readSegment({ Segment: number, TotalSegments: total }: ScanInput) {
  if (number === undefined && total === undefined) return undefined
  if (total === undefined) {
    throw validationError(
      'The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
    )
  }
  if (number === undefined) {
    throw validationError(
      'The Segment parameter is required but was not present in the request when parameter TotalSegments is present',
    )
  }
  if (number >= total) {
    const message = 'The Segment parameter is zero-based and must be less than parameter TotalSegments'
    throw new ValidationError(
      message,
      `${message}: Segment: ${number} is not less than TotalSegments: ${total}`,
    )
  }
  return { number, total }
}
