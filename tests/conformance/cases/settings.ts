import { answered, refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, OperationName } from '../case.ts'
import {
  enumSet,
  invalid,
  minLength,
  minValue,
  namePattern,
  notNull,
  parameter,
  tableNotFound,
  violation,
} from '../errors.ts'
import { matching, partial } from '../matchers.ts'
import { captured, documentation, stackd } from '../sources.ts'

const stream = 'arn:aws:kinesis:us-west-2:123456789012:stream/changes'
const state = 'Table is not in a valid state to enable Kinesis Streaming Destination: '
const precision = { ApproximateCreationDateTimePrecision: 'MICROSECOND' }

const own = 'arn:aws:kinesis:«hash:region»:«hash:account»:stream/none'
const far = 'arn:aws:kinesis:«hash:second»:«hash:account»:stream/none'
const other = 'arn:aws:dynamodb:«hash:region»:«hash:account»:stream/none'
const enabling = (StreamArn: string, given: Fields = {}) => ({
  TableName: '«hash»',
  StreamArn,
  DestinationStatus: 'ENABLING',
  EnableKinesisStreamingConfiguration: given,
})
const underWay = matching(/^(ENABLING|ENABLE_FAILED)$/)

/** Requests that need no usable stream: all of these end as ENABLE_FAILED, on AWS after a minute. */
const enabledInVain: readonly ConformanceCase[] = [
  ...[own, far, other].map(
    (StreamArn): ConformanceCase => ({
      name: `EnableKinesisStreamingDestination takes ${StreamArn} and begins`,
      source: stackd,
      steps: [
        step('EnableKinesisStreamingDestination', { TableName: '«hash»', StreamArn }, enabling(StreamArn)),
        step(
          'DescribeKinesisStreamingDestination',
          { TableName: '«hash:arn»' },
          {
            TableName: '«hash»',
            KinesisDataStreamDestinations: [partial({ StreamArn, DestinationStatus: underWay })],
          },
        ),
        refusal(
          'UpdateKinesisStreamingDestination',
          { TableName: '«hash»', StreamArn, UpdateKinesisStreamingConfiguration: precision },
          invalid(
            `${state}Kinesis streaming is not in ACTIVE state. Updates are only allowed in ACTIVE state. ` +
              `TableName: «hash», kdsArn: ${StreamArn}`,
          ),
        ),
        refusal(
          'DisableKinesisStreamingDestination',
          { TableName: '«hash»', StreamArn },
          invalid(`${state}KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.`),
        ),
      ],
    }),
  ),
  {
    name: 'EnableKinesisStreamingDestination returns the requested precision, and the description shows it',
    source: stackd,
    steps: [
      step(
        'EnableKinesisStreamingDestination',
        { TableName: '«hash:arn»', StreamArn: own, EnableKinesisStreamingConfiguration: precision },
        enabling(own, precision),
      ),
      step(
        'DescribeKinesisStreamingDestination',
        { TableName: '«hash»' },
        { TableName: '«hash»', KinesisDataStreamDestinations: [partial(precision)] },
      ),
    ],
  },
  refused(
    {
      name: 'EnableKinesisStreamingDestination requires an ARN that is long enough',
      source: stackd,
      operation: 'EnableKinesisStreamingDestination',
    },
    { TableName: '«hash»', StreamArn: 'not-an-arn' },
    violation('not-an-arn', 'streamArn', minLength(37)),
  ),
]

