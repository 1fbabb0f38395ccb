import type {
  ReplicaGlobalSecondaryIndex,
  ReplicationGroupMemberAction,
  ReplicationGroupUpdate,
  UpdateTableInput,
} from '@monotable/protocol'
import { type ServiceError, validationError } from '@monotable/protocol'
import type { Realm } from '../../tables/catalogue.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import { checkTableClass } from '../../tables/read-table-class.ts'
import { globalTableRegions, strongRegionSets } from '../../tables/regions.ts'

/** What an UpdateTable request changes in other regions of a table: one kind of change. */
export interface ReplicaRequest {
  readonly creates: readonly ReplicationGroupMemberAction[]
  readonly updates: readonly ReplicationGroupMemberAction[]
  /** The regions to leave. */
  readonly deletes: readonly string[]
  /** Whether the table of this region leaves with a copy of the items. */
  readonly disassociates: boolean
  readonly consistency?: UpdateTableInput['MultiRegionConsistency']
  readonly witness?: { readonly isNew: boolean; readonly region: string }
}

/**
 * Reads and checks what a request changes in other regions, as far as that needs no table; `undefined` if it
 * changes nothing. The sentences and their order are AWS's, where they were seen (October 2026).
 */
export function readReplicaRequest(
  input: UpdateTableInput,
  { region }: Realm,
  { isAlone }: { readonly isAlone: boolean },
): ReplicaRequest | undefined {
  const { ReplicaUpdates: updates = [], MultiRegionConsistency: consistency } = input
  const witness = readWitness(input)
  const isStrongish = consistency !== undefined || witness !== undefined
  if (updates.length === 0 && (!isStrongish || isAlone)) return undefined
  if (!isAlone) {
    throw isStrongish
      ? validationError('Requests that modify replicas or witnesses must not also modify other fields')
      : invalidParameters('Replica modification must be the only operation in the request')
  }
  for (const update of updates) checkAction(update)
  checkDisassociation(updates, region)
  const request: ReplicaRequest = {
    creates: distinct(updates.flatMap(({ Create }) => Create ?? [])),
    updates: distinct(updates.flatMap(({ Update }) => Update ?? [])),
    deletes: distinct(updates.flatMap(({ Delete }) => Delete?.RegionName ?? [])),
    disassociates: updates.some(({ Disassociate }) => Disassociate !== undefined),
    ...(consistency && { consistency }),
    ...(witness && { witness }),
  }
  checkKinds(request)
  checkRegions(request, region)
  return request
}

/** Two identical actions count as one (seen on AWS). */
function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/** A witness without a region counts as absent (seen on AWS). */
function readWitness({ GlobalTableWitnessUpdates: [update] = [] }: UpdateTableInput) {
  const region = update?.Create?.RegionName || update?.Delete?.RegionName
  return region ? { isNew: update?.Create !== undefined, region } : undefined
}

function checkAction(action: ReplicationGroupUpdate): void {
  const { Create, Update, Delete, Disassociate } = action
  const [given, other] = [Create, Update, Delete, Disassociate].filter((candidate) => candidate !== undefined)
  if (given === undefined) throw noAction()
  if (other !== undefined) throw severalKinds()
  // A region may be missing where the service model does not require one; AWS gives no detail on that.
  if (given.RegionName === undefined) throw validationError('One or more parameter values were invalid')
  if (Update && !changesAnything(Update)) throw noAction()
  checkTableClass((Create ?? Update)?.TableClassOverride)
}

/** Both rules are documented for UpdateTable; the sentences are ours. */
function checkDisassociation(updates: readonly ReplicationGroupUpdate[], ownRegion: string): void {
  const leaving = updates.find(({ Disassociate }) => Disassociate)?.Disassociate
  if (leaving === undefined) return
  if (updates.length > 1) {
    throw validationError('A Disassociate action must be the only replica update in the request.')
  }
  if (leaving.RegionName !== ownRegion) {
    throw validationError(
      `Cannot disassociate the replica in region ${leaving.RegionName} through a request to region ${ownRegion}. ` +
        'Only the local replica can be disassociated.',
    )
  }
}

