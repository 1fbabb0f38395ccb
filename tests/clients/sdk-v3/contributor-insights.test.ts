import {
  DescribeContributorInsightsCommand,
  ListContributorInsightsCommand,
  UpdateContributorInsightsCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTable } from './make-table.ts'
import { type OpenClients, sdkTargets } from './sdk-target.ts'

describe.each(sdkTargets)('Contributor Insights through the AWS SDK v3, $name', ({ open }) => {
  let clients: OpenClients
  beforeAll(async () => {
    clients = await open()
  })
  afterAll(() => clients.close())

  it('is turned on, described, listed and turned off', async () => {
    const { client } = clients
    const TableName = await makeTable(client)
    const enable = { TableName, ContributorInsightsAction: 'ENABLE' } as const
    const enabled = await client.send(new UpdateContributorInsightsCommand(enable))
    expect(enabled).toMatchObject({ TableName, ContributorInsightsStatus: 'ENABLING' })
    const described = await client.send(new DescribeContributorInsightsCommand({ TableName }))
    expect(described.ContributorInsightsRuleList).toHaveLength(4)
    expect(described.LastUpdateDateTime).toBeInstanceOf(Date)
    const { ContributorInsightsSummaries } = await client.send(new ListContributorInsightsCommand({}))
    expect(ContributorInsightsSummaries).toEqual([
      {
        TableName,
        ContributorInsightsStatus: 'ENABLED',
        ContributorInsightsMode: 'ACCESSED_AND_THROTTLED_KEYS',
      },
    ])
    const disable = { TableName, ContributorInsightsAction: 'DISABLE' } as const
    const disabled = await client.send(new UpdateContributorInsightsCommand(disable))
    expect(disabled.ContributorInsightsStatus).toBe('DISABLING')
  })
})
