import type {
  AttributeMap,
  AttributeValue,
  AttributeValueInput,
  SearchVectorsInput,
} from '@monotable/protocol'
import {
  canonicalizeValue,
  SEARCH_MAX_BYTES,
  SEARCH_MAX_RESULTS,
  ServiceError,
  setOwn,
  validationError,
} from '@monotable/protocol'
import type { Projection } from '../../expressions/compile-projection.ts'
import { findVectorIndex, type Table, type TableVectorIndex } from '../../tables/table.ts'
import { JsonText } from '../../util/json-text.ts'
import { type FoundEntry, findNearest } from '../../vectors/find-nearest.ts'
import { float32Text, saturate, toFloat32 } from '../../vectors/float32.ts'
import type { Hit } from '../../vectors/nearest.ts'
import { searchBytes } from '../../vectors/search-bytes.ts'
import { readSearchCondition, readSearchScope } from '../../vectors/search-condition.ts'
import { itemTextOf } from '../../vectors/vector-doc.ts'
import { vectorPartition, vectorSizeBytes } from '../../vectors/vector-entry.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { checkExpressionParameters, readPlaceholders } from '../parameters/expression-parameters.ts'
import { readProjection } from '../parameters/read-projection.ts'
import { requireItemTable } from '../require-table-named.ts'
import { inLayer } from '../wording-layer.ts'

/** Finds the items whose vectors are nearest to a given one. Exact, where AWS is approximate. */
export async function searchVectors(
  context: OperationContext,
  input: SearchVectorsInput,
): Promise<WireAnswer> {
  const { equalities, projection } = inLayer('bare', () => readSearch(input))
  const table = requireItemTable(context, input.TableName)
  const index = requireSearchable(table, input.IndexName)
  const vector = readQueryVector(index, input.SearchVector)
  const scope = readSearchScope(index, equalities)
  if (projection !== undefined) checkKeyPaths(table, projection.paths)
  const hits = await findNearest(
    // The cache is never stale, but with injected staleness eventual reads must sometimes be.
    { ...context, cache: context.eventual === context.storage ? context.vectors : undefined },
    { index, partition: vectorPartition(scope.hash) },
    { vector, limit: input.TopK, filters: scope.filters },
  )
  const results = takeFitting(hits).map((hit) => ({
    Item: resultItem(index, hit.found, projection),
    Score: saturate(hit.score),
  }))
  const asksForUnits = input.ReturnConsumedCapacity === 'TOTAL' || input.ReturnConsumedCapacity === 'INDEXES'
  return {
    SearchResults: results,
    ConsumedCapacity: asksForUnits ? consumedBytes(index, hits, projection) : undefined,
  }
}

function readSearch(input: SearchVectorsInput) {
  const { TopK: limit, SearchConditionExpression: condition } = input
  if (limit > SEARCH_MAX_RESULTS) {
    throw validationError(
      `Provided TopK value '${limit}' is out of valid range. ` +
        `The value must be between 1 and ${SEARCH_MAX_RESULTS} inclusive`,
    )
  }
  const parameters = {
    legacy: {},
    expressions: {
      SearchConditionExpression: condition,
      ProjectionExpression: input.ProjectionExpression,
    },
    names: input.ExpressionAttributeNames,
    values: input.ExpressionAttributeValues,
  }
  checkExpressionParameters(parameters)
  const placeholders = readPlaceholders(parameters)
  const equalities = condition === undefined ? undefined : readSearchCondition(condition, placeholders)
  const projection = readProjection(input, placeholders)
  placeholders.requireAllUsed()
  return { equalities, projection }
}

function requireSearchable(table: Table, name: string): TableVectorIndex {
  const index = findVectorIndex(table, name)
  if (index === undefined) throw validationError(`The table does not have the specified index: ${name}`)
  if (index.status === 'CREATING') {
    throw validationError(`Cannot search backfilling vector index: ${name}`)
  }
  return index
}

function readQueryVector(
  { dimensions }: TableVectorIndex,
  given: readonly AttributeValueInput[],
): Float64Array {
  const vector = new Float64Array(given.length)
  for (const [i, element] of given.entries()) vector[i] = readElement(element)
  if (given.length !== dimensions) {
    throw validationError(
      `Input search vector dimension ${given.length} does not match vector index dimension ${dimensions}`,
    )
  }
  return vector
}

function readElement(element: AttributeValueInput): number {
  const value = canonicalOf(element)
  const number = value && 'N' in value ? toFloat32(value.N) : undefined
  if (number === undefined) throw invalidVector()
  return number
}

function canonicalOf(element: AttributeValueInput): AttributeValue | undefined {
  try {
    return canonicalizeValue(element)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

function invalidVector(): ServiceError {
  return validationError(
    'Search vector contains invalid values. ' +
      'All values in the search vector must be a 32-bit floating-point number attribute',
  )
}

/** Returns the hits that fit into an answer of 16 MB; those farther away are left out. */
function takeFitting(hits: readonly Hit<FoundEntry>[]): readonly Hit<FoundEntry>[] {
  let bytes = 0
  const tooMany = hits.findIndex(({ found }) => {
    bytes += found.doc.length
    return bytes > SEARCH_MAX_BYTES
  })
  return tooMany < 0 ? hits : hits.slice(0, tooMany)
}

/** Returns what an index holds of an item, without the vector unless that was requested. */
function resultItem(
  index: TableVectorIndex,
  { doc, vector }: FoundEntry,
  projection: Projection | undefined,
): JsonText | AttributeMap {
  const text = itemTextOf(doc, index.dimensions)
  if (projection === undefined) return new JsonText(text)
  const item = JSON.parse(text) as AttributeMap
  if (projection.attributeNames.has(index.attribute)) {
    setOwn(item, index.attribute, { L: Array.from(vector, (number) => ({ N: float32Text(number) })) })
  }
  return projection.project(item)
}

function consumedBytes(
  index: TableVectorIndex,
  hits: readonly Hit<FoundEntry>[],
  projection: Projection | undefined,
) {
  const vectorBytes = vectorSizeBytes(index)
  const bytes = searchBytes({
    dimensions: index.dimensions,
    results: hits.length,
    itemBytes: hits.reduce((sum, { found }) => sum + found.sizeBytes - vectorBytes, 0),
    vectors: projection?.attributeNames.has(index.attribute) ? hits.length : 0,
  })
  return { VectorSearchRequestBytes: bytes, VectorSearchUnits: bytes }
}
