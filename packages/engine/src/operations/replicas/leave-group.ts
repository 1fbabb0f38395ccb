import { ServiceError, validationError } from '@monotable/protocol'
import type { CatalogueEntry } from '../../tables/catalogue-record.ts'
import { spacesOf, type TableDefinition } from '../../tables/table-definition.ts'
import { regroup } from '../../tables/table-group.ts'
import type { OperationContext } from '../operation-context.ts'
import { closeTableStream } from '../streams/table-stream.ts'
import { dropSpaces, namedAmong } from '../tables/drop-spaces.ts'

/** How long a table must stay after a replica was added from it. */
const sourceMs = 24 * 60 * 60 * 1000

/**
 * Removes tables of a group, and what belongs to them alone, while other tables of the group stay; items and
 * indexes stay. The caller has exclusive access to the tables of that name and has checked that they can go
 * (`requireLeavable`).
 */
export async function leaveGroup(
  context: OperationContext,
  leaving: readonly CatalogueEntry[],
  staying: readonly CatalogueEntry[],
): Promise<void> {
  const { catalogue, histories } = context
  const removed = leaving.map(({ definition, ...realm }) => ({ realm, name: definition.name }))
  await catalogue.change({ saved: regroup(staying), removed })
  if (leaving.some(({ definition }) => definition.destinations)) context.deliveries.sync()
  for (const { definition, ...realm } of leaving) {
    if (definition.history) histories.end(definition.space, definition.history.space)
    if (definition.stream) {
      await closeTableStream({ ...context, realm }, definition.name, definition.stream)
    }
    // Spaces that other tables name stay, but a server that has not yet heard of the removal must not read the
    // table through them.
    await dropSpaces(context, spacesOf(definition))
  }
}

/** Refuses to remove a table of a group that is protected, is the source of recent replicas, or is being copied. */
export async function requireLeavable(
  context: OperationContext,
  { region, definition }: CatalogueEntry,
): Promise<void> {
  const { name, deletionProtection, group, history } = definition
  if (deletionProtection) {
    throw validationError(
      `Cannot delete table ${name} in region ${region} because it has deletion protection enabled. ` +
        'Disable deletion protection first.',
    )
  }
  const sinceMs = context.clock.now() - sourceMs
  if (group?.members.some((member) => member.sourceRegion === region && member.addedMs > sinceMs)) {
    throw validationError(
      'Replica cannot be deleted because it has acted as a source region for new replica(s) being added to the ' +
        'table in the last 24 hours.',
    )
  }
  if (isFilling(definition)) throw indexesFilling()
  // A copy undoes the writes that arrive while it is made, and other regions would continue to write.
  if (history && (await namedAmong(context, [history.space], definition)).has(history.space)) throw inUse()
}

/** Refuses additions to a group while an index is being filled. */
export function requireAtRest(definition: TableDefinition): void {
  if (isFilling(definition)) throw inUse()
}

function isFilling({ indexes, vectorIndexes = [] }: TableDefinition): boolean {
  return [...indexes, ...vectorIndexes].some(({ status }) => status !== 'ACTIVE')
}

/** Returns the error for removing a replica while an index is being filled (seen in the report aws/aws-cdk#22253). */
function indexesFilling(): ServiceError {
  return new ServiceError(
    'ResourceInUseException',
    'Attempt to change a resource which is still in use: Cannot delete table while indexes are being created, ' +
      'updated, or deleted. This limit is applied globally for global tables.',
  )
}

/** Returns the error for a table that is busy with something else. */
export function inUse(): ServiceError {
  return new ServiceError(
    'ResourceInUseException',
    'The resource which you are attempting to change is in use.',
  )
}
