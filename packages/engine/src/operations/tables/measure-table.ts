import type { DescriptionFacts } from '../../tables/describe-table.ts'
import { spacesOf, type TableDefinition } from '../../tables/table-definition.ts'
import type { OperationContext } from '../operation-context.ts'

/** What a description of a table tells of now: how much it and its indexes hold, and where else it is. */
export async function measureTable(
  { storage, clock, catalogue, realm }: OperationContext,
  definition: TableDefinition,
): Promise<DescriptionFacts> {
  const sizes = await Promise.all(
    spacesOf(definition).map(async (id) => [id, await storage.size(id)] as const),
  )
  return { sizes: new Map(sizes), nowMs: clock.now(), peers: catalogue.peersOf(realm, definition) }
}
