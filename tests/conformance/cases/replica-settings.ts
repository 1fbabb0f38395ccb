import { elsewhere, refusal, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Step } from '../case.ts'
import { invalid, parameter } from '../errors.ts'
import { absent, any, partial } from '../matchers.ts'
import { stackd } from '../sources.ts'
import { indexed, units } from '../update-table-fixtures.ts'

const table = { TableName: '«world»' }
const second = '«world:second»'
const missing = 'NoSuchTableAnywhere'

const change = (members: Fields, output?: unknown): Step =>
  step('UpdateTable', { ...table, ...members }, output)
const create = { ReplicaUpdates: [{ Create: { RegionName: second } }] }
const addSecond = change(create)
const override = (more: Fields): Fields => ({ ReplicaUpdates: [{ Update: { RegionName: second, ...more } }] })
const overrideReads = override({
  ProvisionedThroughputOverride: { ReadCapacityUnits: 5 },
  GlobalSecondaryIndexes: [{ IndexName: 'byA', ProvisionedThroughputOverride: { ReadCapacityUnits: 6 } }],
})
const described = (fields: Fields): Step => step('DescribeTable', table, { Table: partial(fields) })

const provision = (read: number, write: number): Fields => ({
  ProvisionedThroughput: units(read, write),
  GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'byA', ProvisionedThroughput: units(read, write) } }],
})
const toProvisioned = change({ BillingMode: 'PROVISIONED', ...provision(2, 2) })

/** Everything that the answer to a change says about a replica. */
const changed = {
  RegionName: second,
  ReplicaStatus: 'ACTIVE',
  GlobalTableSettingsReplicationMode: 'ENABLED_WITH_OVERRIDES',
}

const full = (target: number): Fields => ({
  MinimumUnits: 2,
  MaximumUnits: 6,
  ScalingPolicyUpdate: { TargetTrackingScalingPolicyConfiguration: { TargetValue: target } },
})
const scale = (members: Fields): Step => step('UpdateTableReplicaAutoScaling', { ...table, ...members })
const writes = (setting: Fields): Fields => ({ ProvisionedWriteCapacityAutoScalingUpdate: setting })
const policies = (target: number) => [
  partial({ TargetTrackingScalingPolicyConfiguration: { TargetValue: target } }),
]
const off = { AutoScalingDisabled: true, ScalingPolicies: [] }
/** Expects the same auto scaling settings for both regions. */
const scaling = (fields: Fields): Step =>
  step('DescribeTableReplicaAutoScaling', table, {
    TableAutoScalingDescription: partial({ Replicas: [partial(fields), partial(fields)] }),
  })

const settings = `Failed to update settings for global table with name: ‘${missing}’`
const noTable: ExpectedError = {
  name: 'ResourceNotFoundException',
  message: `Global table with name: '${missing}' does not exist.`,
}

/** [name, the request, the error]: for a table that does not exist. */
const incomplete: readonly [string, Fields, ExpectedError][] = [
  ['nothing', {}, invalid(`${settings} because at least one update parameter must be specified.`)],
  [
    'a region only',
    { ReplicaUpdates: [{ RegionName: 'us-east-1' }] },
    invalid(`${settings} because at least one update parameter must be specified for region: ‘us-east-1’.`),
  ],
  [
    'an index only',
    { GlobalSecondaryIndexUpdates: [{ IndexName: 'byA' }] },
    invalid(
      `${settings} because at least one update parameter must be specified for global secondary index with name: ‘byA’.`,
    ),
  ],
  [
    'units without a policy',
    writes({ MinimumUnits: 2, MaximumUnits: 6 }),
    invalid(
      `${settings}: Parameters 'ScalingPolicyUpdate' are required unless auto scaling is being disabled.`,
    ),
  ],
  [
    'turning off and more',
    writes({ AutoScalingDisabled: true, ...full(65) }),
    invalid(
      `Failed to update settings for global table with name ‘${missing}’: Parameters 'MaximumUnits', 'ScalingPolicyUpdate', 'MinimumUnits' must be left blank when disabling auto scaling.`,
    ),
  ],
  ['a whole setting', writes(full(65)), noTable],
  ['turning off', writes({ AutoScalingDisabled: true }), noTable],
]

