import type {
  OnDemandThroughputOverride,
  ProvisionedThroughputOverride,
  ReplicationGroupMemberAction,
} from '@monotable/protocol'
import { ServiceError, validationError } from '@monotable/protocol'
import { requireUnitsInQuota } from '../../tables/capacity-quota.ts'
import type { Realm } from '../../tables/catalogue.ts'
import { changeThroughput } from '../../tables/change-throughput.ts'
import { readEncryption } from '../../tables/read-encryption.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import { mergeOnDemandLimits, readOnDemandLimits } from '../../tables/read-on-demand-limits.ts'
import { highestUnits } from '../../tables/read-warm-throughput.ts'
import type {
  IndexDefinition,
  OnDemandLimits,
  TableDefinition,
  TableStream,
  Throughput,
  Units,
} from '../../tables/table-definition.ts'
import { tableArn } from '../../tables/table-name.ts'

/** What a new table in another region needs beyond the definition of its source. */
export interface ReplicaSetting {
  /** The realm of the source, and that of the replica. */
  readonly sourceRealm: Realm
  readonly realm: Realm
  readonly nowMs: number
  readonly id: string
  readonly stream: TableStream | undefined
}

/**
 * Plans the definition of a table in another region. It names the spaces of its source and has what all regions
 * share; tags, policies, protection, recovery and insights are each region's own. It begins with the standard
 * class, whatever the class of its source, although the documentation says otherwise; overrides of units that the
 * table does not have and of missing indexes are ignored (all seen on AWS).
 */
export function planReplica(
  source: TableDefinition,
  action: ReplicationGroupMemberAction,
  { sourceRealm, realm, nowMs, id, stream }: ReplicaSetting,
): TableDefinition {
  const {
    stream: _stream,
    destinations: _destinations,
    latestStreamLabel: _label,
    policies: _policies,
    streamTags: _streamTags,
    insights: _insights,
    history: _history,
    recovery: _recovery,
    encryption: _encryption,
    tableClass: _class,
    tableClassUpdatedMs: _classUpdatedMs,
    settingsReplication: _mode,
    ...shared
  } = source
  const keyArn = readReplicaKey(source, action, { sourceRealm, realm })
  const copy: TableDefinition = {
    ...shared,
    id,
    arn: tableArn(realm, source.name),
    createdMs: nowMs,
    ...(source.billingMode === 'PAY_PER_REQUEST' && { payPerRequestSinceMs: nowMs }),
    throughput: newThroughput(source.throughput),
    indexes: source.indexes.map(({ insights: _, ...index }) => ({
      ...index,
      ...(index.throughput && { throughput: newThroughput(index.throughput) }),
    })),
    deletionProtection: false,
    tags: [],
    ...(keyArn !== undefined && { encryption: { keyArn } }),
    ...(stream && { stream, latestStreamLabel: stream.label }),
  }
  return planOverrides(copy, fittingOverrides(source, action), { realm, nowMs })
}

/** Each region counts its own increases and decreases (seen on AWS), and a new one has had none. */
function newThroughput({ read, write }: Units): Throughput {
  return { read, write, decreasesToday: 0 }
}

function fittingOverrides(
  { billingMode, indexes }: TableDefinition,
  action: ReplicationGroupMemberAction,
): ReadOverrides & Pick<ReplicationGroupMemberAction, 'GlobalSecondaryIndexes' | 'TableClassOverride'> {
  const choose = (given: ReadOverrides): ReadOverrides =>
    billingMode === 'PROVISIONED'
      ? { ProvisionedThroughputOverride: given.ProvisionedThroughputOverride }
      : { OnDemandThroughputOverride: given.OnDemandThroughputOverride }
  const known = new Set(indexes.filter(({ kind }) => kind === 'global').map(({ name }) => name))
  return {
    ...choose(action),
    TableClassOverride: action.TableClassOverride,
    GlobalSecondaryIndexes: action.GlobalSecondaryIndexes?.filter(({ IndexName }) =>
      known.has(IndexName),
    ).map((index) => ({ IndexName: index.IndexName, ...choose(index) })),
  }
}

/** Reads the key of a replica: each region has its own, and all are of the same kind. */
function readReplicaKey(
  { encryption }: TableDefinition,
  { KMSMasterKeyId: keyId }: ReplicationGroupMemberAction,
  { sourceRealm, realm }: Pick<ReplicaSetting, 'sourceRealm' | 'realm'>,
): string | undefined {
  const hasOwnKey = isOwnKey(encryption?.keyArn, sourceRealm)
  if (hasOwnKey !== (keyId !== undefined)) throw keyPerReplica()
  if (encryption === undefined) return undefined
  if (keyId === undefined) return readEncryption(managed, realm)
  const keyArn = readEncryption({ ...managed, KMSMasterKeyId: keyId }, realm)
  if (!isOwnKey(keyArn, realm)) throw keysOfTwoKinds()
  return keyArn
}

/** How a table is encrypted with the key that AWS manages for DynamoDB. */
const managed = { Enabled: true, SSEType: 'KMS' } as const

function isOwnKey(keyArn: string | undefined, realm: Realm): boolean {
  return keyArn !== undefined && keyArn !== readEncryption(managed, realm)
}

