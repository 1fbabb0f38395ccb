import type { AutoScalingSettingsUpdate, UpdateTableInput } from '@monotable/protocol'
import { type ServiceError, validationError } from '@monotable/protocol'
import { TABLE_MAX_UNITS } from '../../tables/capacity-quota.ts'
import type { Scaling, ScalingSetting, TableDefinition, Units } from '../../tables/table-definition.ts'
import type { TableUpdateDraft, TableUpdateSetting } from './table-update-draft.ts'

/** What scales: the reads or the writes of a table or an index. */
export interface ScalingPlace {
  readonly accountId: string
  readonly tableName: string
  readonly index?: string
  readonly kind: 'read' | 'write'
}

/** The utilization that AWS aims at by default, in percent. */
const usualTarget = 70

/**
 * Plans the scaling settings of a group with provisioned capacity, which on AWS scales from the beginning; the
 * settings are reported here too.
 */
export function planScalingUpdate(
  draft: TableUpdateDraft,
  _input: UpdateTableInput,
  { realm: { accountId } }: TableUpdateSetting,
): TableUpdateDraft {
  const { group, billingMode, scaling, name, throughput } = draft.next
  if (group === undefined || billingMode !== 'PROVISIONED') return draft
  const next: TableDefinition = {
    ...draft.next,
    scaling: scaling ?? usualScaling({ accountId, tableName: name }, throughput),
    indexes: draft.next.indexes.map((index) => {
      if (index.kind === 'local' || index.throughput === undefined || index.scaling) return index
      return {
        ...index,
        scaling: usualScaling({ accountId, tableName: name, index: index.name }, index.throughput),
      }
    }),
  }
  return { ...draft, next }
}

/** Drops the scaling settings of a group that becomes provisioned: it starts without its earlier ones (seen on AWS). */
export function forgetScaling(table: TableDefinition): TableDefinition {
  if (table.group === undefined) return table
  const { scaling: _, ...rest } = table
  return { ...rest, indexes: table.indexes.map(({ scaling: __, ...index }) => index) }
}

function usualScaling(place: Omit<ScalingPlace, 'kind'>, units: Units): Scaling {
  const settingOf = (kind: 'read' | 'write'): ScalingSetting => ({
    min: units[kind],
    max: TABLE_MAX_UNITS,
    roleArn: usualRole(place.accountId),
    policyName: usualPolicy({ ...place, kind }),
    target: usualTarget,
  })
  return { read: settingOf('read'), write: settingOf('write') }
}

function usualRole(accountId: string): string {
  const service = 'dynamodb.application-autoscaling.amazonaws.com'
  return `arn:aws:iam::${accountId}:role/aws-service-role/${service}/AWSServiceRoleForApplicationAutoScaling_DynamoDBTable`
}

function usualPolicy({ tableName, index, kind }: ScalingPlace): string {
  return `${metricOf(kind)}:table/${tableName}${index === undefined ? '' : `/index/${index}`}`
}

function metricOf(kind: 'read' | 'write'): string {
  return `DynamoDB${kind === 'read' ? 'Read' : 'Write'}CapacityUtilization`
}

/** Reads how something is to scale; `undefined` to turn scaling off. The settings must have passed `checkWhole`. */
export function readScaling(
  given: AutoScalingSettingsUpdate,
  place: ScalingPlace,
): ScalingSetting | undefined {
  const { MinimumUnits: min, MaximumUnits: max, ScalingPolicyUpdate: policy } = given
  if (given.AutoScalingDisabled || min === undefined || max === undefined || policy === undefined) {
    return undefined
  }
  const {
    TargetValue: target,
    DisableScaleIn: disableScaleIn,
    ScaleInCooldown: scaleInCooldown,
    ScaleOutCooldown: scaleOutCooldown,
  } = policy.TargetTrackingScalingPolicyConfiguration
  return {
    min,
    max,
    roleArn: given.AutoScalingRoleArn ?? usualRole(place.accountId),
    policyName: policy.PolicyName ?? usualPolicy(place),
    target,
    ...(disableScaleIn !== undefined && { disableScaleIn }),
    ...(scaleInCooldown !== undefined && { scaleInCooldown }),
    ...(scaleOutCooldown !== undefined && { scaleOutCooldown }),
  }
}

/** Checks that a setting is complete, or only turns scaling off. The sentences are AWS's (seen in 2026). */
export function checkWhole(given: AutoScalingSettingsUpdate, tableName: string): void {
  const names = ['MaximumUnits', 'ScalingPolicyUpdate', 'MinimumUnits'] as const
  const isOff = given.AutoScalingDisabled === true
  const wrong = names.filter((name) => (given[name] !== undefined) === isOff)
  if (wrong.length === 0) return
  const list = wrong.map((name) => `'${name}'`).join(', ')
  if (!isOff) {
    throw failedSettings(
      tableName,
      `: Parameters ${list} are required unless auto scaling is being disabled.`,
    )
  }
  // One colon less than elsewhere.
  throw validationError(
    `Failed to update settings for global table with name ‘${tableName}’: Parameters ${list} must be left blank ` +
      'when disabling auto scaling.',
  )
}

/** Checks what the scaling service checks, which AWS does last. */
export function checkBounds(given: AutoScalingSettingsUpdate, { kind }: Pick<ScalingPlace, 'kind'>): void {
  if (given.AutoScalingDisabled === true) return
  if ((given.MaximumUnits ?? 0) < (given.MinimumUnits ?? 0)) {
    throw ofScalingService('Maximum capacity cannot be less than minimum capacity')
  }
  const target = given.ScalingPolicyUpdate?.TargetTrackingScalingPolicyConfiguration.TargetValue ?? 0
  if (target <= 0) {
    throw ofScalingService(
      "For target tracking scaling, target value must be between '8.51592E-109' and '1.174271E108', " +
        `but was '${javaDouble(target)}'.`,
    )
  }
  if (target < 10 || target > 90) {
    throw ofScalingService(
      `For predefined metric type ${metricOf(kind)}, target value must be between '10.0' and '90.0', ` +
        `but was '${javaDouble(target)}'.`,
    )
  }
}

/** Returns the error for settings that could not be changed. */
export function failedSettings(tableName: string, reason: string): ServiceError {
  return validationError(`Failed to update settings for global table with name: ‘${tableName}’${reason}`)
}

/**
 * Formats an error that AWS passes on from the scaling service, without the id of a request that does not exist
 * here.
 */
function ofScalingService(reason: string): ServiceError {
  return validationError(
    `${reason} (Service: AWSApplicationAutoScaling; Status Code: 400; Error Code: ValidationException)`,
  )
}

function javaDouble(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value)
}
