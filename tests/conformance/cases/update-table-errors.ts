import { refused } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields } from '../case.ts'
import {
  enumSet,
  invalid,
  minValue,
  notNull,
  parameter,
  tableNotFound,
  violation,
  violations,
  violationText,
} from '../errors.ts'
import { attributeDefinitions, keySchema } from '../fixtures.ts'
import { matching } from '../matchers.ts'
import { alternator, captured, dynalite, floci, parity } from '../sources.ts'
import { indexed, onDemand, own, provisioned, units } from '../update-table-fixtures.ts'

const create = (name: string, attribute: string, extra: Fields = {}): Fields => ({
  Create: {
    IndexName: name,
    KeySchema: keySchema([attribute]),
    Projection: { ProjectionType: 'ALL' },
    ...extra,
  },
})

const types = (definitions: { [name: string]: string }): Fields => ({
  AttributeDefinitions: attributeDefinitions(definitions),
})

const updates = (...all: Fields[]): Fields => ({ GlobalSecondaryIndexUpdates: all })

const p = parameter

const required =
  'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required'

const unknownIndex: ExpectedError = {
  name: 'ResourceNotFoundException',
  message: matching(/^Requested resource not found/),
}

const limit: ExpectedError = {
  name: 'LimitExceededException',
  message: matching(
    /^Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table/,
  ),
}

const same =
  'The provisioned throughput for the table will not change. The requested value equals the current value. Current ReadCapacityUnits provisioned for the table: 10. Requested ReadCapacityUnits: 10. Current WriteCapacityUnits provisioned for the table: 5. Requested WriteCapacityUnits: 5. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.'

