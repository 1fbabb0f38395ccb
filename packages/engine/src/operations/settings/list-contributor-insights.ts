import type { ListContributorInsightsInput } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { requireExistingTable } from '../require-existing-table.ts'
import {
  describeInsights,
  type InsightsSubject,
  insightsSubjects,
  settingOf,
} from './contributor-insights.ts'

const defaultResults = 100

/**
 * Lists the tables and global indexes with Contributor Insights enabled. For a whole account, a page covers a
 * number of candidates, enabled or not, so it may be empty although more pages follow (seen on AWS, 2026-10).
 */
export async function listContributorInsights(
  context: OperationContext,
  input: ListContributorInsightsInput,
): Promise<WireAnswer> {
  const candidates =
    input.TableName === undefined
      ? subjectsOf(context)
      : insightsSubjects(requireExistingTable(context, input.TableName)).filter(isOn)
  const start = readToken(input.NextToken)
  const end = start + Math.max(1, input.MaxResults || defaultResults)
  return {
    ContributorInsightsSummaries: candidates.slice(start, end).filter(isOn).map(describeInsights),
    NextToken: end < candidates.length ? String(end) : undefined,
  }
}

function subjectsOf({ catalogue, realm }: OperationContext): InsightsSubject[] {
  return catalogue.names(realm).flatMap((name) => {
    const table = catalogue.find(realm, name)
    return table === undefined ? [] : insightsSubjects(table)
  })
}

function isOn(subject: InsightsSubject): boolean {
  return settingOf(subject)?.enabled === true
}

function readToken(token: string | undefined): number {
  if (token === undefined) return 0
  if (!/^\d{1,9}$/.test(token)) throw validationError('Invalid NextToken')
  return Number(token)
}
