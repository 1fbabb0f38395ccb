import { elsewhere, refusal, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Step } from '../case.ts'
import { invalid, minLength, parameter, violation } from '../errors.ts'
import { absent, any, matching, partial } from '../matchers.ts'
import { captured, documentation, preflight, stackd } from '../sources.ts'
import { localIndexed, onDemand, own, provisioned } from '../update-table-fixtures.ts'

const second = '«world:second»'
const third = '«world:third»'
const table = { TableName: '«world»' }

const replicas = (...ReplicaUpdates: Fields[]): Fields => ({ ReplicaUpdates })
const create = (RegionName: string, more: Fields = {}): Fields => ({ Create: { RegionName, ...more } })
const update = (RegionName: string, more: Fields = {}): Fields => ({ Update: { RegionName, ...more } })
const remove = (RegionName: string): Fields => ({ Delete: { RegionName } })
const witness = (action: Fields): Fields => ({ GlobalTableWitnessUpdates: [action] })
const strong = { MultiRegionConsistency: 'STRONG' }

const change = (members: Fields, output?: unknown): Step =>
  step('UpdateTable', { ...table, ...members }, output)
const refuse = (members: Fields, error: ExpectedError): Step =>
  refusal('UpdateTable', { ...table, ...members }, error)
const addSecond = change(replicas(create(second)))
const described = (fields: Fields): Step => step('DescribeTable', table, { Table: partial(fields) })

const warm = { ReadUnitsPerSecond: 12000, WriteUnitsPerSecond: 4000, Status: 'ACTIVE' }
const entry = (RegionName: string, more: Fields = {}): Fields => ({
  RegionName,
  ReplicaStatus: 'ACTIVE',
  GlobalTableSettingsReplicationMode: 'ENABLED_WITH_OVERRIDES',
  WarmThroughput: warm,
  ...more,
})

/** The same replica in the answer to a change. */
const changed = (RegionName: string): Fields => ({
  RegionName,
  ReplicaStatus: 'ACTIVE',
  GlobalTableSettingsReplicationMode: 'ENABLED_WITH_OVERRIDES',
})

const nothingToDo = (names: string): string =>
  'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, ' +
  `SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, ${names}` +
  'DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required'
const noAction = invalid('There are no actions specified in the Replica Update Action of the request.')
const severalKinds = invalid('Update table operation with more than one type of replica actions not allowed.')
const several = invalid(
  'Update table operation with more than one create or delete replica actions not allowed',
)
const existed = invalid(
  'Failed to create a the new replica of table with name: ‘«world»’ because one or more replicas already existed as tables.',
)
const notPart = (region: string): ExpectedError =>
  invalid(
    'Update global table operation failed because one or more replicas were not part of the global table. ' +
      `Please retry the request without these replicas: [${region}].`,
  )
const ofStrong = 'for global tables with MultiRegionConsistency set to STRONG'