const kinesis: readonly ConformanceCase[] = [
  ...enabledInVain,
  answered(
    {
      name: 'a table without Kinesis destinations has an empty list of them',
      source: captured,
      operation: 'DescribeKinesisStreamingDestination',
    },
    { TableName: '«hash»' },
    { TableName: '«hash»', KinesisDataStreamDestinations: [] },
  ),
  ...(
    [
      ['DescribeKinesisStreamingDestination', {}],
      ['EnableKinesisStreamingDestination', { StreamArn: stream }],
      ['DisableKinesisStreamingDestination', { StreamArn: stream }],
      [
        'UpdateKinesisStreamingDestination',
        { StreamArn: stream, UpdateKinesisStreamingConfiguration: precision },
      ],
    ] as const
  ).map(([operation, more]) =>
    refused(
      { name: `${operation} of a table that is not there`, source: captured, operation },
      { TableName: '«absent»', ...more },
      tableNotFound('«absent»'),
    ),
  ),
  ...[stream, 'not-an-arn'].map((arn) =>
    refused(
      {
        name: `DisableKinesisStreamingDestination of ${arn}, which was never enabled`,
        source: captured,
        operation: 'DisableKinesisStreamingDestination',
      },
      { TableName: '«hash»', StreamArn: arn },
      invalid(`${state}KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.`),
    ),
  ),
  refused(
    {
      name: 'DisableKinesisStreamingDestination takes no configuration',
      source: captured,
      operation: 'DisableKinesisStreamingDestination',
    },
    { TableName: '«hash»', StreamArn: stream, EnableKinesisStreamingConfiguration: precision },
    invalid('Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters'),
  ),
  ...[{}, { UpdateKinesisStreamingConfiguration: {} }].map((more) =>
    refused(
      {
        name: `UpdateKinesisStreamingDestination with ${JSON.stringify(more)} has nothing to change`,
        source: captured,
        operation: 'UpdateKinesisStreamingDestination',
      },
      { TableName: '«hash»', StreamArn: stream, ...more },
      invalid(
        'Streaming destination cannot be updated with given parameters: ' +
          'UpdateKinesisStreamingConfiguration cannot be null or contain only null values',
      ),
    ),
  ),
  refused(
    {
      name: 'UpdateKinesisStreamingDestination of a stream that was never enabled',
      source: stackd,
      operation: 'UpdateKinesisStreamingDestination',
    },
    { TableName: '«hash»', StreamArn: stream, UpdateKinesisStreamingConfiguration: precision },
    invalid(
      `${state}No streaming destination with streamArn: ${stream} found for table with tableName: «hash»`,
    ),
  ),
  refused(
    {
      name: 'UpdateKinesisStreamingDestination must name a stream',
      source: documentation('UpdateKinesisStreamingDestination'),
      operation: 'UpdateKinesisStreamingDestination',
    },
    { TableName: '«hash»', UpdateKinesisStreamingConfiguration: precision },
    violation(null, 'streamArn', notNull),
  ),
]

const legacy = invalid(
  parameter(
    'DynamoDB global tables version 2017.11.29 is not supported. We recommend using DynamoDB global tables ' +
      'version 2019.11.21, instead of version 2017.11.29 (Legacy).',
  ),
)
const notGlobal = (name: string, prefix = ''): ExpectedError => ({
  name: 'GlobalTableNotFoundException',
  message: `${prefix}Global table with name: '${name}' does not exist.`,
})
const noReplicas: ExpectedError = {
  name: 'ResourceNotFoundException',
  message: "Global table with name: '«hash»' does not exist.",
}
const regions = [{ RegionName: 'us-west-2' }, { RegionName: 'us-east-1' }]
const name = { GlobalTableName: '«hash»' }

const refusals: readonly [string, OperationName, Fields, ExpectedError][] = [
  ['CreateGlobalTable', 'CreateGlobalTable', { ...name, ReplicationGroup: regions }, legacy],
  [
    'CreateGlobalTable of a table that is not there',
    'CreateGlobalTable',
    { GlobalTableName: '«absent»', ReplicationGroup: regions },
    legacy,
  ],
  [
    'UpdateGlobalTable that adds a replica',
    'UpdateGlobalTable',
    { GlobalTableName: '«absent»', ReplicaUpdates: [{ Create: { RegionName: 'us-east-1' } }] },
    legacy,
  ],
  [
    'UpdateGlobalTable that removes a replica',
    'UpdateGlobalTable',
    { ...name, ReplicaUpdates: [{ Delete: { RegionName: 'us-east-1' } }] },
    {
      name: 'GlobalTableNotFoundException',
      message: matching(/Global table with name: '«hash»' does not exist\.$/),
    },
  ],
  [
    'UpdateGlobalTable that changes nothing',
    'UpdateGlobalTable',
    { ...name, ReplicaUpdates: [] },
    invalid('One or more parameter values were invalid'),
  ],
  [
    'DescribeGlobalTable of a regional table',
    'DescribeGlobalTable',
    name,
    notGlobal('«hash»', 'Global table not found: '),
  ],
  [
    'DescribeGlobalTable of no table',
    'DescribeGlobalTable',
    { GlobalTableName: '«absent»' },
    notGlobal('«absent»', 'Global table not found: '),
  ],
  ['DescribeGlobalTableSettings', 'DescribeGlobalTableSettings', name, notGlobal('«hash»')],
  ...(['DescribeGlobalTable', 'DescribeGlobalTableSettings'] as const).map(
    (operation): (typeof refusals)[number] => [
      `${operation} of an empty name`,
      operation,
      { GlobalTableName: '' },
      invalid('TableName must be at least 3 characters long and at most 255 characters long'),
    ],
  ),
  [
    'UpdateGlobalTableSettings',
    'UpdateGlobalTableSettings',
    { ...name, GlobalTableBillingMode: 'PAY_PER_REQUEST' },
    notGlobal('«hash»'),
  ],
  [
    'DescribeTableReplicaAutoScaling of a table in no global table',
    'DescribeTableReplicaAutoScaling',
    { TableName: '«hash»' },
    noReplicas,
  ],
  [
    'UpdateTableReplicaAutoScaling of a table in no global table',
    'UpdateTableReplicaAutoScaling',
    {
      TableName: '«hash»',
      ProvisionedWriteCapacityAutoScalingUpdate: { AutoScalingDisabled: true },
    },
    noReplicas,
  ],
]

