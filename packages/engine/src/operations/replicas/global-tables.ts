import type {
  CreateGlobalTableInput,
  DescribeGlobalTableInput,
  DescribeGlobalTableSettingsInput,
  UpdateGlobalTableInput,
  UpdateGlobalTableSettingsInput,
} from '@monotable/protocol'
import { NAME_MAX_LENGTH, NAME_MIN_LENGTH, ServiceError, validationError } from '@monotable/protocol'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import { globalTableRegions, legacyTableRegions, namedRegions } from '../../tables/regions.ts'
import { nameLengthText } from '../../tables/table-name.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'

// AWS no longer makes global tables of version 2017, and says so in the same words everywhere (seen in October
// 2026), except that it first looks whether they could be in these regions. Those of version 2019 are made with
// UpdateTable and not reported here.

/** All that AWS says about some requests. */
const noDetail = 'One or more parameter values were invalid'

/** Refuses, as AWS now does. */
export async function createGlobalTable(
  _context: OperationContext,
  { GlobalTableName: name, ReplicationGroup: group }: Partial<CreateGlobalTableInput>,
): Promise<WireAnswer> {
  if (name === undefined || group === undefined) throw validationError(noDetail)
  if (name.length < NAME_MIN_LENGTH || name.length > NAME_MAX_LENGTH) {
    throw validationError(nameLengthText('TableName'))
  }
  if (group.length === 0) throw invalidParameters('Global table must have atleast one replica')
  const regions = group.map(({ RegionName }) => RegionName)
  checkNames(regions, 'replicationGroup')
  checkLegacyRegions(regions)
  throw unsupportedVersion()
}

/** Reports that there is no such global table. */
export async function describeGlobalTable(
  _context: OperationContext,
  input: DescribeGlobalTableInput,
): Promise<WireAnswer> {
  throw globalTableNotFound(`Global table not found: ${absence(input.GlobalTableName)}`)
}

/** Reports that there is no such global table. */
export async function describeGlobalTableSettings(
  _context: OperationContext,
  input: DescribeGlobalTableSettingsInput,
): Promise<WireAnswer> {
  throw globalTableNotFound(absence(input.GlobalTableName))
}

/** Lists the global tables: none. */
export async function listGlobalTables(): Promise<WireAnswer> {
  return { GlobalTables: [] }
}

/**
 * Refuses. The version is checked before the table is looked up, and only if a replica is to be added. The regions are
 * checked if all replicas are to be removed.
 */
export async function updateGlobalTable(
  _context: OperationContext,
  input: UpdateGlobalTableInput,
): Promise<WireAnswer> {
  const { GlobalTableName: name, ReplicaUpdates: updates } = input
  if (updates.length === 0 || updates.some(({ Create, Delete }) => !Create && !Delete)) {
    throw validationError(noDetail)
  }
  if (updates.some(({ Create, Delete }) => Create && Delete)) {
    throw invalidParameters(
      'A ReplicaUpdate structure cannot contain both a create replica action and a delete replica action',
    )
  }
  const added = updates.flatMap(({ Create }) => Create?.RegionName ?? [])
  if (added.length > 0) {
    checkNames(added, 'replicasToAdd')
    throw unsupportedVersion()
  }
  checkLegacyRegions(updates.flatMap(({ Delete }) => Delete?.RegionName ?? []))
  throw globalTableNotFound(`Global table not found: ${absence(name)}`)
}

/** Reports that there is no such global table. */
export async function updateGlobalTableSettings(
  _context: OperationContext,
  input: UpdateGlobalTableSettingsInput,
): Promise<WireAnswer> {
  throw globalTableNotFound(absence(input.GlobalTableName))
}

/** Refuses regions that are missing or that AWS has no name for. */
function checkNames(regions: readonly (string | undefined)[], list: string): void {
  const faults = regions.flatMap((region, index) => {
    if (region !== undefined && namedRegions.includes(region)) return []
    const value = region === undefined ? 'null' : `'${region}'`
    const constraint =
      region === undefined
        ? 'Member must not be null'
        : `Member must satisfy enum value set: [${namedRegions.join(', ')}]`
    return `Value ${value} at '${list}.${index + 1}.member.regionName' failed to satisfy constraint: ${constraint}`
  })
  if (faults.length === 0) return
  const count = `${faults.length} validation error${faults.length === 1 ? '' : 's'} detected`
  throw invalidParameters(`${count}: ${faults.join('; ')}`)
}

/** Refuses a region that AWS knows and that global tables of version 2017 could not be in. */
function checkLegacyRegions(regions: readonly (string | undefined)[]): void {
  const region = regions.find(
    (name) => name && namedRegions.includes(name) && !legacyTableRegions.includes(name),
  )
  if (region === undefined) return
  const supported = `[${legacyTableRegions.join(', ')}]`
  throw invalidParameters(
    `DynamoDB global tables version 2017.11.29 is not supported in this region '${region}', supported regions are : ` +
      `${supported}. We recommend using DynamoDB global tables version 2019.11.21, supported regions are : ` +
      `[[${globalTableRegions.join(', ')}], ${supported}].`,
  )
}

function unsupportedVersion(): ServiceError {
  return invalidParameters(
    'DynamoDB global tables version 2017.11.29 is not supported. We recommend using DynamoDB global tables ' +
      'version 2019.11.21, instead of version 2017.11.29 (Legacy).',
  )
}

function globalTableNotFound(message: string): ServiceError {
  return new ServiceError('GlobalTableNotFoundException', message)
}

/** Returns the message for a global table that does not exist. */
export function absence(name: string): string {
  return `Global table with name: '${name}' does not exist.`
}
