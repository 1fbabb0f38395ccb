import type { DescribeContributorInsightsInput } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { requireExistingTable } from '../require-existing-table.ts'
import { describeInsights, insightsRules, requireInsightsSubject, settingOf } from './contributor-insights.ts'

/** Returns the Contributor Insights status of a table or a global index. */
export async function describeContributorInsights(
  context: OperationContext,
  input: DescribeContributorInsightsInput,
): Promise<WireAnswer> {
  const table = requireExistingTable(context, input.TableName)
  const subject = requireInsightsSubject(table, input.IndexName)
  const setting = settingOf(subject)
  return {
    ...describeInsights(subject),
    ContributorInsightsRuleList: setting?.enabled === true ? insightsRules(subject, setting) : undefined,
    LastUpdateDateTime: setting && setting.updatedMs / 1000,
  }
}