function changesAnything(action: ReplicationGroupMemberAction): boolean {
  const { RegionName: _, GlobalSecondaryIndexes: indexes = [], ...settings } = action
  if (Object.values(settings).some((setting) => setting !== undefined)) return true
  return indexes.length > 0 && indexes.every(overridesAnything)
}

function overridesAnything(index: ReplicaGlobalSecondaryIndex): boolean {
  return index.ProvisionedThroughputOverride !== undefined || index.OnDemandThroughputOverride !== undefined
}

function noAction(): ServiceError {
  return validationError('There are no actions specified in the Replica Update Action of the request.')
}

function severalKinds(): ServiceError {
  return validationError('Update table operation with more than one type of replica actions not allowed.')
}

/** Returns the error for changing several regions of a group at once, unless it is strongly consistent. */
export function severalReplicas(): ServiceError {
  return validationError(
    'Update table operation with more than one create or delete replica actions not allowed',
  )
}

function checkKinds({ creates, updates, deletes, consistency, witness }: ReplicaRequest): void {
  const kinds = [creates, updates, deletes].filter((actions) => actions.length > 0)
  if (kinds.length > 1) throw severalKinds()
  // A witness can be combined only with replicas.
  if (witness && !witness.isNew && deletes.length === 0) throw severalKinds()
  if (consistency !== undefined && creates.length === 0) {
    throw validationError(
      'Only Replica Create actions are supported when MultiRegionConsistency parameter is provided.',
    )
  }
  if (witness?.isNew && consistency !== 'STRONG') {
    throw validationError(
      'MultiRegionConsistency must be set as STRONG when GlobalTableWitnessUpdates parameter is present.',
    )
  }
  if (consistency !== 'STRONG' && creates.length > 1) throw severalReplicas()
}

function checkRegions(request: ReplicaRequest, ownRegion: string): void {
  const { creates, updates, deletes, consistency, witness } = request
  const created = creates.map(({ RegionName }) => RegionName)
  if ([...created, ...deletes].includes(ownRegion)) {
    throw validationError(
      'Cannot add or delete the local region through ReplicaUpdates. ' +
        'Use CreateTable, DeleteTable, or UpdateTable as required.',
    )
  }
  if (consistency === 'STRONG') checkStrongRegions(created, witness?.region, ownRegion)
  for (const region of [...created, ...updates.map(({ RegionName }) => RegionName), ...deletes]) {
    if (globalTableRegions.includes(region)) continue
    throw validationError(
      `Region ${region} is not supported. The latest version of global tables are only supported in the ` +
        `following regions: [${globalTableRegions.join(', ')}]`,
    )
  }
}

/**
 * Checks that three regions agree: three tables, or two and a witness. AWS documents that all of them are of one set,
 * and was seen to refuse three tables that are not, but to take a witness and a replica of two sets.
 */
function checkStrongRegions(
  created: readonly string[],
  witness: string | undefined,
  ownRegion: string,
): void {
  const others = [...created, ...(witness === undefined ? [] : [witness])]
  const label = 'for global tables with MultiRegionConsistency set to STRONG'
  if (others.length !== 2) throw validationError(`Unsupported replica count ${label}.`)
  const ownSet = strongRegionSets.find((regions) => regions.includes(ownRegion))
  const supported = (witness === undefined && ownSet) || strongRegionSets.flat()
  const unsupported = new Set([ownRegion, ...others].filter((region) => !supported.includes(region)))
  if (unsupported.size > 0) {
    throw validationError(`Unsupported Region(s) specified ${label}: [${[...unsupported].join(', ')}].`)
  }
  if (others[0] === others[1]) throw validationError('Cannot target multiple regions with the same action')
  if (witness === ownRegion) {
    throw validationError(
      'Cannot add a witness in the same region as an existing replica when creating a global table with ' +
        'MultiRegionConsistency set to STRONG.',
    )
  }
}
