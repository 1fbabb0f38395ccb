/** What Contributor Insights tracks: all keys that are used, or only those that are throttled. */
export type ContributorInsightsMode = 'ACCESSED_AND_THROTTLED_KEYS' | 'THROTTLED_KEYS'

/** The status of Contributor Insights for a table or an index. */
export type ContributorInsightsStatus = 'ENABLING' | 'ENABLED' | 'DISABLING' | 'DISABLED' | 'FAILED'

/** Contributor Insights of a table or a global index, as lists show it. */
export interface ContributorInsightsSummary {
  readonly TableName?: string
  readonly IndexName?: string
  readonly ContributorInsightsStatus?: ContributorInsightsStatus
  readonly ContributorInsightsMode?: ContributorInsightsMode
}

/** The parameters of UpdateContributorInsights. */
export interface UpdateContributorInsightsInput {
  readonly TableName: string
  readonly IndexName?: string | undefined
  readonly ContributorInsightsAction: 'ENABLE' | 'DISABLE'
  readonly ContributorInsightsMode?: ContributorInsightsMode | undefined
}

/** The answer of UpdateContributorInsights. */
export type UpdateContributorInsightsOutput = ContributorInsightsSummary

/** The parameters of DescribeContributorInsights. */
export interface DescribeContributorInsightsInput {
  readonly TableName: string
  readonly IndexName?: string | undefined
}

/** The answer of DescribeContributorInsights. */
export interface DescribeContributorInsightsOutput extends ContributorInsightsSummary {
  readonly ContributorInsightsRuleList?: readonly string[]
  readonly LastUpdateDateTime?: number
  readonly FailureException?: { readonly ExceptionName?: string; readonly ExceptionDescription?: string }
}

/** The parameters of ListContributorInsights. */
export interface ListContributorInsightsInput {
  readonly TableName?: string | undefined
  readonly NextToken?: string | undefined
  readonly MaxResults?: number | undefined
}

/** The answer of ListContributorInsights. */
export interface ListContributorInsightsOutput {
  readonly ContributorInsightsSummaries?: readonly ContributorInsightsSummary[]
  readonly NextToken?: string
}
