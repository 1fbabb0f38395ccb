import type { distribution } from '../distribution/distribution.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'

/** Returns how the items of an entity are written and found when they are spread over several places. */
export function distributionOf(entity: EntityDefinition | undefined): typeof distribution | undefined {
  return entity?.distribution as typeof distribution | undefined
}
