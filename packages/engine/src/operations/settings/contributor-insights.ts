import type { ContributorInsightsSummary } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import { findIndex, type Table, type TableIndex } from '../../tables/table.ts'
import type { InsightsSetting, KeySchema } from '../../tables/table-definition.ts'

/** A table, or one of its global indexes, that Contributor Insights may be told of. */
export interface InsightsSubject {
  readonly table: Table
  readonly index: TableIndex | undefined
}

/** The global index of that name, or the table when none is named. */
export function requireInsightsSubject(table: Table, indexName: string | undefined): InsightsSubject {
  if (indexName === undefined) return { table, index: undefined }
  const index = findIndex(table, indexName)
  if (index?.kind === 'global') return { table, index }
  // A local index has no insights of its own, and counts as absent (seen on AWS, 2026-10).
  throw new ServiceError(
    'ResourceNotFoundException',
    `Requested resource not found: Index: ${indexName} not found for table: ${table.name}`,
  )
}

/** The setting of a table or an index, once there is one. */
export function settingOf({ table, index }: InsightsSubject): InsightsSetting | undefined {
  return index === undefined ? table.definition.insights : index.insights
}

/** The table first, then its global indexes. */
export function insightsSubjects(table: Table): InsightsSubject[] {
  const indexes = table.indexes.filter((index) => index.kind === 'global')
  return [undefined, ...indexes].map((index) => ({ table, index }))
}

/** How the insights of a table or an index stand. */
export function describeInsights(subject: InsightsSubject): ContributorInsightsSummary {
  const setting = settingOf(subject)
  return {
    TableName: subject.table.name,
    ...(subject.index && { IndexName: subject.index.name }),
    ContributorInsightsStatus: setting?.enabled === true ? 'ENABLED' : 'DISABLED',
    ...(setting && { ContributorInsightsMode: setting.mode }),
  }
}

/** The names of the rules that CloudWatch would have. */
export function insightsRules({ table, index }: InsightsSubject, setting: InsightsSetting): string[] {
  const key: KeySchema = (index ?? table).key
  const name = [table.name, ...(index === undefined ? [] : [index.name]), setting.sinceMs].join('-')
  const levels = key.range.length === 0 ? ['PK'] : ['PK', 'SK']
  const counts = setting.mode === 'THROTTLED_KEYS' ? ['T'] : ['C', 'T']
  return counts.flatMap((count) =>
    levels.map((level) => `DynamoDBContributorInsights-${level}${count}-${name}`),
  )
}
