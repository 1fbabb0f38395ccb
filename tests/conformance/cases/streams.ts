import { answered, refused } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, OperationName } from '../case.ts'
import {
  enumSet,
  invalid,
  maxLength,
  maxValue,
  minLength,
  minValue,
  notNull,
  parameter,
  violation,
} from '../errors.ts'
import { any, matching } from '../matchers.ts'
import { alternator, documentation, local } from '../sources.ts'

const missing = 'arn:aws:dynamodb:eu-west-2:123456789012:table/Nothing/stream/2020-01-01T00:00:00.000'
const shard = 'shardId-00000001794724795491-489fb4f3'
const sequence = '100000000000000000001'
const notThere: ExpectedError = {
  name: 'ResourceNotFoundException',
  message: matching(/^Requested resource not found: Stream: arn:\S+ not found$/),
}
const guide = documentation('DynamoDB Streams API')

function refusals(
  operation: OperationName,
  cases: readonly (readonly [name: string, input: unknown, error: ExpectedError, source?: string])[],
): ConformanceCase[] {
  return cases.map(([name, input, error, source = local]) =>
    refused({ name: `${operation}: ${name}`, source, operation }, input, error),
  )
}

/** Requests for streams that need no stream ARN; the rest is tested elsewhere. */
export const streams: readonly ConformanceCase[] = [
  answered(
    { name: 'a table without a stream has none to list', source: local, operation: 'ListStreams' },
    { TableName: '«hash»' },
    { Streams: [] },
  ),
  answered(
    { name: 'a table that is not there has no streams', source: local, operation: 'ListStreams' },
    { TableName: '«absent»' },
    { Streams: [] },
  ),
  {
    name: 'a table with a stream lists it',
    source: guide,
    tables: {
      streamed: {
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      },
    },
    steps: [
      {
        operation: 'ListStreams',
        input: { TableName: '«streamed»' },
        output: {
          Streams: [
            {
              StreamArn: matching(
                /^arn:aws:dynamodb:[\w-]+:\d{12}:table\/«streamed»\/stream\/\d{4}-\d\d-\d\dT[\d:.]+$/,
              ),
              TableName: '«streamed»',
              StreamLabel: any,
            },
          ],
        },
      },
    ],
  },
  ...refusals('ListStreams', [
    ['a limit of 0', { Limit: 0 }, violation('0', 'limit', minValue(1))],
    ['a limit beyond 100', { Limit: 101 }, violation('101', 'limit', maxValue(100)), guide],
    [
      'a start that is no ARN',
      { TableName: '«hash»', ExclusiveStartStreamArn: 'x'.repeat(48) },
      invalid(matching(/./)),
      alternator,
    ],
  ]),
  ...refusals('DescribeStream', [
    ['no ARN', {}, invalid('Invalid StreamArn')],
    ['a text that is no ARN', { StreamArn: 'fake-stream' }, invalid('Invalid StreamArn')],
    ['a stream that is not there', { StreamArn: missing }, notThere],
    ['a limit of 0', { StreamArn: missing, Limit: 0 }, violation('0', 'limit', minValue(1))],
    [
      'a limit beyond 100',
      { StreamArn: missing, Limit: 101 },
      invalid(parameter('Limit cannot be greater than the maximum: 100')),
    ],
    [
      'a shard id that is too short',
      { StreamArn: missing, ExclusiveStartShardId: 'shard' },
      violation('shard', 'exclusiveStartShardId', minLength(28)),
      guide,
    ],
    [
      'a shard filter with a shard id that is too short',
      { StreamArn: missing, ShardFilter: { Type: 'CHILD_SHARDS', ShardId: 'qwerty' } },
      violation('qwerty', 'shardFilter.shardId', minLength(28)),
      alternator,
    ],
    [
      'a shard filter without a type',
      { StreamArn: missing, ShardFilter: { ShardId: shard } },
      invalid(matching(/./)),
      alternator,
    ],
    [
      'a shard filter without a shard',
      { StreamArn: missing, ShardFilter: { Type: 'CHILD_SHARDS' } },
      invalid(matching(/./)),
      alternator,
    ],
    [
      'a shard filter beside the shard to start behind',
      {
        StreamArn: missing,
        ShardFilter: { Type: 'CHILD_SHARDS', ShardId: shard },
        ExclusiveStartShardId: shard,
      },
      invalid('ShardFilter and ExclusiveStartShardId both should not be specified in the request.'),
    ],
  ]),
  ...refusals('GetShardIterator', [
    ['no ARN', { ShardId: shard, ShardIteratorType: 'LATEST' }, invalid('Invalid StreamArn')],
    [
      'no shard',
      { StreamArn: missing, ShardIteratorType: 'LATEST' },
      violation(null, 'shardId', notNull),
      guide,
    ],
    [
      'an unknown type',
      { StreamArn: missing, ShardId: shard, ShardIteratorType: 'AT_TIMESTAMP' },
      violation(
        'AT_TIMESTAMP',
        'shardIteratorType',
        enumSet('AFTER_SEQUENCE_NUMBER', 'LATEST', 'AT_SEQUENCE_NUMBER', 'TRIM_HORIZON'),
      ),
      guide,
    ],
    [
      'a type that needs a sequence number without one',
      { StreamArn: missing, ShardId: shard, ShardIteratorType: 'AT_SEQUENCE_NUMBER' },
      invalid(parameter('Invalid SequenceNumber')),
    ],
    [
      'a type that takes none with one',
      { StreamArn: missing, ShardId: shard, ShardIteratorType: 'LATEST', SequenceNumber: sequence },
      invalid(parameter('SequenceNumber should not be passed for this iterator type')),
    ],
    [
      'a sequence number that is too short',
      { StreamArn: missing, ShardId: shard, ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber: '1' },
      violation('1', 'sequenceNumber', minLength(21)),
    ],
    [
      'a sequence number that is too long',
      {
        StreamArn: missing,
        ShardId: shard,
        ShardIteratorType: 'AT_SEQUENCE_NUMBER',
        SequenceNumber: '1'.repeat(41),
      },
      violation('1'.repeat(41), 'sequenceNumber', maxLength(40)),
      guide,
    ],
    [
      'a stream that is not there',
      { StreamArn: missing, ShardId: shard, ShardIteratorType: 'LATEST' },
      notThere,
    ],
  ]),
  ...refusals('GetRecords', [
    ['no iterator', {}, invalid('Invalid ShardIterator')],
    ['an iterator that was made up', { ShardIterator: 'x' }, invalid('Invalid ShardIterator')],
    ['a limit of 0', { ShardIterator: 'x', Limit: 0 }, violation('0', 'limit', minValue(1)), guide],
    [
      'a limit beyond 1,000',
      { ShardIterator: 'x', Limit: 1001 },
      violation('1001', 'limit', maxValue(1000)),
      guide,
    ],
  ]),
]