/** [name, the request, the error]: for a table in one region. */
const refusals: readonly [string, Fields, ExpectedError][] = [
  ['no action', replicas(), violation('[]', 'replicaUpdates', minLength(1))],
  ['an action of nothing', replicas({}), noAction],
  [
    'a key without a name, which Terraform was told of',
    replicas(update(second, { KMSMasterKeyId: '' })),
    violation('', 'replicaUpdates.1.member.update.kMSMasterKeyId', minLength(1)),
  ],
  [
    'no indexes of a replica',
    replicas(update(second, { GlobalSecondaryIndexes: [] })),
    violation('[]', 'replicaUpdates.1.member.update.globalSecondaryIndexes', minLength(1)),
  ],
  [
    'no witness',
    { ...strong, ...replicas(create(second)), GlobalTableWitnessUpdates: [] },
    violation('[]', 'globalTableWitnessUpdates', minLength(1)),
  ],
  [
    'a replica without a region',
    replicas({ Create: {} }),
    invalid('One or more parameter values were invalid'),
  ],
  ['two kinds in one action', replicas({ ...create(second), ...remove(second) }), severalKinds],
  ['two new replicas at once', replicas(create(second), create(third)), several],
  [
    'a region that there is not',
    replicas(create('us-fake-1')),
    invalid(
      matching(
        /^Region us-fake-1 is not supported\. The latest version of global tables are only supported in the following regions: \[ap-south-2, ap-south-1, /,
      ),
    ),
  ],
  ['a replica that is not there, to remove', replicas(remove(second)), notPart(second)],
  [
    'a replica that is not there, to change',
    replicas(update(second, { TableClassOverride: 'STANDARD' })),
    notPart(second),
  ],
  ['a change of a replica that changes nothing', replicas(update(second)), noAction],
  [
    'a replica and something else',
    { ...replicas(create(second)), DeletionProtectionEnabled: true },
    invalid(parameter('Replica modification must be the only operation in the request')),
  ],
  [
    'several replicas and something else, which comes first',
    { ...replicas(create(second), create(third)), DeletionProtectionEnabled: true },
    invalid(parameter('Replica modification must be the only operation in the request')),
  ],
  ['a consistency alone', strong, invalid(nothingToDo(''))],
  ['a witness alone', witness(create(second)), invalid(nothingToDo('MultiRegionConsistency, '))],
  [
    'a strong consistency of two regions',
    { ...strong, ...replicas(create(second)) },
    invalid(`Unsupported replica count ${ofStrong}.`),
  ],
  [
    'a witness where replicas are not to be strongly consistent',
    { ...replicas(create(second)), ...witness(create(third)) },
    invalid(
      'MultiRegionConsistency must be set as STRONG when GlobalTableWitnessUpdates parameter is present.',
    ),
  ],
  [
    'a witness where a replica is to be',
    { ...strong, ...replicas(create(second)), ...witness(create(second)) },
    invalid('Cannot target multiple regions with the same action'),
  ],
  [
    'two witnesses',
    { ...strong, ...replicas(create(second)), GlobalTableWitnessUpdates: [create(third), create(second)] },
    invalid(
      matching(
        /at 'globalTableWitnessUpdates' failed to satisfy constraint: Member must have length less than or equal to 1$/,
      ),
    ),
  ],
  [
    'a witness where the table is',
    { ...strong, ...replicas(create(second)), ...witness(create('«world:region»')) },
    invalid(
      'Cannot add a witness in the same region as an existing replica when creating a global table with MultiRegionConsistency set to STRONG.',
    ),
  ],
  [
    'a strong consistency in a region that has none',
    { ...strong, ...replicas(create(second)), ...witness(create('us-west-1')) },
    invalid(`Unsupported Region(s) specified ${ofStrong}: [us-west-1].`),
  ],
  [
    'strongly consistent replicas and something else',
    { ...strong, ...replicas(create(second), create(third)), DeletionProtectionEnabled: true },
    invalid('Requests that modify replicas or witnesses must not also modify other fields'),
  ],
  [
    'a mode of replication that only replicas have',
    { GlobalTableSettingsReplicationMode: 'ENABLED_WITH_OVERRIDES' },
    invalid(
      "Value 'ENABLED_WITH_OVERRIDES' at 'GlobalTableSettingsReplicationMode' failed to satisfy constraint: Only ENABLED and DISABLED settings replication are supported for a Regional Table.",
    ),
  ],
]

/** [name, the request, the error]: for a table with a replica in the second region. */
const refusalsOfReplicas: readonly [string, Fields, ExpectedError][] = [
  ['one that is there', replicas(create(second)), existed],
  [
    'the stream turned off',
    { StreamSpecification: { StreamEnabled: false } },
    invalid(parameter('Disabling Stream is not allowed for a Global Table replica.')),
  ],
  [
    'another view of the stream',
    { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } },
    invalid('Table already has an enabled stream: TableName: «world»'),
  ],
  [
    'units on demand',
    replicas(update(second, { ProvisionedThroughputOverride: { ReadCapacityUnits: 5 } })),
    invalid(
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    ),
  ],
  [
    'a key for one',
    replicas(update(second, { KMSMasterKeyId: 'alias/aws/dynamodb' })),
    invalid(parameter('KMSMasterKeyId must be specified for each replica.')),
  ],
  [
    'a consistency, now',
    { MultiRegionConsistency: 'EVENTUAL', ...replicas(create(third)) },
    invalid('MultiRegionConsistency parameter is unsupported on existing global table'),
  ],
  [
    'a consistency with a removal',
    { ...strong, ...replicas(remove(second)) },
    invalid('Only Replica Create actions are supported when MultiRegionConsistency parameter is provided.'),
  ],
]