/** Refuses a key for one table of a group if it is of another kind than the keys of the others. */
export function requireKeysOfOneKind(
  oldArn: string | undefined,
  nextArn: string | undefined,
  realm: Realm,
): void {
  if (oldArn === undefined || nextArn === undefined) return
  const [wasOwn, isOwn] = [isOwnKey(oldArn, realm), isOwnKey(nextArn, realm)]
  if (wasOwn !== isOwn) throw isOwn ? keyPerReplica() : keysOfTwoKinds()
}

function keysOfTwoKinds(): ServiceError {
  return invalidParameters('All replica keys must either be Customer Managed CMK or AWS Managed CMK.')
}

/** Returns the error for a missing key, and for one that is not wanted. */
export function keyPerReplica(): ServiceError {
  return invalidParameters('KMSMasterKeyId must be specified for each replica.')
}

/**
 * Reads the keys that a change gives to the tables of a group, by region; empty if it names none. It must name one
 * for each region, including its own, all of one kind, which may differ from the previous kind.
 */
export function readGroupKeys(
  members: readonly Realm[],
  updates: readonly ReplicationGroupMemberAction[],
): ReadonlyMap<string, string> {
  const given = new Map(
    updates.flatMap(({ RegionName, KMSMasterKeyId: keyId }) =>
      keyId === undefined ? [] : [[RegionName, keyId]],
    ),
  )
  if (given.size === 0) return new Map()
  const keys = members.map((realm) => {
    const keyId = given.get(realm.region)
    const keyArn = keyId && readEncryption({ ...managed, KMSMasterKeyId: keyId }, realm)
    if (!keyArn) throw keyPerReplica()
    return { region: realm.region, keyArn, isOwn: isOwnKey(keyArn, realm) }
  })
  if (new Set(keys.map(({ isOwn }) => isOwn)).size > 1) throw keysOfTwoKinds()
  return new Map(keys.map(({ region, keyArn }) => [region, keyArn]))
}

/**
 * Returns a table with its overrides, that is everything that may differ from the other tables of its group, except
 * the key.
 */
export function planOverrides(
  table: TableDefinition,
  action: Omit<ReplicationGroupMemberAction, 'RegionName'>,
  { realm, nowMs }: { readonly realm: Realm; readonly nowMs: number },
): TableDefinition {
  const setting = { realm, nowMs, billingMode: table.billingMode }
  const overridden = overrideReads(table, action, setting)
  const indexes = new Map(overridden.indexes.map((index) => [index.name, index]))
  for (const { IndexName: name, ...overrides } of action.GlobalSecondaryIndexes ?? []) {
    const index = indexes.get(name)
    if (index?.kind !== 'global') {
      throw new ServiceError(
        'ResourceNotFoundException',
        `Requested resource not found: Index ${name} for table ${table.name}`,
      )
    }
    indexes.set(name, overrideReads<IndexDefinition>(index, overrides, { ...setting, index: name }))
  }
  const { TableClassOverride: tableClass } = action
  return {
    ...overridden,
    indexes: [...indexes.values()],
    ...(tableClass && { tableClass, tableClassUpdatedMs: nowMs }),
  }
}

interface Reads {
  readonly throughput?: Throughput
  readonly onDemandLimits?: OnDemandLimits
  readonly warmThroughput?: Units
}

interface ReadOverrides {
  readonly ProvisionedThroughputOverride?: ProvisionedThroughputOverride | undefined
  readonly OnDemandThroughputOverride?: OnDemandThroughputOverride | undefined
}

interface OverrideSetting {
  readonly realm: Realm
  readonly nowMs: number
  readonly billingMode: TableDefinition['billingMode']
  readonly index?: string
}

/** Only read capacity can be overridden: writes go to every region. */
function overrideReads<Owner extends Reads>(
  owner: Owner,
  overrides: ReadOverrides,
  { realm: { region }, nowMs, billingMode, index }: OverrideSetting,
): Owner {
  const read = overrides.ProvisionedThroughputOverride?.ReadCapacityUnits
  const limit = overrides.OnDemandThroughputOverride?.MaxReadRequestUnits
  const place = index === undefined ? {} : { index }
  let next = owner
  if (read !== undefined) {
    if (billingMode === 'PAY_PER_REQUEST') {
      throw validationError(
        'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
      )
    }
    requireUnitsInQuota({ read, write: 0 }, { region, ...place })
    const old = owner.throughput ?? { read: 0, write: 0, decreasesToday: 0 }
    // Repeating the current value is not an error here (seen on AWS).
    if (read !== old.read) {
      const units = { read, write: old.write }
      next = {
        ...next,
        throughput: changeThroughput(old, units, { nowMs, ...place }).next,
        warmThroughput: highestUnits(owner.warmThroughput ?? units, units),
      }
    }
  }
  if (limit === undefined) return next
  const given = { MaxReadRequestUnits: limit }
  const limits = readOnDemandLimits(given, { region, billingMode, isNewTable: false, isNew: false, ...place })
  const { onDemandLimits: old, ...rest } = next
  const merged = mergeOnDemandLimits(old, limits)
  return { ...rest, ...(merged && { onDemandLimits: merged }) } as Owner
}
