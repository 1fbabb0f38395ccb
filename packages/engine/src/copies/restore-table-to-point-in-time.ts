import type { RestoreTableToPointInTimeInput } from '@monotable/protocol'
import { ServiceError, validationError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import type { Realm } from '../tables/catalogue.ts'
import { invalidParameters } from '../tables/read-key-schema.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { resolveTableName } from '../tables/table-name.ts'
import { randomUuid } from '../util/random.ts'
import { splitAtMost } from '../util/split-at-most.ts'
import { recoveryWindow } from './continuous-backups.ts'
import { withoutCopies } from './create-backup.ts'
import { invalidRestore, planRestoredTable } from './plan-restored-table.ts'
import { requireFreeTarget, restoreTable } from './restore-table.ts'
import { markMoment, type RecordedTable } from './table-history.ts'

/**
 * Creates a table from the state of another one at a given moment. The order of checks was seen on AWS: the form of
 * the request, the source, whether it can be restored, the time, and only then the target.
 */
export async function restoreTableToPointInTime(
  context: OperationContext,
  input: RestoreTableToPointInTimeInput,
): Promise<WireAnswer> {
  const { catalogue, clock, random, realm } = context
  const { TargetTableName: name } = input
  const source = readSource(realm, input)
  checkTimeFlags(input)
  if (source.realm.region !== realm.region && input.SSESpecificationOverride === undefined) {
    throw invalidRestore('sseSpecificationOverride must be provided for cross-region restores')
  }
  const table = requireRecoverable(context, source)
  const restoreMs = readRestoreTime(table, input, clock.now())
  requireFreeTarget(context, name)
  return catalogue.exclusively(realm, [source.name, name], async () => {
    const recorded = requireRecoverable(context, source)
    const plan = {
      realm,
      name,
      nowMs: clock.now(),
      newId: () => randomUuid(random),
      creation: {
        kind: 'restore' as const,
        source: await markMoment(context, recorded, restoreMs),
        sourceArn: recorded.arn,
        restoreMs: restoreMs ?? clock.now(),
      },
    }
    const definition = planRestoredTable(withoutCopies(recorded), input, plan)
    requireFreeTarget(context, name)
    return restoreTable(context, definition)
  })
}

interface SourceName {
  readonly realm: Realm
  readonly name: string
  readonly arn?: string
}

function readSource(realm: Realm, input: RestoreTableToPointInTimeInput): SourceName {
  const { SourceTableArn: arn, SourceTableName: name } = input
  if (arn !== undefined && name !== undefined) {
    throw validationError('Must provide exactly one of: sourceTableArn, sourceTableName')
  }
  if (name !== undefined) return { realm, name: resolveTableName(realm, name) }
  if (arn === undefined) {
    throw validationError("The parameter 'TableName' is required but was not present in the request")
  }
  const [start, , service, region = '', accountId, path = ''] = splitAtMost(arn, ':', 6)
  const [type, tableName, below] = splitAtMost(path, '/', 3)
  if (start !== 'arn' || service !== 'dynamodb' || type !== 'table' || !tableName || below !== undefined) {
    throw invalidParameters('sourceTableArn is not a valid ARN')
  }
  if (accountId !== realm.accountId) {
    throw validationError(
      'This action is only supported by accounts that match the resource owner’s account.',
    )
  }
  return { realm: { ...realm, region }, name: tableName, arn }
}

function checkTimeFlags(input: RestoreTableToPointInTimeInput): void {
  const { RestoreDateTime: time, UseLatestRestorableTime: useLatest = false } = input
  if (time === undefined && !useLatest) {
    throw invalidRestore(
      'Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not both',
    )
  }
  if (time !== undefined && useLatest) {
    throw invalidRestore(
      'Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time restore request. ' +
        'Please specify either RestoreDateTime time or UseLatestRestorableTime',
    )
  }
}

/** The latest second that a Date can represent. */
const farthestSecond = 8.64e12

type RecoverableTable = RecordedTable & Required<Pick<TableDefinition, 'recovery'>>

function requireRecoverable({ catalogue }: OperationContext, source: SourceName): RecoverableTable {
  const definition = catalogue.find(source.realm, source.name)?.definition
  if (definition === undefined) {
    const text = source.arn === undefined ? `Table not found: ${source.name}` : 'Table not found'
    throw new ServiceError('TableNotFoundException', text)
  }
  return requireRecovery(definition)
}

/** Returns a table that can be restored to a point in time, or throws the error for one that cannot. */
export function requireRecovery(definition: TableDefinition): RecoverableTable {
  const { history, recovery } = definition
  if (history !== undefined && recovery !== undefined) return { ...definition, history, recovery }
  throw new ServiceError(
    'PointInTimeRecoveryUnavailableException',
    `Point in time recovery is not enabled for table '${definition.name}'`,
  )
}

/**
 * Returns the moment to restore, to the nearest millisecond as on AWS; undefined for the present. The bounds are
 * whole seconds, and a second that has begun counts.
 */
function readRestoreTime(
  { recovery }: RecoverableTable,
  { RestoreDateTime: time }: RestoreTableToPointInTimeInput,
  nowMs: number,
): number | undefined {
  if (time === undefined) return undefined
  const { earliest, latest } = recoveryWindow(recovery, nowMs)
  const timeMs = Math.round(time * 1000)
  if (Math.floor(timeMs / 1000) < earliest || timeMs > Math.ceil(nowMs / 1000) * 1000) {
    throw new ServiceError(
      'InvalidRestoreTimeException',
      `RestoreDateTime '${formatSecond(time)}' must be within EarliestRestorableDateTime ` +
        `'${formatSecond(earliest)}' and LatestRestorableDateTime '${formatSecond(latest)}'`,
    )
  }
  return timeMs > nowMs ? undefined : timeMs
}

/** Formats a second as AWS does in messages; one beyond the range of dates becomes the last possible one. */
export function formatSecond(seconds: number): string {
  const second = Math.min(Math.max(Math.floor(seconds), -farthestSecond), farthestSecond)
  return new Date(second * 1000).toISOString().replace('.000Z', 'Z')
}
