import type { Projection as ProjectionDescription } from '@monotable/protocol'
import type { Projection } from './table-definition.ts'

/** Returns the projection of an index as descriptions show it. */
export function describeProjection({ type, nonKeyAttributes }: Projection): ProjectionDescription {
  return { ProjectionType: type, ...(nonKeyAttributes && { NonKeyAttributes: nonKeyAttributes }) }
}