const named =
  'ap-east-2 sa-east-1 us-gov-west-1 ca-west-1 us-west-1 us-isob-east-1 us-west-2 me-central-1 ' +
  'cn-north-1 ap-northeast-1 ap-northeast-2 af-south-1 ca-central-1 ap-northeast-3 us-iso-west-1 ' +
  'eu-north-1 il-central-1 us-gov-east-1 ap-southeast-1 us-east-1 eu-west-1 ap-southeast-2 eu-west-2 ' +
  'us-east-2 ap-southeast-3 eu-west-3 ap-southeast-4 ap-south-1 eu-south-1 ap-southeast-5 ap-south-2 ' +
  'us-isob-west-1 us-isof-south-1 eu-south-2 ap-southeast-6 cn-northwest-1 ap-southeast-7 mx-central-1 ' +
  'us-northeast-1 us-iso-east-1 eu-central-1 me-south-1 eu-central-2 us-isof-east-1 ap-east-1'
const oldRegions =
  'eu-west-2 eu-west-1 ap-southeast-1 ap-southeast-2 ap-northeast-2 eu-central-1 ap-northeast-1 ' +
  'us-east-1 us-east-2 us-west-1 us-west-2'
const newRegions =
  'ap-south-2 ap-south-1 eu-south-1 eu-south-2 me-central-1 il-central-1 ca-central-1 ap-east-2 ' +
  'mx-central-1 eu-central-1 eu-central-2 us-west-1 us-west-2 af-south-1 eu-north-1 eu-west-3 eu-west-2 ' +
  'eu-west-1 ap-northeast-3 ap-northeast-2 me-south-1 ap-northeast-1 sa-east-1 ap-east-1 ca-west-1 ' +
  'us-northeast-1 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 us-east-1 ap-southeast-5 ' +
  'ap-southeast-6 us-east-2 ap-southeast-7'
const list = (regions: string): string => `[${regions.replaceAll(' ', ', ')}]`
const unnamed = (region: string, path: string): ExpectedError =>
  invalid(
    parameter(
      `1 validation error detected: Value '${region}' at '${path}' failed to satisfy constraint: ` +
        enumSet(...named.split(' ')),
    ),
  )
const newer = invalid(
  parameter(
    "DynamoDB global tables version 2017.11.29 is not supported in this region 'eu-north-1', supported regions are : " +
      `${list(oldRegions)}. We recommend using DynamoDB global tables version 2019.11.21, supported regions are : ` +
      `[${list(newRegions)}, ${list(oldRegions)}].`,
  ),
)

const noDetail = invalid('One or more parameter values were invalid')