const cases: readonly Omit<ConformanceCase, 'tables' | 'source'>[] = [
  {
    name: 'UpdateTableReplicaAutoScaling reads the request before it looks for the table',
    steps: incomplete.map(([, members, error]) =>
      refusal('UpdateTableReplicaAutoScaling', { TableName: missing, ...members }, error),
    ),
  },
  {
    name: 'an empty list of index changes is refused with replicas too, a list of attributes is not looked at',
    steps: [
      refusal(
        'UpdateTable',
        { TableName: missing, ...create, GlobalSecondaryIndexUpdates: [] },
        invalid(parameter('List of GlobalSecondaryIndexUpdates is empty')),
      ),
      change({ ...create, AttributeDefinitions: [] }),
      described({ Replicas: [partial({ RegionName: second })] }),
    ],
  },
  {
    name: 'a replica does not get the class of its source',
    steps: [
      change({ TableClass: 'STANDARD_INFREQUENT_ACCESS' }),
      addSecond,
      described({
        TableClassSummary: partial({ TableClass: 'STANDARD_INFREQUENT_ACCESS' }),
        Replicas: [partial({ ReplicaTableClassSummary: absent })],
      }),
      elsewhere(
        described({
          TableClassSummary: absent,
          Replicas: [
            partial({
              ReplicaTableClassSummary: partial({ TableClass: 'STANDARD_INFREQUENT_ACCESS' }),
            }),
          ],
        }),
      ),
    ],
  },
  {
    name: 'the answer to a change shows neither indexes nor overrides of replicas',
    steps: [
      addSecond,
      toProvisioned,
      change(overrideReads, { TableDescription: partial({ Replicas: [changed] }) }),
      change(provision(2, 3), { TableDescription: partial({ Replicas: [changed] }) }),
    ],
  },
  {
    name: 'units for all regions replace overrides; each region counts its own decreases',
    steps: [
      addSecond,
      toProvisioned,
      change(overrideReads),
      change(provision(2, 3)),
      described({
        ProvisionedThroughput: partial({ ...units(2, 3), NumberOfDecreasesToday: 0 }),
        Replicas: [partial({ ProvisionedThroughputOverride: absent })],
      }),
      elsewhere(
        described({
          ProvisionedThroughput: {
            ...units(2, 3),
            NumberOfDecreasesToday: 1,
            LastIncreaseDateTime: any,
            LastDecreaseDateTime: any,
          },
          GlobalSecondaryIndexes: [
            partial({ ProvisionedThroughput: partial({ ...units(2, 3), LastDecreaseDateTime: any }) }),
          ],
        }),
      ),
    ],
  },
  {
    name: 'the warm throughput of an override remains, in its region only',
    steps: [
      addSecond,
      toProvisioned,
      change(override({ ProvisionedThroughputOverride: { ReadCapacityUnits: 13000 } })),
      change({ ProvisionedThroughput: units(2, 4001) }),
      described({
        WarmThroughput: { ReadUnitsPerSecond: 12000, WriteUnitsPerSecond: 4001, Status: 'ACTIVE' },
        Replicas: [
          partial({
            WarmThroughput: { ReadUnitsPerSecond: 13000, WriteUnitsPerSecond: 4001, Status: 'ACTIVE' },
          }),
        ],
      }),
    ],
  },
  {
    name: 'UpdateTableReplicaAutoScaling names missing regions and indexes',
    steps: [
      addSecond,
      toProvisioned,
      refusal(
        'UpdateTableReplicaAutoScaling',
        {
          ...table,
          ...writes(full(59)),
          ReplicaUpdates: [
            {
              RegionName: 'us-fake-1',
              ReplicaProvisionedReadCapacityAutoScalingUpdate: full(65),
            },
          ],
        },
        {
          name: 'ResourceNotFoundException',
          message:
            'Failed to update settings for global table with name: ‘«world»’ because a replica does not exist in regions: ‘[us-fake-1]’.',
        },
      ),
      refusal(
        'UpdateTableReplicaAutoScaling',
        {
          ...table,
          ...writes(full(58)),
          GlobalSecondaryIndexUpdates: [
            { IndexName: 'missing', ProvisionedWriteCapacityAutoScalingUpdate: full(65) },
          ],
        },
        {
          name: 'ResourceNotFoundException',
          message:
            'Failed to update settings for global table with name: ‘«world»’ because the global secondary indexes with names: ‘[missing]’ do not exist.',
        },
      ),
      scaling({
        ReplicaProvisionedWriteCapacityAutoScalingSettings: partial({ ScalingPolicies: policies(70) }),
      }),
    ],
  },
  {
    name: 'the scaling of a group is kept while on demand, shown as off, and resumed with provisioned units',
    steps: [
      addSecond,
      toProvisioned,
      scale(writes(full(56))),
      change({ BillingMode: 'PAY_PER_REQUEST' }),
      scaling({
        ReplicaProvisionedWriteCapacityAutoScalingSettings: partial({
          AutoScalingDisabled: true,
          MaximumUnits: 6,
          ScalingPolicies: policies(56),
        }),
      }),
      scale(writes({ AutoScalingDisabled: true })),
      scaling({ ReplicaProvisionedWriteCapacityAutoScalingSettings: off }),
      change({ BillingMode: 'PROVISIONED', ...provision(3, 3) }),
      scaling({
        ReplicaProvisionedWriteCapacityAutoScalingSettings: partial({
          AutoScalingDisabled: absent,
          MinimumUnits: 3,
          MaximumUnits: 40000,
          ScalingPolicies: policies(70),
        }),
      }),
    ],
  },
]

export const replicaSettings: readonly ConformanceCase[] = cases.map((given) => ({
  tables: { world: indexed },
  source: stackd,
  ...given,
}))
