import { NAME_MAX_LENGTH, NAME_MIN_LENGTH } from '@monotable/protocol'
import {
  integer,
  maxLength,
  minLength,
  NAME_PATTERN,
  oneOf,
  pattern,
  required,
  struct,
  text,
} from '../shape.ts'

// The operation checks whether it is the ARN of a stream: AWS has a sentence of its own for that.
const streamArn = text()
const shardId = text(minLength(28), maxLength(65))

export const listStreams = struct('ListStreamsInput', {
  TableName: text(pattern(NAME_PATTERN), minLength(NAME_MIN_LENGTH), maxLength(NAME_MAX_LENGTH)),
  Limit: integer({ min: 1, max: 100 }),
  ExclusiveStartStreamArn: streamArn,
})

export const describeStream = struct('DescribeStreamInput', {
  StreamArn: streamArn,
  Limit: integer({ min: 1 }),
  ExclusiveStartShardId: shardId,
  ShardFilter: struct('ShardFilter', { Type: required(oneOf('CHILD_SHARDS')), ShardId: required(shardId) }),
})

export const getShardIterator = struct('GetShardIteratorInput', {
  StreamArn: streamArn,
  ShardId: required(shardId),
  ShardIteratorType: required(oneOf('AFTER_SEQUENCE_NUMBER', 'LATEST', 'AT_SEQUENCE_NUMBER', 'TRIM_HORIZON')),
  SequenceNumber: text(minLength(21), maxLength(40)),
})

export const getRecords = struct('GetRecordsInput', {
  ShardIterator: text(),
  Limit: integer({ min: 1, max: 1000 }),
})
