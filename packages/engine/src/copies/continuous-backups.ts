import type {
  ContinuousBackupsDescription,
  DescribeContinuousBackupsInput,
  UpdateContinuousBackupsInput,
} from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { dropSpaces, namedAmong } from '../operations/tables/drop-spaces.ts'
import { isBeingImported } from '../operations/tables/require-filled.ts'
import type { Recovery, TableDefinition } from '../tables/table-definition.ts'
import { resolveTableName } from '../tables/table-name.ts'
import { requireBackedUpTable } from './create-backup.ts'
import { DAY_MS } from './keep-histories.ts'
import { beginHistory } from './table-history.ts'

const defaultPeriodDays = 35

/** The answer for a table whose items are still being imported. */
const notYet: ContinuousBackupsDescription = {
  ContinuousBackupsStatus: 'DISABLED',
  PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
}

/** Returns whether a table can be restored to a point in time, and to which ones. */
export async function describeContinuousBackups(
  context: OperationContext,
  input: DescribeContinuousBackupsInput,
): Promise<WireAnswer> {
  const tableName = resolveTableName(context.realm, input.TableName)
  if (isBeingImported(context, tableName)) return { ContinuousBackupsDescription: notYet }
  const definition = requireBackedUpTable(context, tableName)
  return { ContinuousBackupsDescription: describe(definition.recovery, context.clock.now()) }
}

/** Turns point-in-time recovery on or off, or changes how far back it goes. */
export async function updateContinuousBackups(
  context: OperationContext,
  input: UpdateContinuousBackupsInput,
): Promise<WireAnswer> {
  const { catalogue, clock, historyKeeper, realm } = context
  const tableName = resolveTableName(realm, input.TableName)
  const { PointInTimeRecoveryEnabled: isOn, RecoveryPeriodInDays: periodDays } =
    input.PointInTimeRecoverySpecification
  if (!isOn && periodDays !== undefined) {
    throw validationError(
      'Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.',
    )
  }
  return catalogue.exclusively(realm, tableName, async () => {
    const definition = requireBackedUpTable(context, tableName)
    const recovery = isOn ? nextRecovery(definition.recovery, periodDays, clock.now()) : undefined
    if (recovery === undefined) await turnOff(context, definition)
    else {
      const recorded = await beginHistory(context, realm, definition)
      await catalogue.save(realm, { ...recorded, recovery })
      historyKeeper.wakeAt(clock.now() + recovery.periodDays * DAY_MS)
    }
    return { ContinuousBackupsDescription: describe(recovery, clock.now()) }
  })
}

/** Returns the new state of recovery: if it stays on it keeps its state, and its period unless a new one is given. */
function nextRecovery(old: Recovery | undefined, periodDays: number | undefined, nowMs: number): Recovery {
  return {
    sinceMs: old?.sinceMs ?? nowMs,
    periodDays: periodDays ?? old?.periodDays ?? defaultPeriodDays,
  }
}

async function turnOff(context: OperationContext, definition: TableDefinition): Promise<void> {
  const { catalogue, histories, realm } = context
  if (definition.recovery === undefined) return
  const { history, recovery: _, ...rest } = definition
  if (history === undefined) return
  // A copy in progress still needs it, and releases it when done.
  if ((await namedAmong(context, [history.space], definition)).has(history.space)) {
    await catalogue.save(realm, { ...rest, history })
    return
  }
  await catalogue.save(realm, rest)
  histories.end(definition.space, history.space)
  await dropSpaces(context, [history.space])
}

/** Returns the moments to which a table can be restored, in whole seconds as AWS reports them. */
export function recoveryWindow(
  { sinceMs, periodDays }: Recovery,
  nowMs: number,
): { readonly earliest: number; readonly latest: number } {
  const earliestMs = Math.max(sinceMs, nowMs - periodDays * DAY_MS)
  return { earliest: Math.floor(earliestMs / 1000), latest: Math.floor(nowMs / 1000) }
}

function describe(recovery: Recovery | undefined, nowMs: number): ContinuousBackupsDescription {
  if (recovery === undefined) {
    return {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
    }
  }
  const { earliest, latest } = recoveryWindow(recovery, nowMs)
  return {
    ContinuousBackupsStatus: 'ENABLED',
    PointInTimeRecoveryDescription: {
      PointInTimeRecoveryStatus: 'ENABLED',
      RecoveryPeriodInDays: recovery.periodDays,
      PointInTimeRecoveryWindowDays: recovery.periodDays,
      EarliestRestorableDateTime: earliest,
      LatestRestorableDateTime: latest,
    },
  }
}