/** A case with a table of its own: replicas leave streams behind, which would show up in other cases' lists. */
const worldwide = (given: Omit<ConformanceCase, 'tables'>): ConformanceCase => ({
  tables: { world: onDemand },
  ...given,
})

const item = { pk: { S: 'a' } }
const key = { ...table, Key: item, ConsistentRead: true }

const cases: readonly Omit<ConformanceCase, 'tables'>[] = [
  {
    name: 'UpdateTable refuses replicas that cannot be',
    source: captured,
    steps: refusals.map(([, members, error]) => refuse(members, error)),
  },
  {
    name: 'UpdateTable of a table with a replica refuses impossible changes',
    source: captured,
    steps: [addSecond, ...refusalsOfReplicas.map(([, members, error]) => refuse(members, error))],
  },
  {
    name: 'a replica requested twice in one request is created once; the answer does not show it yet',
    source: stackd,
    steps: [
      change(replicas(create(second), create(second)), {
        TableDescription: partial({
          TableStatus: 'UPDATING',
          GlobalTableVersion: '2019.11.21',
          GlobalTableSettingsReplicationMode: 'ENABLED_WITH_OVERRIDES',
          Replicas: absent,
          StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
          LatestStreamArn: any,
        }),
      }),
      described({ TableStatus: 'ACTIVE', Replicas: [entry(second)], MultiRegionConsistency: absent }),
      elsewhere(
        described({
          TableStatus: 'ACTIVE',
          TableArn: '«world:arn2»',
          Replicas: [entry('«world:region»')],
          GlobalTableVersion: '2019.11.21',
          StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
        }),
      ),
    ],
  },
  {
    name: 'a third region is added from the second; each lists the others in the order of their creation',
    source: captured,
    steps: [
      addSecond,
      elsewhere(change(replicas(create(third)))),
      described({ Replicas: [entry(second), entry(third)] }),
      elsewhere(described({ Replicas: [entry('«world:region»'), entry(third)] })),
      refuse(
        replicas(remove(second)),
        invalid(
          'Replica cannot be deleted because it has acted as a source region for new replica(s) being added to the table in the last 24 hours.',
        ),
      ),
      change(replicas(remove(third))),
    ],
  },
  {
    name: 'an item that is written in one region is read in the other',
    source: documentation('How DynamoDB global tables work'),
    given: { world: [item] },
    steps: [
      addSecond,
      elsewhere(step('GetItem', key, { Item: item })),
      elsewhere(step('PutItem', { ...table, Item: { ...item, n: { N: '1' } } })),
      step('GetItem', key, { Item: { ...item, n: { N: '1' } } }),
      step('DeleteItem', { ...table, Key: item }),
      elsewhere(step('GetItem', key, {})),
    ],
  },
  {
    name: 'the answer still shows a removed replica; afterwards neither it nor the version is shown',
    source: captured,
    steps: [
      addSecond,
      change(replicas(remove(second)), {
        TableDescription: partial({ TableStatus: 'UPDATING', Replicas: [changed(second)] }),
      }),
      described({
        Replicas: absent,
        GlobalTableVersion: absent,
        GlobalTableSettingsReplicationMode: absent,
        StreamSpecification: any,
      }),
      elsewhere(
        refusal('DescribeTable', table, {
          name: 'ResourceNotFoundException',
          message: 'Requested resource not found: Table: «world» not found',
        }),
      ),
    ],
  },
  {
    name: 'a table of the same name in the other region blocks a replica',
    source: captured,
    steps: [
      elsewhere(
        step('CreateTable', {
          ...table,
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        }),
      ),
      refuse(replicas(create(second)), existed),
      elsewhere(step('DeleteTable', table)),
    ],
  },
  {
    name: 'DeleteTable of a replica shows the others, and is refused in the region that it came from',
    source: captured,
    steps: [
      addSecond,
      refusal(
        'DeleteTable',
        table,
        invalid(
          'Replica cannot be deleted because it has acted as a source region for new replica(s) being added to the table in the last 24 hours.',
        ),
      ),
      elsewhere(
        step('DeleteTable', table, {
          TableDescription: partial({ TableStatus: 'DELETING', Replicas: [changed('«world:region»')] }),
        }),
      ),
      described({ Replicas: absent }),
    ],
  },
  {
    name: 'deletion protection of a replica is its own, and names its region',
    source: captured,
    steps: [
      addSecond,
      elsewhere(
        change(
          { DeletionProtectionEnabled: true },
          { TableDescription: partial({ TableStatus: 'UPDATING' }) },
        ),
      ),
      described({ DeletionProtectionEnabled: false }),
      refuse(
        replicas(remove(second)),
        invalid(
          `Cannot delete table «world» in region ${second} because it has deletion protection enabled. Disable deletion protection first.`,
        ),
      ),
      elsewhere(
        refusal(
          'DeleteTable',
          table,
          invalid(
            `Cannot delete table «world» in region ${second} because it has deletion protection enabled. Disable deletion protection first.`,
          ),
        ),
      ),
      elsewhere(change({ DeletionProtectionEnabled: false })),
    ],
  },
  {
    name: "a replica may have read settings of its own; settings equal to the table's are not shown",
    source: captured,
    steps: [
      change(replicas(create(second, { OnDemandThroughputOverride: { MaxReadRequestUnits: 100 } }))),
      described({
        Replicas: [entry(second, { OnDemandThroughputOverride: { MaxReadRequestUnits: 100 } })],
        OnDemandThroughput: absent,
      }),
      elsewhere(
        described({
          OnDemandThroughput: { MaxReadRequestUnits: 100 },
          Replicas: [entry('«world:region»', { OnDemandThroughputOverride: { MaxReadRequestUnits: -1 } })],
        }),
      ),
      change(replicas(update(second, { TableClassOverride: 'STANDARD_INFREQUENT_ACCESS' }))),
      described({
        TableClassSummary: absent,
        Replicas: [
          entry(second, {
            OnDemandThroughputOverride: { MaxReadRequestUnits: 100 },
            ReplicaTableClassSummary: partial({ TableClass: 'STANDARD_INFREQUENT_ACCESS' }),
          }),
        ],
      }),
      change({ OnDemandThroughput: { MaxReadRequestUnits: 50 } }),
      elsewhere(described({ OnDemandThroughput: { MaxReadRequestUnits: 50 } })),
    ],
  },
  {
    name: 'a change for all regions is not visible in its answer',
    source: stackd,
    steps: [
      addSecond,
      change(
        { OnDemandThroughput: { MaxReadRequestUnits: 20, MaxWriteRequestUnits: 20 } },
        {
          TableDescription: partial({
            TableStatus: 'UPDATING',
            OnDemandThroughput: absent,
            Replicas: [changed(second)],
          }),
        },
      ),
      elsewhere(described({ OnDemandThroughput: { MaxReadRequestUnits: 20, MaxWriteRequestUnits: 20 } })),
    ],
  },
  {
    name: 'time to live applies to all regions',
    source: captured,
    steps: [
      addSecond,
      elsewhere(
        step('UpdateTimeToLive', {
          ...table,
          TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
        }),
      ),
      step('DescribeTimeToLive', table, {
        TimeToLiveDescription: partial({ AttributeName: 'until' }),
      }),
    ],
  },
  {
    name: 'three regions are strongly consistent, and only together',
    source: captured,
    steps: [
      change(
        { ...strong, ...replicas(create(second), create(third)) },
        { TableDescription: partial({ TableStatus: 'UPDATING', MultiRegionConsistency: 'STRONG' }) },
      ),
      described({ MultiRegionConsistency: 'STRONG', Replicas: [entry(second), entry(third)] }),
      refusal(
        'DeleteTable',
        table,
        invalid(`Deletion of only one table replica is not supported ${ofStrong}.`),
      ),
      refuse(
        replicas(remove(second)),
        invalid(`Deletion of only one table replica is not supported ${ofStrong}.`),
      ),
      change(replicas(remove(second), remove(third))),
      described({ MultiRegionConsistency: absent, Replicas: absent }),
    ],
  },
  {
    name: 'three tables of strong consistency are in regions of one set',
    source: preflight,
    steps: [
      refuse(
        { ...strong, ...replicas(create(second), create('ap-northeast-1')) },
        invalid(`Unsupported Region(s) specified ${ofStrong}: [ap-northeast-1].`),
      ),
    ],
  },
  {
    name: 'a witness may be in a region of another set than the replica',
    source: captured,
    steps: [
      change({ ...strong, ...replicas(create('ap-northeast-1')), ...witness(create(second)) }),
      described({ Replicas: [entry('ap-northeast-1')] }),
    ],
  },
  {
    name: 'a witness is shown, is not a table, and is removed with the replicas',
    source: captured,
    steps: [
      change({ ...strong, ...replicas(create(second)), ...witness(create(third)) }),
      elsewhere(described({ GlobalTableWitnesses: [{ RegionName: third, WitnessStatus: 'ACTIVE' }] })),
      refuse(
        replicas(remove(second)),
        invalid('Update table delete operation does not include all witnesses.'),
      ),
      refuse(
        replicas(create('eu-west-1')),
        invalid('Cannot add replicas to a global table with strong MultiRegionConsistency'),
      ),
      change({ ...replicas(remove(second)), ...witness(remove(third)) }),
      described({ GlobalTableWitnesses: absent }),
    ],
  },
  {
    name: 'the operations of version 2017 do not know such replicas',
    source: captured,
    steps: [
      addSecond,
      refusal(
        'DescribeGlobalTable',
        { GlobalTableName: '«world»' },
        {
          name: 'GlobalTableNotFoundException',
          message: "Global table not found: Global table with name: '«world»' does not exist.",
        },
      ),
      step('ListGlobalTables', {}, { GlobalTables: [] }),
    ],
  },
  {
    name: 'the scaling of replicas on demand is off, by the names of the regions',
    source: captured,
    steps: [
      addSecond,
      step('DescribeTableReplicaAutoScaling', table, {
        TableAutoScalingDescription: partial({
          TableName: '«world»',
          Replicas: [
            partial({
              GlobalSecondaryIndexes: [],
              ReplicaProvisionedReadCapacityAutoScalingSettings: {
                AutoScalingDisabled: true,
                ScalingPolicies: [],
              },
              ReplicaStatus: 'ACTIVE',
            }),
            any,
          ],
        }),
      }),
    ],
  },
  {
    name: 'a table in one region keeps its setting for settings replication',
    source: captured,
    steps: [
      change({ GlobalTableSettingsReplicationMode: 'DISABLED' }),
      described({ GlobalTableSettingsReplicationMode: 'DISABLED', GlobalTableVersion: absent }),
    ],
  },
]

export const globalTables: readonly ConformanceCase[] = [
  ...cases.map(worldwide),
  {
    name: 'a table with a local index gets no strong consistency',
    source: preflight,
    tables: { world: localIndexed },
    steps: [
      refuse(
        { ...strong, ...replicas(create(second), create(third)) },
        invalid(`Local secondary indexes are not supported ${ofStrong}`),
      ),
    ],
  },
  {
    name: 'a provisioned table gets no replica without auto scaling',
    source: captured,
    tables: { own: provisioned },
    steps: [
      refusal(
        'UpdateTable',
        { TableName: own.TableName, ...replicas(create('«own:second»')) },
        invalid('Table write capacity should either be Pay-Per-Request or AutoScaled.'),
      ),
    ],
  },
]
