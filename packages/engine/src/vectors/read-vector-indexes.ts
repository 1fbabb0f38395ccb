import type { BillingMode, SearchSchemaElement, ServiceError, VectorIndex } from '@monotable/protocol'
import {
  VECTOR_INDEXES_MAX,
  VECTOR_MAX_DIMENSIONS,
  VECTOR_MAX_FILTERS,
  VECTOR_MAX_PROJECTED_ATTRIBUTES,
} from '@monotable/protocol'
import { readProjection } from '../tables/read-indexes.ts'
import { type AttributeTypes, invalidParameters } from '../tables/read-key-schema.ts'
import type { Projection, SearchAttribute, VectorIndexDefinition } from '../tables/table-definition.ts'

/** A vector index as described in a request, before it has spaces and a status. */
export type NewVectorIndex = Omit<VectorIndexDefinition, 'space' | 'versions' | 'status'>

/** The table that a vector index belongs to. */
export interface VectorIndexSetting {
  readonly types: AttributeTypes
  readonly billingMode: BillingMode
}

/** Reads the vector indexes of CreateTable. */
export function readVectorIndexes(
  indexes: readonly VectorIndex[],
  setting: VectorIndexSetting,
): NewVectorIndex[] {
  if (indexes.length === 0) throw invalidParameters('List of VectorIndexes is empty')
  if (indexes.length > VECTOR_INDEXES_MAX) {
    throw invalidParameters(`VectorIndex count exceeds the per-table limit of ${VECTOR_INDEXES_MAX}`)
  }
  const read = indexes.map((index) => readVectorIndex(index, setting))
  requireSameDimensions(read)
  return read
}

/** Reads one vector index. */
export function readVectorIndex(
  given: VectorIndex,
  { types, billingMode }: VectorIndexSetting,
): NewVectorIndex {
  requireOnDemand(billingMode)
  const { Dimensions: dimensions, VectorAttribute, SearchSchema = [] } = given
  if (dimensions > VECTOR_MAX_DIMENSIONS) {
    throw invalidParameters(`Number of dimensions must be between 1 and ${VECTOR_MAX_DIMENSIONS} inclusive.`)
  }
  return {
    name: given.IndexName,
    attribute: VectorAttribute.AttributeName,
    dimensions,
    distance: given.DistanceFunction,
    searchSchema: readSearchSchema(SearchSchema, types),
    projection: requireFewProjected(readProjection(given.Projection)),
  }
}

/** Refuses a vector attribute that has a type definition of its own. */
export function requireUndefinedVector({ attribute }: NewVectorIndex, types: AttributeTypes): void {
  if (!types.has(attribute)) return
  throw conflictingDefinition(
    attribute,
    'An attribute cannot be defined in AttributeDefinitions when used as a VectorAttribute.',
  )
}

/** Returns names for the spaces of a new vector index. */
export function newVectorSpaces(newId: () => string): Pick<VectorIndexDefinition, 'space' | 'versions'> {
  const id = newId()
  return { space: `vectors-${id}`, versions: `versions-${id}` }
}

/** Refuses vector indexes on provisioned tables: only on-demand tables can have them. */
function requireOnDemand(billingMode: BillingMode): void {
  if (billingMode === 'PAY_PER_REQUEST') return
  throw invalidParameters('Vector indexes are only supported for PAY_PER_REQUEST tables')
}

/** Checks that all indexes on an attribute have the same number of dimensions. */
function requireSameDimensions(indexes: readonly NewVectorIndex[]): void {
  const dimensions = new Map<string, number>()
  for (const index of indexes) {
    if ((dimensions.get(index.attribute) ?? index.dimensions) !== index.dimensions) {
      throw conflictingDefinition(
        index.attribute,
        'All VectorIndexes on the same vector attribute must use the same dimensions.',
      )
    }
    dimensions.set(index.attribute, index.dimensions)
  }
}

function readSearchSchema(
  elements: readonly SearchSchemaElement[],
  types: AttributeTypes,
): readonly SearchAttribute[] {
  requireFew(elements, 'HASH', 1)
  requireFew(elements, 'INLINE_FILTER', VECTOR_MAX_FILTERS)
  if (new Set(elements.map(({ AttributeName }) => AttributeName)).size < elements.length) {
    throw invalidParameters('SearchSchema contains a duplicate AttributeName')
  }
  return elements.map(({ AttributeName, SearchSchemaElementType }) => {
    const attribute = types.get(AttributeName)
    if (attribute === undefined) {
      throw invalidParameters('One element in SearchSchema is not defined in attribute definitions')
    }
    return { ...attribute, role: SearchSchemaElementType === 'HASH' ? 'hash' : 'filter' }
  })
}

function requireFewProjected(projection: Projection): Projection {
  const count = 1 + (projection.nonKeyAttributes?.length ?? 0)
  if (count <= VECTOR_MAX_PROJECTED_ATTRIBUTES) return projection
  throw invalidParameters(
    `Number of projected attributes of a vector index exceeds ${VECTOR_MAX_PROJECTED_ATTRIBUTES}`,
  )
}

function requireFew(elements: readonly SearchSchemaElement[], type: string, most: number): void {
  const count = elements.filter((element) => element.SearchSchemaElementType === type).length
  if (count <= most) return
  throw invalidParameters(
    `Value '${count}' at 'SearchSchema' failed to satisfy constraint: ` +
      `Member must have ${type} count less than or equal to ${most}`,
  )
}

function conflictingDefinition(attribute: string, rule: string): ServiceError {
  return invalidParameters(`Conflicting attribute definition for '${attribute}'. ${rule}`)
}
