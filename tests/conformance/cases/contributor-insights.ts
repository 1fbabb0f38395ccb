import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, Fields } from '../case.ts'
import { invalid, tableNotFound } from '../errors.ts'
import { tableOf } from '../fixtures.ts'
import { any, matching } from '../matchers.ts'
import { captured, documentation } from '../sources.ts'

const own = { TableName: '«own»' }
const onIndex = { ...own, IndexName: 'byA' }
const all = { ContributorInsightsMode: 'ACCESSED_AND_THROTTLED_KEYS' }
const throttled = { ContributorInsightsMode: 'THROTTLED_KEYS' }
const status = (word: string): Fields => ({ ContributorInsightsStatus: word })

const hashOnly = tableOf({ attributes: { pk: 'S' }, hash: 'pk' })

const indexed = tableOf({
  attributes: { pk: 'S', sk: 'S', a: 'S' },
  hash: 'pk',
  range: 'sk',
  global: [{ name: 'byA', hash: ['a'], projection: { ProjectionType: 'ALL' } }],
  local: [{ name: 'local', hash: ['pk'], range: ['a'], projection: { ProjectionType: 'ALL' } }],
})

const rule = (kind: string, index = ''): ReturnType<typeof matching> =>
  matching(new RegExp(`^DynamoDBContributorInsights-${kind}-«own»${index}-\\d{13}$`))

const enable = (input: Fields, output: Fields): ReturnType<typeof step> =>
  step('UpdateContributorInsights', { ...input, ContributorInsightsAction: 'ENABLE' }, output)

const disable = (input: Fields, output: Fields): ReturnType<typeof step> =>
  step('UpdateContributorInsights', { ...input, ContributorInsightsAction: 'DISABLE' }, output)

const describe = (input: Fields, output: Fields): ReturnType<typeof step> =>
  step('DescribeContributorInsights', input, output)

const lifecycle: readonly ConformanceCase[] = [
  {
    name: 'Contributor Insights of a new table is off, and turning it off changes nothing',
    source: captured,
    tables: { own: hashOnly },
    steps: [
      describe(own, { ...own, ...status('DISABLED') }),
      disable(own, { ...own, ...status('DISABLED') }),
      step('ListContributorInsights', own, { ContributorInsightsSummaries: [] }),
    ],
  },
  {
    name: 'Contributor Insights is turned on and off',
    source: captured,
    tables: { own: hashOnly },
    steps: [
      enable(own, { ...own, ...status('ENABLING'), ...all }),
      describe(own, {
        ...own,
        ...status('ENABLED'),
        ...all,
        ContributorInsightsRuleList: [rule('PKC'), rule('PKT')],
        LastUpdateDateTime: any,
      }),
      enable(own, { ...own, ...status('ENABLED'), ...all }),
      disable(own, { ...own, ...status('DISABLING'), ...all }),
      describe(own, { ...own, ...status('DISABLED'), ...all, LastUpdateDateTime: any }),
      disable(own, { ...own, ...status('DISABLED'), ...all }),
    ],
  },
  {
    name: 'Contributor Insights changes its mode when it is turned on again, and no mode is all keys',
    source: captured,
    tables: { own: hashOnly },
    steps: [
      enable({ ...own, ...throttled }, { ...own, ...status('ENABLING'), ...throttled }),
      describe(own, {
        ...own,
        ...status('ENABLED'),
        ...throttled,
        ContributorInsightsRuleList: [rule('PKT')],
        LastUpdateDateTime: any,
      }),
      enable(own, { ...own, ...status('ENABLING'), ...all }),
      disable({ ...own, ...throttled }, { ...own, ...status('DISABLING'), ...all }),
    ],
  },
  {
    name: 'Contributor Insights of a table with a sort key has rules for that too',
    source: documentation('CloudWatch contributor insights for DynamoDB: How it works'),
    tables: { own: indexed },
    steps: [
      enable(own, { ...own, ...status('ENABLING'), ...all }),
      describe(own, {
        ...own,
        ...status('ENABLED'),
        ...all,
        ContributorInsightsRuleList: [rule('PKC'), rule('SKC'), rule('PKT'), rule('SKT')],
        LastUpdateDateTime: any,
      }),
    ],
  },
  {
    name: 'Contributor Insights of a global index is its own',
    source: captured,
    tables: { own: indexed },
    steps: [
      enable(onIndex, { ...onIndex, ...status('ENABLING'), ...all }),
      describe(own, { ...own, ...status('DISABLED') }),
      describe(onIndex, {
        ...onIndex,
        ...status('ENABLED'),
        ...all,
        ContributorInsightsRuleList: [rule('PKC', '-byA'), rule('PKT', '-byA')],
        LastUpdateDateTime: any,
      }),
      enable(own, { ...own, ...status('ENABLING'), ...all }),
      step('ListContributorInsights', own, {
        ContributorInsightsSummaries: [
          { ...own, ...status('ENABLED'), ...all },
          { ...onIndex, ...status('ENABLED'), ...all },
        ],
      }),
      step(
        'ListContributorInsights',
        { ...own, MaxResults: 1 },
        { ContributorInsightsSummaries: [{ ...own, ...status('ENABLED'), ...all }], NextToken: any },
      ),
      disable(own, { ...own, ...status('DISABLING'), ...all }),
      step('ListContributorInsights', own, {
        ContributorInsightsSummaries: [{ ...onIndex, ...status('ENABLED'), ...all }],
      }),
    ],
  },
]

const indexNotFound = (index: string) => ({
  name: 'ResourceNotFoundException',
  message: `Requested resource not found: Index: ${index} not found for table: «own»`,
})

const shortIndexName = invalid('IndexName must be at least 3 characters long and at most 255 characters long')

const errors: readonly ConformanceCase[] = [
  ...(['DescribeContributorInsights', 'ListContributorInsights'] as const).map((operation) =>
    refused(
      { name: `${operation} of a table that is not there`, source: captured, operation },
      { TableName: '«absent»' },
      tableNotFound('«absent»'),
    ),
  ),
  refused(
    {
      name: 'UpdateContributorInsights of a table that is not there',
      source: captured,
      operation: 'UpdateContributorInsights',
    },
    { TableName: '«absent»', ContributorInsightsAction: 'ENABLE' },
    tableNotFound('«absent»'),
  ),
  {
    name: 'Contributor Insights of an index with an empty name',
    source: captured,
    tables: { own: indexed },
    steps: [
      refusal('DescribeContributorInsights', { ...own, IndexName: '' }, shortIndexName),
      refusal(
        'UpdateContributorInsights',
        { ...own, IndexName: '', ContributorInsightsAction: 'ENABLE' },
        shortIndexName,
      ),
    ],
  },
  {
    name: 'Contributor Insights of a local index, or of none, is not found',
    source: captured,
    tables: { own: indexed },
    steps: ['local', 'none'].flatMap((index) => [
      refusal('DescribeContributorInsights', { ...own, IndexName: index }, indexNotFound(index)),
      refusal(
        'UpdateContributorInsights',
        { ...own, IndexName: index, ContributorInsightsAction: 'ENABLE' },
        indexNotFound(index),
      ),
    ]),
  },
]

/** Contributor Insights: the setting that reports a table or an index to CloudWatch. */
export const contributorInsights: readonly ConformanceCase[] = [...lifecycle, ...errors]
