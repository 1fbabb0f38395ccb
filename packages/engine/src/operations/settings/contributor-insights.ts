import type { ContributorInsightsSummary } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import { findIndex, type Table, type TableIndex } from '../../tables/table.ts'
import type { InsightsSetting, KeySchema } from '../../tables/table-definition.ts'

/** A table, or one of its global indexes, for which Contributor Insights can be enabled. */
export interface InsightsSubject {
  readonly table: Table
  readonly index: TableIndex | undefined
}

/** Returns the global index of that name, or the table if none is given. */
export function requireInsightsSubject(table: Table, indexName: string | undefined): InsightsSubject {
  if (indexName === undefined) return { table, index: undefined }
  const index = findIndex(table, indexName)
  if (index?.kind === 'global') return { table, index }
  // A local index has no insights of its own and counts as missing (seen on AWS, 2026-10).
  throw new ServiceError(
    'ResourceNotFoundException',
    `Requested resource not found: Index: ${indexName} not found for table: ${table.name}`,
  )
}

/** Returns the setting of a table or an index, if there is one. */
export function settingOf({ table, index }: InsightsSubject): InsightsSetting | undefined {
  return index === undefined ? table.definition.insights : index.insights
}

/** Returns the table, followed by its global indexes. */
export function insightsSubjects(table: Table): InsightsSubject[] {
  const indexes = table.indexes.filter((index) => index.kind === 'global')
  return [undefined, ...indexes].map((index) => ({ table, index }))
}

/** Describes the Contributor Insights status of a table or an index. */
export function describeInsights(subject: InsightsSubject): ContributorInsightsSummary {
  const setting = settingOf(subject)
  return {
    TableName: subject.table.name,
    ...(subject.index && { IndexName: subject.index.name }),
    ContributorInsightsStatus: setting?.enabled === true ? 'ENABLED' : 'DISABLED',
    ...(setting && { ContributorInsightsMode: setting.mode }),
  }
}

/** Returns the names that CloudWatch would give to the rules. */
export function insightsRules({ table, index }: InsightsSubject, setting: InsightsSetting): string[] {
  const key: KeySchema = (index ?? table).key
  const name = [table.name, ...(index === undefined ? [] : [index.name]), setting.sinceMs].join('-')
  const levels = key.range.length === 0 ? ['PK'] : ['PK', 'SK']
  const counts = setting.mode === 'THROTTLED_KEYS' ? ['T'] : ['C', 'T']
  return counts.flatMap((count) =>
    levels.map((level) => `DynamoDBContributorInsights-${level}${count}-${name}`),
  )
}
