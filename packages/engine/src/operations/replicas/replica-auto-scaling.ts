import type {
  AutoScalingSettingsDescription,
  AutoScalingSettingsUpdate,
  DescribeTableReplicaAutoScalingInput,
  TableAutoScalingDescription,
  UpdateTableReplicaAutoScalingInput,
} from '@monotable/protocol'
import { ServiceError, validationError } from '@monotable/protocol'
import type { CatalogueEntry } from '../../tables/catalogue-record.ts'
import type { Scaling, ScalingSetting, TableDefinition } from '../../tables/table-definition.ts'
import { resolveTableName } from '../../tables/table-name.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { checkBounds, checkWhole, failedSettings, readScaling } from '../tables/plan-scaling.ts'
import { requireNoDeparture } from './departure-job.ts'
import { absence } from './global-tables.ts'

/** Returns the auto scaling settings of the tables of a group. */
export async function describeTableReplicaAutoScaling(
  context: OperationContext,
  input: DescribeTableReplicaAutoScalingInput,
): Promise<WireAnswer> {
  const name = resolveTableName(context.realm, input.TableName)
  return { TableAutoScalingDescription: describeMembers(name, requireGroup(context, name)) }
}

/** Changes the auto scaling settings of the tables of a group. The answer shows the previous ones, as on AWS. */
export async function updateTableReplicaAutoScaling(
  context: OperationContext,
  input: UpdateTableReplicaAutoScalingInput,
): Promise<WireAnswer> {
  const { catalogue, realm } = context
  const name = resolveTableName(realm, input.TableName)
  // The completeness of the request is checked before the existence of the table (seen on AWS).
  const asked = askedChanges(name, input)
  for (const { given } of asked) checkWhole(given, name)
  return catalogue.exclusively(realm, name, async () => {
    const members = requireGroup(context, name)
    for (const { definition } of members) requireNoDeparture(definition)
    const changes = readChanges(name, asked, members)
    const saved = members.map(({ definition, ...member }): CatalogueEntry => {
      const ofIt = changes.filter(({ region }) => region === undefined || region === member.region)
      return { ...member, definition: ofIt.reduce(applyChange, definition) }
    })
    await catalogue.change({ saved })
    return { TableAutoScalingDescription: describeMembers(name, members) }
  })
}

function requireGroup({ catalogue, realm }: OperationContext, name: string): CatalogueEntry[] {
  const definition = catalogue.find(realm, name)?.definition
  if (definition?.group === undefined) throw new ServiceError('ResourceNotFoundException', absence(name))
  return [{ ...realm, definition }, ...catalogue.peersOf(realm, definition)]
}

/** A setting for one region, or for all if no region is given. */
interface ScalingChange {
  readonly region?: string
  readonly index?: string
  readonly kind: 'read' | 'write'
  readonly given: AutoScalingSettingsUpdate
  readonly next: ScalingSetting | undefined
}

function readChanges(
  tableName: string,
  asked: readonly Omit<ScalingChange, 'next'>[],
  members: readonly CatalogueEntry[],
): ScalingChange[] {
  const [{ accountId, definition }] = members as [CatalogueEntry]
  requireNamed(tableName, asked, members)
  requireProvisioned(definition, members, asked)
  for (const { given, kind } of asked) checkBounds(given, { kind })
  return asked.map((change) => ({
    ...change,
    next: readScaling(change.given, { accountId, tableName, ...change }),
  }))
}

function askedChanges(
  tableName: string,
  input: UpdateTableReplicaAutoScalingInput,
): Omit<ScalingChange, 'next'>[] {
  const {
    ProvisionedWriteCapacityAutoScalingUpdate: writes,
    GlobalSecondaryIndexUpdates: indexes = [],
    ReplicaUpdates: replicas = [],
  } = input
  const repeated = repeatedIn(replicas.map(({ RegionName }) => RegionName))
  if (repeated.size > 0) {
    throw failedSettings(
      tableName,
      ` because the regions: ‘[${[...repeated].join(', ')}]’ were specified more than once.`,
    )
  }
  const changes: Omit<ScalingChange, 'next'>[] = writes ? [{ kind: 'write', given: writes }] : []
  for (const { IndexName: index = '', ProvisionedWriteCapacityAutoScalingUpdate: given } of indexes) {
    if (given === undefined) throw noParameter(tableName, ` for global secondary index with name: ‘${index}’`)
    changes.push({ kind: 'write', index, given })
  }
  for (const replica of replicas) {
    const { RegionName: region, ReplicaGlobalSecondaryIndexUpdates: ofIndexes = [] } = replica
    const { ReplicaProvisionedReadCapacityAutoScalingUpdate: reads } = replica
    const ofIt: Omit<ScalingChange, 'next'>[] = reads ? [{ region, kind: 'read', given: reads }] : []
    for (const { IndexName: index = '', ProvisionedReadCapacityAutoScalingUpdate: given } of ofIndexes) {
      if (given) ofIt.push({ region, kind: 'read', index, given })
    }
    if (ofIt.length === 0) throw noParameter(tableName, ` for region: ‘${region}’`)
    for (const change of ofIt) changes.push(change)
  }
  if (changes.length === 0) throw noParameter(tableName, '')
  return changes
}

function repeatedIn(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) repeated.add(name)
    seen.add(name)
  }
  return repeated
}

function noParameter(tableName: string, where: string): ServiceError {
  return failedSettings(tableName, ` because at least one update parameter must be specified${where}.`)
}

