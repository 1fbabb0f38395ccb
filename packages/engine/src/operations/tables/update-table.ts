import type { TableDescription, UpdateTableInput } from '@monotable/protocol'
import { withBareReplicas } from '../../tables/describe-replicas.ts'
import { type DescriptionFacts, describeTable } from '../../tables/describe-table.ts'
import { withBillingMode } from '../../tables/read-billing-mode.ts'
import { indexSpacesOf, type TableDefinition } from '../../tables/table-definition.ts'
import { resolveTableName } from '../../tables/table-name.ts'
import { randomUuid } from '../../util/random.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { changeReplicas } from '../replicas/change-replicas.ts'
import { requireNoDeparture } from '../replicas/departure-job.ts'
import { protectReplica } from '../replicas/disassociate-replica.ts'
import { requireExistingTable } from '../require-existing-table.ts'
import { closeTableStream, freeStreamTime, openTableStream } from '../streams/table-stream.ts'
import { startBackfill } from './backfill.ts'
import { checkTableUpdate } from './check-table-update.ts'
import { dropSpaces } from './drop-spaces.ts'
import { measureTable } from './measure-table.ts'
import { planTableUpdate } from './plan-table-update.ts'
import { isBeingImported, stillInUse } from './require-filled.ts'
import type { TableUpdateDraft } from './table-update-draft.ts'

/**
 * Changes a table. The answer shows a change in progress, as on AWS, although it is already complete, except for a
 * new index, which is filled in the background.
 */
export async function updateTable(context: OperationContext, asked: UpdateTableInput): Promise<WireAnswer> {
  const input = withBillingMode(asked)
  const { catalogue, clock, random, realm } = context
  const name = resolveTableName(realm, input.TableName)
  const replicas = checkTableUpdate(input, realm)
  return catalogue.exclusively(realm, name, async () => {
    if (isBeingImported(context, name)) throw stillInUse(`Table is being created: ${name}`)
    const { definition } = requireExistingTable(context, name)
    requireNoDeparture(definition)
    if (replicas !== undefined) {
      return { TableDescription: await changeReplicas(context, definition, replicas) }
    }
    const { DisassociationProtectionEnabled: isOn } = input
    if (isOn !== undefined) {
      const next = await protectReplica(context, definition, { isOn })
      return { TableDescription: withBareReplicas(describeTable(next, await measureTable(context, next))) }
    }
    const nowMs = input.StreamSpecification ? await freeStreamTime(context, name) : clock.now()
    const setting = { realm, nowMs, newId: () => randomUuid(random) }
    const draft = planTableUpdate(definition, input, setting)
    const facts = await measureTable(context, definition)
    await applyUpdate(context, definition, draft.next)
    const isOfGroup = definition.group && !input.SSESpecification && !input.StreamSpecification
    const described = isOfGroup ? describeGroupUpdate(definition, facts) : describeUpdate(draft, facts)
    return { TableDescription: described }
  })
}

/** A change that affects several regions is not visible in its answer (seen on AWS). */
function describeGroupUpdate(definition: TableDefinition, facts: DescriptionFacts): TableDescription {
  return withBareReplicas({ ...describeTable(definition, facts), TableStatus: 'UPDATING' })
}

// New spaces are created before the catalogue changes and old ones dropped after it, so that everything the
// catalogue names always exists, even after a crash.
async function applyUpdate(
  context: OperationContext,
  old: TableDefinition,
  next: TableDefinition,
): Promise<void> {
  const { catalogue, realm, storage } = context
  const oldSpaces = new Set(indexSpacesOf(old))
  const nextSpaces = new Set(indexSpacesOf(next))
  const added = [...nextSpaces].filter((space) => !oldSpaces.has(space))
  const removed = [...oldSpaces].filter((space) => !nextSpaces.has(space))
  for (const space of added) await storage.createSpace(space)
  const { stream } = next
  const turnsOn = stream !== undefined && stream.space !== old.stream?.space
  const beside = turnsOn ? [await openTableStream(context, { ...next, stream })] : []
  await catalogue.save(realm, next, { beside })
  if (old.stream && old.stream.space !== stream?.space) {
    await closeTableStream(context, old.name, old.stream)
  }
  const tableName = next.name
  for (const { space } of next.indexes) {
    if (!oldSpaces.has(space)) startBackfill(context, { realm, tableName, space })
  }
  const delayMs = context.settings.vectorFillDelayMs
  for (const { space } of next.vectorIndexes ?? []) {
    if (!oldSpaces.has(space)) startBackfill(context, { realm, tableName, space, delayMs })
  }
  if (removed.length > 0) await dropSpaces(context, removed)
}

function describeUpdate(draft: TableUpdateDraft, facts: DescriptionFacts): TableDescription {
  const described = describeTable(draft.shown, facts)
  const indexes = described.GlobalSecondaryIndexes?.map((index) => ({
    ...index,
    ...draft.indexOverlays.get(index.IndexName ?? ''),
  }))
  const vectorIndexes = described.VectorIndexes?.map((index) => ({
    ...index,
    ...draft.vectorOverlays.get(index.IndexName ?? ''),
  }))
  return {
    ...described,
    ...draft.overlay,
    ...(indexes && { GlobalSecondaryIndexes: indexes }),
    ...(vectorIndexes && { VectorIndexes: vectorIndexes }),
  }
}
