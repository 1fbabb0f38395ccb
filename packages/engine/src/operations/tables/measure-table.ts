import type { DescriptionFacts } from '../../tables/describe-table.ts'
import { spacesOf, type TableDefinition } from '../../tables/table-definition.ts'
import type { OperationContext } from '../operation-context.ts'

/**
 * Returns the current facts in a table's description: how much it and its indexes hold, and in which other regions
 * it is.
 */
export async function measureTable(
  { storage, clock, catalogue, realm }: OperationContext,
  definition: TableDefinition,
): Promise<DescriptionFacts> {
  const sizes = await Promise.all(
    spacesOf(definition).map(async (id) => [id, await storage.size(id)] as const),
  )
  return { sizes: new Map(sizes), nowMs: clock.now(), peers: catalogue.peersOf(realm, definition) }
}
