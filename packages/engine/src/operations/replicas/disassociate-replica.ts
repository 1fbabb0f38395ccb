import { type ServiceError, validationError } from '@monotable/protocol'
import { nameCopies } from '../../tables/departure.ts'
import { unfilledSpaces } from '../../tables/filling.ts'
import type { TableDefinition, TableGroup } from '../../tables/table-definition.ts'
import { ownMemberOf } from '../../tables/table-group.ts'
import { randomUuid } from '../../util/random.ts'
import type { OperationContext } from '../operation-context.ts'
import { startDeparture } from './departure-job.ts'
import { inUse } from './leave-group.ts'
import { withGroup } from './with-group.ts'

/**
 * Begins to take a table out of its group with a copy of the items, and returns the table as it was. The caller has
 * exclusive access to the tables of that name.
 */
export async function disassociateReplica(
  context: OperationContext,
  definition: TableDefinition,
): Promise<TableDefinition> {
  const { catalogue, random, realm, storage } = context
  const group = requireDissociable(definition)
  if (ownMemberOf(definition)?.isDissociable !== true) throw isProtected(definition, realm.region)
  if (unfilledSpaces(definition).length > 0) throw inUse()
  const spaces = nameCopies(definition, () => randomUuid(random))
  // Everything that the catalogue will name must exist before.
  for (const space of Object.values(spaces)) await storage.createSpace(space)
  const departure = { region: realm.region, spaces }
  await catalogue.change({ saved: withGroup(context, { ...realm, definition }, { ...group, departure }) })
  startDeparture(context, realm, definition)
  return definition
}

/** Turns the protection of a table from leaving its group on or off, and returns its definition with it. */
export async function protectReplica(
  context: OperationContext,
  definition: TableDefinition,
  { isOn }: { readonly isOn: boolean },
): Promise<TableDefinition> {
  const { catalogue, realm } = context
  const group = requireDissociable(definition)
  const own = ownMemberOf(definition)
  const members = group.members.map((member) => {
    if (member !== own) return member
    const { isDissociable: _, ...rest } = member
    return isOn ? rest : ({ ...rest, isDissociable: true } as const)
  })
  const next = { ...group, members }
  await catalogue.change({ saved: withGroup(context, { ...realm, definition }, next) })
  return { ...definition, group: next }
}

/** Which tables can leave is documented; the sentences are ours, like AWS's about similar restrictions. */
function requireDissociable({ group, name }: TableDefinition): TableGroup {
  if (group === undefined) {
    throw validationError(
      `Disassociation is only supported for replicas of a global table of version 2019.11.21: ${name} is not one.`,
    )
  }
  if (group.isStrong) {
    throw validationError(
      'Disassociation is not supported for global tables with MultiRegionConsistency set to STRONG.',
    )
  }
  return group
}

function isProtected({ name }: TableDefinition, region: string): ServiceError {
  return validationError(
    `Cannot disassociate table ${name} in region ${region} because it has disassociation protection enabled. ` +
      'Disable disassociation protection first.',
  )
}