/** Refuses missing regions and indexes, all of them at once (seen on AWS). */
function requireNamed(
  tableName: string,
  asked: readonly Omit<ScalingChange, 'next'>[],
  members: readonly CatalogueEntry[],
): void {
  const known = new Set(members.map(({ region }) => region))
  const regions = unknownOf(
    asked.map(({ region }) => region),
    known,
  )
  if (regions) throw notFound(tableName, `a replica does not exist in regions: ‘${regions}’.`)
  const [first] = members as [CatalogueEntry]
  const globals = first.definition.indexes.filter(({ kind }) => kind === 'global')
  const indexes = unknownOf(
    asked.map(({ index }) => index),
    new Set(globals.map(({ name }) => name)),
  )
  if (indexes)
    throw notFound(tableName, `the global secondary indexes with names: ‘${indexes}’ do not exist.`)
}

function unknownOf(names: readonly (string | undefined)[], known: ReadonlySet<string>): string | undefined {
  const unknown = new Set(names.filter((name) => name !== undefined && !known.has(name)))
  return unknown.size === 0 ? undefined : `[${[...unknown].join(', ')}]`
}

function notFound(tableName: string, reason: string): ServiceError {
  const { message } = failedSettings(tableName, ` because ${reason}`)
  return new ServiceError('ResourceNotFoundException', message)
}

/** Refuses to scale an on-demand table, where scaling can only be turned off (seen on AWS). */
function requireProvisioned(
  { name, billingMode }: TableDefinition,
  members: readonly CatalogueEntry[],
  changes: readonly Omit<ScalingChange, 'next'>[],
): void {
  const first = changes.find(({ given }) => given.AutoScalingDisabled !== true)
  if (billingMode === 'PROVISIONED' || first === undefined) return
  const regions = members.map(({ region }) => `'${region.toUpperCase()}'`).sort()
  throw validationError(
    `Failed to update global table with name ‘${name}‘. Replicas ${regions.join(', ')} BillingMode is PayPerRequest. ` +
      `You must convert table's BillingMode to PROVISIONED to set parameters: '${olderNameOf(first)}'.`,
  )
}

/** Returns the name of a setting that cannot be changed, in AWS's words, which are those of the operation of 2017. */
function olderNameOf({ kind, index }: Pick<ScalingChange, 'kind' | 'index'>): string {
  if (kind === 'write') {
    return index === undefined
      ? 'GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate'
      : 'GlobalTableGlobalSecondaryIndexSettingsUpdate'
  }
  return index === undefined
    ? 'ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate'
    : 'ReplicaGlobalSecondaryIndexSettingsUpdate'
}

function applyChange(definition: TableDefinition, change: ScalingChange): TableDefinition {
  if (change.index === undefined) return { ...definition, scaling: changeScaling(definition.scaling, change) }
  return {
    ...definition,
    indexes: definition.indexes.map((index) =>
      index.name === change.index ? { ...index, scaling: changeScaling(index.scaling, change) } : index,
    ),
  }
}

function changeScaling(scaling: Scaling | undefined, { kind, next }: ScalingChange): Scaling {
  const { [kind]: _, ...rest } = scaling ?? {}
  return { ...rest, ...(next && { [kind]: next }) }
}

/** Describes all tables of the group by the names of their regions, including the requested one (seen on AWS). */
function describeMembers(name: string, members: readonly CatalogueEntry[]): TableAutoScalingDescription {
  const sorted = members.toSorted((one, other) => (one.region < other.region ? -1 : 1))
  return {
    TableName: name,
    TableStatus: 'ACTIVE',
    Replicas: sorted.map(({ region, definition: { billingMode, indexes, scaling } }) => {
      const describe = (setting: ScalingSetting | undefined) => describeScaling(setting, billingMode)
      return {
        RegionName: region,
        GlobalSecondaryIndexes: indexes
          .filter(({ kind }) => kind === 'global')
          .map((index) => ({
            IndexName: index.name,
            IndexStatus: index.status,
            ProvisionedReadCapacityAutoScalingSettings: describe(index.scaling?.read),
            ProvisionedWriteCapacityAutoScalingSettings: describe(index.scaling?.write),
          })),
        ReplicaProvisionedReadCapacityAutoScalingSettings: describe(scaling?.read),
        ReplicaProvisionedWriteCapacityAutoScalingSettings: describe(scaling?.write),
        ReplicaStatus: 'ACTIVE',
      }
    }),
  }
}

/** Settings survive while a table is billed per request, but are then reported as disabled (seen on AWS). */
function describeScaling(
  setting: ScalingSetting | undefined,
  billingMode: TableDefinition['billingMode'],
): AutoScalingSettingsDescription {
  if (setting === undefined) return { AutoScalingDisabled: true, ScalingPolicies: [] }
  const { min, max, roleArn, policyName, target, disableScaleIn, scaleInCooldown, scaleOutCooldown } = setting
  return {
    ...(billingMode === 'PAY_PER_REQUEST' && { AutoScalingDisabled: true }),
    MinimumUnits: min,
    MaximumUnits: max,
    AutoScalingRoleArn: roleArn,
    ScalingPolicies: [
      {
        PolicyName: policyName,
        TargetTrackingScalingPolicyConfiguration: {
          ...(disableScaleIn !== undefined && { DisableScaleIn: disableScaleIn }),
          ...(scaleInCooldown !== undefined && { ScaleInCooldown: scaleInCooldown }),
          ...(scaleOutCooldown !== undefined && { ScaleOutCooldown: scaleOutCooldown }),
          TargetValue: target,
        },
      },
    ],
  }
}