const incomplete: readonly [string, OperationName, Fields, ExpectedError][] = [
  ['nothing', 'CreateGlobalTable', {}, noDetail],
  ['no replicas', 'CreateGlobalTable', name, noDetail],
  [
    'a name of one letter, before an empty list of replicas',
    'CreateGlobalTable',
    { GlobalTableName: 'x', ReplicationGroup: [] },
    invalid('TableName must be at least 3 characters long and at most 255 characters long'),
  ],
  [
    'an empty list of replicas',
    'CreateGlobalTable',
    { ...name, ReplicationGroup: [] },
    invalid(parameter('Global table must have atleast one replica')),
  ],
  [
    'a replica without a region',
    'CreateGlobalTable',
    { ...name, ReplicationGroup: [{}] },
    invalid(
      parameter(
        "1 validation error detected: Value null at 'replicationGroup.1.member.regionName' failed to satisfy " +
          'constraint: Member must not be null',
      ),
    ),
  ],
  [
    'a region that there is not',
    'CreateGlobalTable',
    { ...name, ReplicationGroup: [{ RegionName: 'bad-region' }] },
    unnamed('bad-region', 'replicationGroup.1.member.regionName'),
  ],
  [
    'a region that version 2017 never had',
    'CreateGlobalTable',
    { ...name, ReplicationGroup: [{ RegionName: 'us-east-1' }, { RegionName: 'eu-north-1' }] },
    newer,
  ],
  [
    'to add a replica in a region that there is not',
    'UpdateGlobalTable',
    { ...name, ReplicaUpdates: [{ Create: { RegionName: 'bad-region' } }] },
    unnamed('bad-region', 'replicasToAdd.1.member.regionName'),
  ],
  [
    'to add a replica in a region that version 2017 never had',
    'UpdateGlobalTable',
    { ...name, ReplicaUpdates: [{ Create: { RegionName: 'eu-north-1' } }] },
    legacy,
  ],
  [
    'to remove a replica from a region that version 2017 never had',
    'UpdateGlobalTable',
    { ...name, ReplicaUpdates: [{ Delete: { RegionName: 'eu-north-1' } }] },
    newer,
  ],
  [
    'to remove a replica and to add another',
    'UpdateGlobalTable',
    {
      ...name,
      ReplicaUpdates: [{ Delete: { RegionName: 'us-east-2' } }, { Create: { RegionName: 'us-west-2' } }],
    },
    legacy,
  ],
  ['an update of nothing', 'UpdateGlobalTable', { ...name, ReplicaUpdates: [{}] }, noDetail],
  [
    'a replica that is added without a region',
    'UpdateGlobalTable',
    { ...name, ReplicaUpdates: [{ Create: {} }] },
    violation(null, 'replicaUpdates.1.member.create.regionName', notNull),
  ],
  [
    'a replica that is added and removed at once',
    'UpdateGlobalTable',
    {
      ...name,
      ReplicaUpdates: [{ Create: { RegionName: 'us-east-2' }, Delete: { RegionName: 'us-east-1' } }],
    },
    invalid(
      parameter(
        'A ReplicaUpdate structure cannot contain both a create replica action and a delete replica action',
      ),
    ),
  ],
  [
    'a name of one letter, before an empty list of updates',
    'UpdateGlobalTable',
    { GlobalTableName: 'x', ReplicaUpdates: [] },
    violation('x', 'globalTableName', minLength(3)),
  ],
]

const constraints: readonly [string, OperationName, Fields, ExpectedError][] = [
  [
    'a global table of two letters',
    'DescribeGlobalTable',
    { GlobalTableName: 'ab' },
    violation('ab', 'globalTableName', minLength(3)),
  ],
  [
    'a global table with bad characters',
    'DescribeGlobalTableSettings',
    { GlobalTableName: 'a b c' },
    violation('a b c', 'globalTableName', namePattern),
  ],
  ['a limit of 0', 'ListGlobalTables', { Limit: 0 }, violation('0', 'limit', minValue(1))],
  ['no policy', 'PutResourcePolicy', { ResourceArn: '«hash:arn»' }, violation(null, 'policy', notNull)],
  [
    'an empty revision',
    'DeleteResourcePolicy',
    { ResourceArn: '«hash:arn»', ExpectedRevisionId: '' },
    violation('', 'expectedRevisionId', minLength(1)),
  ],
]

/** Kinesis destinations, and global tables of the old version, of which there are none. */
export const settings: readonly ConformanceCase[] = [
  ...kinesis,
  ...[{}, { Limit: 1 }, { RegionName: 'us-east-1' }].map((input) =>
    answered(
      {
        name: `ListGlobalTables of ${JSON.stringify(input)} lists none`,
        source: captured,
        operation: 'ListGlobalTables',
      },
      input,
      { GlobalTables: [] },
    ),
  ),
  ...refusals.map(([title, operation, input, error]) =>
    refused({ name: `${title} is refused`, source: captured, operation }, input, error),
  ),
  ...incomplete.map(([title, operation, input, error]) =>
    refused({ name: `${operation} refuses ${title}`, source: stackd, operation }, input, error),
  ),
  ...constraints.map(([title, operation, input, error]) =>
    refused(
      { name: `${operation} refuses ${title}`, source: documentation(operation), operation },
      input,
      error,
    ),
  ),
]
