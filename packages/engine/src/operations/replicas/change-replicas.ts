import type { ReplicationGroupMemberAction, TableDescription } from '@monotable/protocol'
import { type ServiceError, validationError } from '@monotable/protocol'
import type { Change } from '../../storage/storage.ts'
import { realmPrefix } from '../../tables/backup-document.ts'
import { isBulkRunning } from '../../tables/bulk-document.ts'
import type { CatalogueEntry } from '../../tables/catalogue-record.ts'
import { withBareReplicas } from '../../tables/describe-replicas.ts'
import { describeTable } from '../../tables/describe-table.ts'
import { streamLabel } from '../../tables/stream-label.ts'
import type { GroupMember, TableDefinition, TableGroup, TableStream } from '../../tables/table-definition.ts'
import { regroup } from '../../tables/table-group.ts'
import { randomUuid } from '../../util/random.ts'
import type { OperationContext } from '../operation-context.ts'
import { freeStreamTime, openTableStream } from '../streams/table-stream.ts'
import { measureTable } from '../tables/measure-table.ts'
import { type ReplicaRequest, severalReplicas } from './check-replica-updates.ts'
import { disassociateReplica } from './disassociate-replica.ts'
import { inUse, leaveGroup, requireAtRest, requireLeavable } from './leave-group.ts'
import { planOverrides, planReplica, readGroupKeys } from './plan-replica.ts'

/**
 * Adds, changes or removes tables of other regions, and returns the answer of UpdateTable: a change in progress, of
 * which little is visible yet. The caller has exclusive access to the tables of that name.
 */
export async function changeReplicas(
  context: OperationContext,
  definition: TableDefinition,
  request: ReplicaRequest,
): Promise<TableDescription> {
  if (context.settings.mergesRegions) {
    throw validationError(
      'Tables have no replicas in other regions here, as all regions share their tables (the option shared)',
    )
  }
  const facts = await measureTable(context, definition)
  const shown = await applyRequest(context, definition, request)
  return withBareReplicas({ ...describeTable(shown, facts), TableStatus: 'UPDATING' })
}

function applyRequest(
  context: OperationContext,
  definition: TableDefinition,
  request: ReplicaRequest,
): Promise<TableDefinition> {
  if (request.creates.length > 0) return addReplicas(context, definition, request)
  if (request.deletes.length > 0) return removeReplicas(context, definition, request)
  if (request.disassociates) return disassociateReplica(context, definition)
  return overrideReplicas(context, definition, request.updates)
}

async function addReplicas(
  context: OperationContext,
  definition: TableDefinition,
  request: ReplicaRequest,
): Promise<TableDefinition> {
  const { catalogue, clock, random, realm } = context
  const { accountId } = realm
  await requireAddable(context, definition, request)
  const isStrong = request.consistency === 'STRONG'
  const nowMs = clock.now()
  const source = isStrong ? definition : await withStream(context, definition)
  const group = growGroup(source, request, { region: realm.region, nowMs })
  const added: CatalogueEntry[] = []
  for (const action of request.creates) {
    const target = { accountId, region: action.RegionName }
    const viewType = isStrong ? undefined : source.stream?.viewType
    const stream = viewType && (await newStream({ ...context, realm: target }, definition.name, viewType))
    const setting = { sourceRealm: realm, realm: target, nowMs, id: randomUuid(random), stream }
    added.push({ ...target, definition: planReplica({ ...source, group }, action, setting) })
  }
  // Everything that the catalogue will name must exist before.
  const beside: Change[] = []
  if (source.stream && source.stream.space !== definition.stream?.space) {
    beside.push(await openTableStream(context, { ...source, stream: source.stream }))
  }
  for (const { definition: replica, ...target } of added) {
    const { stream } = replica
    if (stream) beside.push(await openTableStream({ ...context, realm: target }, { ...replica, stream }))
  }
  const others = catalogue.peersOf(realm, definition)
  const grown = [{ ...realm, definition: source }, ...others].map((entry) => ({
    ...entry,
    definition: { ...entry.definition, group },
  }))
  await catalogue.change({ saved: regroup([...grown, ...added]), beside })
  return { ...source, group }
}

/** Adds a stream if there is none: streams carry changes from region to region (seen on AWS). */
async function withStream(context: OperationContext, definition: TableDefinition): Promise<TableDefinition> {
  if (definition.stream !== undefined) return definition
  const stream = await newStream(context, definition.name, 'NEW_AND_OLD_IMAGES')
  return { ...definition, stream, latestStreamLabel: stream.label }
}

async function newStream(
  context: OperationContext,
  tableName: string,
  viewType: TableStream['viewType'],
): Promise<TableStream> {
  const label = streamLabel(await freeStreamTime(context, tableName))
  return { viewType, label, space: `stream-${randomUuid(context.random)}` }
}

function growGroup(
  { group, createdMs }: TableDefinition,
  { creates, consistency, witness }: ReplicaRequest,
  { region, nowMs }: { readonly region: string; readonly nowMs: number },
): TableGroup {
  const added = creates.map(({ RegionName }): GroupMember => {
    return { region: RegionName, addedMs: nowMs, sourceRegion: region }
  })
  const members = group?.members ?? [{ region, addedMs: createdMs }]
  return {
    ...group,
    members: [...members, ...added],
    ...(consistency === 'STRONG' && { isStrong: true }),
    ...(witness && { witness: witness.region }),
  }
}

