import type { AttributeMapOutput } from './attribute-value-output.ts'
import type { KeySchemaElement, StreamViewType } from './table-definition.ts'

/** The parameters of ListStreams. */
export interface ListStreamsInput {
  readonly TableName?: string | undefined
  readonly Limit?: number | undefined
  readonly ExclusiveStartStreamArn?: string | undefined
}

/** The answer of ListStreams. */
export interface ListStreamsOutput {
  readonly Streams?: readonly StreamSummary[]
  readonly LastEvaluatedStreamArn?: string
}

/** One stream of a list. */
export interface StreamSummary {
  readonly StreamArn?: string
  readonly TableName?: string
  readonly StreamLabel?: string
}

/** The parameters of DescribeStream. */
export interface DescribeStreamInput {
  readonly StreamArn: string
  readonly Limit?: number | undefined
  readonly ExclusiveStartShardId?: string | undefined
  /** Only the children of one shard. */
  readonly ShardFilter?:
    | { readonly Type?: 'CHILD_SHARDS' | undefined; readonly ShardId?: string | undefined }
    | undefined
}

/** The answer of DescribeStream. */
export interface DescribeStreamOutput {
  readonly StreamDescription?: StreamDescription
}

/** A stream and its shards. */
export interface StreamDescription {
  readonly StreamArn?: string
  readonly StreamLabel?: string
  readonly StreamStatus?: 'ENABLING' | 'ENABLED' | 'DISABLING' | 'DISABLED'
  readonly StreamViewType?: StreamViewType
  readonly CreationRequestDateTime?: number
  readonly TableName?: string
  readonly KeySchema?: readonly KeySchemaElement[]
  readonly Shards?: readonly ShardDescription[]
  readonly LastEvaluatedShardId?: string
}

/** One shard of a stream. */
export interface ShardDescription {
  readonly ShardId?: string
  readonly SequenceNumberRange?: {
    readonly StartingSequenceNumber?: string
    /** Absent while the shard accepts records. */
    readonly EndingSequenceNumber?: string
  }
  readonly ParentShardId?: string
}

/** Where reading a shard begins. */
export type ShardIteratorType = 'TRIM_HORIZON' | 'LATEST' | 'AT_SEQUENCE_NUMBER' | 'AFTER_SEQUENCE_NUMBER'

/** The parameters of GetShardIterator. */
export interface GetShardIteratorInput {
  readonly StreamArn: string
  readonly ShardId: string
  readonly ShardIteratorType: ShardIteratorType
  readonly SequenceNumber?: string | undefined
}

/** The answer of GetShardIterator. */
export interface GetShardIteratorOutput {
  readonly ShardIterator?: string
}

/** The parameters of GetRecords. */
export interface GetRecordsInput {
  readonly ShardIterator: string
  readonly Limit?: number | undefined
}

/** The answer of GetRecords. */
export interface GetRecordsOutput {
  readonly Records?: readonly StreamRecordOutput[]
  /** Absent if the shard is closed and has been read to its end. */
  readonly NextShardIterator?: string
}

/** One change of an item. */
export interface StreamRecordOutput {
  readonly eventID?: string
  readonly eventName?: 'INSERT' | 'MODIFY' | 'REMOVE'
  readonly eventVersion?: string
  readonly eventSource?: string
  readonly awsRegion?: string
  readonly dynamodb?: {
    /** In seconds since 1970. */
    readonly ApproximateCreationDateTime?: number
    readonly Keys?: AttributeMapOutput
    readonly NewImage?: AttributeMapOutput
    readonly OldImage?: AttributeMapOutput
    readonly SequenceNumber?: string
    readonly SizeBytes?: number
    readonly StreamViewType?: StreamViewType
  }
  /** Present if the service deleted the item because it had expired. */
  readonly userIdentity?: { readonly PrincipalId?: string; readonly Type?: string }
}