/** [name, the table, the rest of the input, the error, source] */
const refusals: readonly [string, Fields, Fields, ExpectedError, string?][] = [
  ['nothing to do', onDemand, {}, invalid(required)],
  ['only AttributeDefinitions', onDemand, types({ a: 'S' }), invalid(required)],
  ['an empty list of index updates', onDemand, updates(), invalid(required)],
  ...(['Create', 'Delete'] as const).map((action): (typeof refusals)[number] => [
    `a replica where the table is (${action})`,
    onDemand,
    { ReplicaUpdates: [{ [action]: { RegionName: '«own:region»' } }] },
    invalid(matching(/Cannot add or delete the local region through ReplicaUpdates\./)),
    alternator,
  ]),
  ['the same throughput', provisioned, { ProvisionedThroughput: units(10, 5) }, invalid(same)],
  [
    'a throughput of zero',
    provisioned,
    { ProvisionedThroughput: units(0, 0) },
    violations(
      violationText('0', 'provisionedThroughput.writeCapacityUnits', minValue(1)),
      violationText('0', 'provisionedThroughput.readCapacityUnits', minValue(1)),
    ),
  ],
  [
    'a throughput without writes',
    provisioned,
    { ProvisionedThroughput: { ReadCapacityUnits: 1 } },
    violation(null, 'provisionedThroughput.writeCapacityUnits', notNull),
  ],
  [
    'an unknown BillingMode',
    onDemand,
    { BillingMode: 'FREE' },
    violation('FREE', 'billingMode', enumSet('PROVISIONED', 'PAY_PER_REQUEST')),
  ],
  [
    'PROVISIONED without throughput',
    onDemand,
    { BillingMode: 'PROVISIONED' },
    invalid(p('ProvisionedThroughput must be specified when BillingMode is PROVISIONED')),
  ],
  [
    'throughput for an on-demand table',
    onDemand,
    { ProvisionedThroughput: units(1, 1) },
    invalid(
      p(
        'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
      ),
    ),
  ],
  [
    'throughput beside PAY_PER_REQUEST',
    provisioned,
    { BillingMode: 'PAY_PER_REQUEST', ProvisionedThroughput: units(1, 1) },
    invalid(p('ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST')),
    captured,
  ],
  [
    'PROVISIONED without throughput for an index',
    indexed,
    { BillingMode: 'PROVISIONED', ProvisionedThroughput: units(1, 1) },
    invalid(p('ProvisionedThroughput must be specified for index: byA')),
  ],
  [
    'an index of a provisioned table without throughput',
    provisioned,
    { ...types({ a: 'S' }), ...updates(create('byA', 'a')) },
    invalid(p('Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: byA')),
  ],
  [
    'an index of an on-demand table with throughput',
    onDemand,
    { ...types({ a: 'S' }), ...updates(create('byA', 'a', { ProvisionedThroughput: units(1, 1) })) },
    invalid(
      p(
        'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: byA when BillingMode is PAY_PER_REQUEST',
      ),
    ),
  ],
  [
    'an index without definitions',
    onDemand,
    updates(create('byA', 'a')),
    invalid(
      matching(/AttributeDefinitions is not specified for index: byA|not defined in AttributeDefinitions/),
    ),
  ],
  [
    'an index whose key is defined only in the table',
    onDemand,
    { ...types({ other: 'S' }), ...updates(create('byPk', 'pk')) },
    invalid(matching(/Some index key attributes are not defined in AttributeDefinitions/)),
    alternator,
  ],
  [
    'an index that exists',
    indexed,
    { ...types({ a: 'S' }), ...updates(create('byA', 'a')) },
    invalid('Attempting to create an index which already exists'),
  ],
  ['an unknown index to delete', onDemand, updates({ Delete: { IndexName: 'nothing' } }), unknownIndex],
  [
    'an unknown index to update',
    provisioned,
    updates({ Update: { IndexName: 'nothing', ProvisionedThroughput: units(1, 1) } }),
    unknownIndex,
  ],
  [
    'an empty index update',
    onDemand,
    updates({}),
    invalid(
      p(
        'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null',
      ),
    ),
  ],
  [
    'two actions in one index update',
    indexed,
    { ...types({ b: 'S' }), ...updates({ ...create('byB', 'b'), Delete: { IndexName: 'byA' } }) },
    invalid(p('Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object')),
  ],
  [
    'two updates of one index',
    indexed,
    updates({ Delete: { IndexName: 'byA' } }, { Delete: { IndexName: 'byA' } }),
    invalid(p('Only one global secondary index update per index is allowed simultaneously. Index: byA')),
  ],
  [
    'two new indexes at once',
    onDemand,
    { ...types({ a: 'S', b: 'S' }), ...updates(create('byA', 'a'), create('byB', 'b')) },
    limit,
  ],
  [
    'a new and a deleted index at once',
    indexed,
    { ...types({ b: 'S' }), ...updates(create('byB', 'b'), { Delete: { IndexName: 'byA' } }) },
    limit,
    alternator,
  ],
  [
    'protection beside another change',
    onDemand,
    { DeletionProtectionEnabled: true, BillingMode: 'PAY_PER_REQUEST' },
    invalid(p('DeletionProtection modification must be the only operation in the request')),
  ],
  [
    'a table class beside another change',
    onDemand,
    { TableClass: 'STANDARD', BillingMode: 'PAY_PER_REQUEST' },
    invalid(p('TableClass modification must be the only operation in the request')),
  ],
  [
    'warm throughput of nothing for an index beside a change that must come alone',
    indexed,
    { TableClass: 'STANDARD', ...updates({ Update: { IndexName: 'byA', WarmThroughput: {} } }) },
    invalid(
      p(
        'WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond specified for index: byA',
      ),
    ),
    captured,
  ],
  [
    'an index beside a change of throughput',
    provisioned,
    {
      ProvisionedThroughput: units(20, 20),
      ...types({ a: 'S' }),
      ...updates(create('byA', 'a', { ProvisionedThroughput: units(1, 1) })),
    },
    invalid(p('You cannot create or delete index while updating table IOPS')),
  ],
  [
    'on-demand limits for a provisioned table',
    provisioned,
    { OnDemandThroughput: { MaxReadRequestUnits: 1 } },
    invalid(
      p(
        'MaxReadRequestUnits for OnDemandThroughput cannot be specified when the table BillingMode is PROVISIONED',
      ),
    ),
  ],
  [
    'on-demand limits of zero',
    onDemand,
    { OnDemandThroughput: { MaxReadRequestUnits: 0 } },
    invalid(p('Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of valid range')),
  ],
  [
    'a new index without a limit that it has not got',
    onDemand,
    {
      ...types({ a: 'S' }),
      ...updates(create('byA', 'a', { OnDemandThroughput: { MaxReadRequestUnits: -1 } })),
    },
    invalid(
      p('Requested MaxReadRequestUnits for OnDemandThroughput for index : byA is outside of valid range'),
    ),
    captured,
  ],
  [
    'an index without a name',
    onDemand,
    updates({ Delete: {} }),
    violation(null, 'globalSecondaryIndexUpdates.1.member.delete.indexName', notNull),
    dynalite,
  ],
]

const refusalCases = refusals.map(([name, definition, input, error, source]) =>
  refused(
    {
      name: `UpdateTable refuses ${name}`,
      source: source ?? parity,
      tables: { own: definition },
      operation: 'UpdateTable',
    },
    { ...own, ...input },
    error,
  ),
)

const unknown: readonly ConformanceCase[] = [
  refused(
    { name: 'UpdateTable tells of an unknown table', source: parity, operation: 'UpdateTable' },
    { TableName: '«absent»', BillingMode: 'PAY_PER_REQUEST' },
    tableNotFound('«absent»'),
  ),
  refused(
    {
      name: 'UpdateTable without changes is reported before an unknown table',
      source: parity,
      operation: 'UpdateTable',
    },
    { TableName: '«absent»' },
    invalid(required),
  ),
]

const projectionFirst = refused(
  {
    name: 'UpdateTable judges the projection of a new index before it looks for the table',
    source: floci,
    operation: 'UpdateTable',
  },
  {
    TableName: '«absent»',
    AttributeDefinitions: [{ AttributeName: 'g', AttributeType: 'S' }],
    GlobalSecondaryIndexUpdates: [
      {
        Create: {
          IndexName: 'byG',
          KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'INCLUDE' },
        },
      },
    ],
  },
  invalid(parameter('ProjectionType is INCLUDE, but NonKeyAttributes is not specified')),
)

export const updateTableErrors: readonly ConformanceCase[] = [...refusalCases, ...unknown, projectionFirst]