async function requireAddable(
  context: OperationContext,
  definition: TableDefinition,
  { creates, consistency }: ReplicaRequest,
): Promise<void> {
  const { group, name } = definition
  if (group && consistency) {
    throw validationError('MultiRegionConsistency parameter is unsupported on existing global table')
  }
  if (group?.isStrong) {
    throw validationError('Cannot add replicas to a global table with strong MultiRegionConsistency')
  }
  const { catalogue, realm } = context
  if (creates.some(({ RegionName: region }) => catalogue.findAny({ ...realm, region }, name))) {
    throw validationError(
      `Failed to create a the new replica of table with name: ‘${name}’ because one or more replicas already ` +
        'existed as tables.',
    )
  }
  requireAtRest(definition)
  await requireNoBulkOperation(context, definition)
  requireScaling(definition)
  if (consistency === 'STRONG') await requireStrong(context, definition)
}

/** AWS documentation: "You cannot add a replica to a table that has a bulk put items operation in progress." */
async function requireNoBulkOperation(
  { bulkOperations, realm }: OperationContext,
  { id }: TableDefinition,
): Promise<void> {
  const all = await bulkOperations.list(realmPrefix(realm))
  if (all.some((operation) => operation.tableId === id && isBulkRunning(operation))) throw inUse()
}

/**
 * Refuses write capacity that does not scale, because writes go to every region. Only tables that are or were in a
 * group have scaling settings here.
 */
function requireScaling({ billingMode, scaling, indexes }: TableDefinition): void {
  if (billingMode === 'PAY_PER_REQUEST') return
  const fixed = indexes.some((index) => index.kind === 'global' && index.scaling?.write === undefined)
  const what = scaling?.write === undefined ? 'Table' : fixed ? 'GSI' : undefined
  if (what === undefined) return
  throw validationError(`${what} write capacity should either be Pay-Per-Request or AutoScaled.`)
}

/**
 * Refuses what a table with strongly consistent regions must not have (AWS documentation; the wording is ours, but for
 * local indexes, where it is that of a deployment's failure).
 */
async function requireStrong({ storage }: OperationContext, definition: TableDefinition): Promise<void> {
  if (definition.indexes.some(({ kind }) => kind === 'local')) {
    throw validationError(
      'Local secondary indexes are not supported for global tables with MultiRegionConsistency set to STRONG',
    )
  }
  const reason = await findWeakness(definition, async () => (await storage.size(definition.space)).records)
  if (reason === undefined) return
  throw validationError(
    `A global table with MultiRegionConsistency set to STRONG cannot be made of a table that ${reason}`,
  )
}

async function findWeakness(
  { expiry }: TableDefinition,
  countItems: () => Promise<number>,
): Promise<string | undefined> {
  if (expiry !== undefined) return 'has Time to Live enabled'
  return (await countItems()) > 0 ? 'has items' : undefined
}

async function removeReplicas(
  context: OperationContext,
  definition: TableDefinition,
  request: ReplicaRequest,
): Promise<TableDefinition> {
  const { catalogue, realm } = context
  const peers = catalogue.peersOf(realm, definition)
  requireMembers(peers, request.deletes)
  requireWhole(definition.group, peers, request)
  const [leaving, staying]: CatalogueEntry[][] = [[], [{ ...realm, definition }]]
  for (const peer of peers) (request.deletes.includes(peer.region) ? leaving : staying)?.push(peer)
  for (const entry of leaving ?? []) await requireLeavable(context, entry)
  await leaveGroup(context, leaving ?? [], staying ?? [])
  return definition
}

function requireMembers(members: readonly CatalogueEntry[], regions: readonly string[]): void {
  const others = regions.filter((region) => members.every((member) => member.region !== region))
  if (others.length > 0) throw notPart('replicas', others)
}

function notPart(what: 'replicas' | 'witnesses', regions: readonly string[]): ServiceError {
  return validationError(
    `Update global table operation failed because one or more ${what} were not part of the global table. ` +
      `Please retry the request without these ${what}: [${regions.join(', ')}].`,
  )
}

/**
 * Checks which tables leave: all tables leave a strongly consistent group at once; any other group is left one
 * table at a time.
 */
function requireWhole(
  group: TableGroup | undefined,
  peers: readonly CatalogueEntry[],
  { deletes, witness }: ReplicaRequest,
): void {
  if (witness && witness.region !== group?.witness) throw notPart('witnesses', [witness.region])
  if (!group?.isStrong) {
    if (deletes.length > 1) throw severalReplicas()
    return
  }
  if (group.witness !== undefined && witness === undefined) {
    throw validationError('Update table delete operation does not include all witnesses.')
  }
  if (deletes.length < peers.length) throw onlyTogether()
}

/** Returns the error for removing a single table from a strongly consistent group. */
export function onlyTogether(): ServiceError {
  return validationError(
    'Deletion of only one table replica is not supported for global tables with MultiRegionConsistency set to STRONG.',
  )
}

async function overrideReplicas(
  { catalogue, clock, realm }: OperationContext,
  definition: TableDefinition,
  updates: readonly ReplicationGroupMemberAction[],
): Promise<TableDefinition> {
  const own: CatalogueEntry = { ...realm, definition }
  const members = definition.group === undefined ? [] : [own, ...catalogue.peersOf(realm, definition)]
  requireMembers(
    members,
    updates.map(({ RegionName }) => RegionName),
  )
  const nowMs = clock.now()
  const keys = readGroupKeys(members, updates)
  const overridden = members.map(({ definition: table, ...member }): CatalogueEntry => {
    const ofIt = updates.filter(({ RegionName }) => RegionName === member.region)
    const plan = (before: TableDefinition, action: ReplicationGroupMemberAction) =>
      planOverrides(before, action, { realm: member, nowMs })
    const keyArn = keys.get(member.region)
    const encrypted = keyArn === undefined ? table : { ...table, encryption: { keyArn } }
    return { ...member, definition: ofIt.reduce(plan, encrypted) }
  })
  await catalogue.change({ saved: overridden })
  return definition
}
