import { integer, oneOf, required, struct, text } from '../shape.ts'
import { indexName, tableName } from './names.ts'

const mode = oneOf('THROTTLED_KEYS', 'ACCESSED_AND_THROTTLED_KEYS')

export const updateContributorInsights = struct('UpdateContributorInsightsInput', {
  TableName: tableName,
  IndexName: indexName,
  ContributorInsightsAction: required(oneOf('ENABLE', 'DISABLE')),
  ContributorInsightsMode: mode,
})

export const describeContributorInsights = struct('DescribeContributorInsightsInput', {
  TableName: tableName,
  IndexName: indexName,
})

export const listContributorInsights = struct('ListContributorInsightsInput', {
  TableName: tableName,
  NextToken: text(),
  MaxResults: integer({ max: 100 }),
})
