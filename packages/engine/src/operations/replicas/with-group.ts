import type { CatalogueEntry } from '../../tables/catalogue-record.ts'
import type { TableGroup } from '../../tables/table-definition.ts'
import type { OperationContext } from '../operation-context.ts'

/** Returns the tables of a group, the given one first, all with a new state of the group. */
export function withGroup(
  { catalogue }: Pick<OperationContext, 'catalogue'>,
  entry: CatalogueEntry,
  group: TableGroup,
): CatalogueEntry[] {
  return [entry, ...catalogue.peersOf(entry, entry.definition)].map((each) => ({
    ...each,
    definition: { ...each.definition, group },
  }))
}
