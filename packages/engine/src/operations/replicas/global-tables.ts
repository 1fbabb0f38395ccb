import type {
  CreateGlobalTableInput,
  DescribeGlobalTableInput,
  DescribeGlobalTableSettingsInput,
  UpdateGlobalTableInput,
  UpdateGlobalTableSettingsInput,
} from '@monotable/protocol'
import { NAME_MAX_LENGTH, NAME_MIN_LENGTH, ServiceError, validationError } from '@monotable/protocol'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import { nameLengthText } from '../../tables/table-name.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'

// AWS no longer makes global tables of version 2017, and says so in the same words everywhere (seen in October
// 2026). Those of version 2019 are made with UpdateTable and not reported here.

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
  const nameless = group.findIndex(({ RegionName }) => RegionName === undefined)
  if (nameless >= 0) {
    throw invalidParameters(
      `1 validation error detected: Value null at 'replicationGroup.${nameless + 1}.member.regionName' failed to ` +
        'satisfy constraint: Member must not be null',
    )
  }
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

/** Refuses. The version is checked before the table is looked up, and only if a replica is to be added. */
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
  if (updates.some(({ Create }) => Create !== undefined)) throw unsupportedVersion()
  throw globalTableNotFound(`Global table not found: ${absence(name)}`)
}

/** Reports that there is no such global table. */
export async function updateGlobalTableSettings(
  _context: OperationContext,
  input: UpdateGlobalTableSettingsInput,
): Promise<WireAnswer> {
  throw globalTableNotFound(absence(input.GlobalTableName))
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
