import type { distribution } from '../distribution/distribution.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'

/** How an entity's items are written and found, where they are not all in one place. */
export function distributionOf(entity: EntityDefinition | undefined): typeof distribution | undefined {
  return entity?.distribution as typeof distribution | undefined
}
