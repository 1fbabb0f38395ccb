import type { ServiceError, UpdateContributorInsightsInput } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import type { IndexDefinition, InsightsSetting, TableDefinition } from '../../tables/table-definition.ts'
import { resolveTableName } from '../../tables/table-name.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { requireExistingTable } from '../require-existing-table.ts'
import { isBeingImported } from '../tables/require-filled.ts'
import {
  describeInsights,
  type InsightsSubject,
  requireInsightsSubject,
  settingOf,
} from './contributor-insights.ts'

/**
 * Turns Contributor Insights of a table or a global index on or off. The answer shows a change in progress, as on
 * AWS, although it is already complete. Enabling it again changes only the mode; no mode means all keys.
 */
export async function updateContributorInsights(
  context: OperationContext,
  input: UpdateContributorInsightsInput,
): Promise<WireAnswer> {
  const { catalogue, clock, realm } = context
  const name = resolveTableName(realm, input.TableName)
  return catalogue.exclusively(realm, name, async () => {
    if (isBeingImported(context, name)) throw notActive('TableStatus')
    const table = requireExistingTable(context, name)
    const subject = requireInsightsSubject(table, input.IndexName)
    if (subject.index && subject.index.status !== 'ACTIVE') throw notActive('IndexStatus')
    const next = changedSetting(settingOf(subject), input, clock.now())
    if (next === undefined) return { ...describeInsights(subject) }
    await catalogue.save(realm, withSetting(table.definition, subject, next))
    if (next.enabled) context.meter.watch()
    return {
      ...describeInsights(subject),
      ContributorInsightsStatus: next.enabled ? 'ENABLING' : 'DISABLING',
      ContributorInsightsMode: next.mode,
    }
  })
}

function notActive(status: string): ServiceError {
  return validationError(
    `Table or Index is not in a valid state to update Key Access Insights: ${status} must be ACTIVE to enable ` +
      'ContributorInsights.',
  )
}

/** Returns the setting after the change, or `undefined` if nothing changes. */
function changedSetting(
  old: InsightsSetting | undefined,
  input: UpdateContributorInsightsInput,
  nowMs: number,
): InsightsSetting | undefined {
  const wasOn = old?.enabled === true
  if (input.ContributorInsightsAction === 'DISABLE') {
    return wasOn ? { ...old, enabled: false, updatedMs: nowMs } : undefined
  }
  const mode = input.ContributorInsightsMode ?? 'ACCESSED_AND_THROTTLED_KEYS'
  if (wasOn && old.mode === mode) return undefined
  return { mode, enabled: true, sinceMs: wasOn ? old.sinceMs : nowMs, updatedMs: nowMs }
}

function withSetting(
  definition: TableDefinition,
  { index }: InsightsSubject,
  insights: InsightsSetting,
): TableDefinition {
  if (index === undefined) return { ...definition, insights }
  const indexes = definition.indexes.map((one): IndexDefinition => {
    return one.name === index.name ? { ...one, insights } : one
  })
  return { ...definition, indexes }
}
