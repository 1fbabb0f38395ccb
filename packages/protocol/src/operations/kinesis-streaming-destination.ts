/** The precision of the timestamps that a destination gets. */
export interface KinesisStreamingConfiguration {
  readonly ApproximateCreationDateTimePrecision?: 'MILLISECOND' | 'MICROSECOND' | undefined
}

/** The state of a destination. */
export type DestinationStatus =
  | 'ENABLING'
  | 'ACTIVE'
  | 'DISABLING'
  | 'DISABLED'
  | 'ENABLE_FAILED'
  | 'UPDATING'

/** The parameters of EnableKinesisStreamingDestination and DisableKinesisStreamingDestination. */
export interface KinesisStreamingDestinationInput {
  readonly TableName: string
  readonly StreamArn: string
  readonly EnableKinesisStreamingConfiguration?: KinesisStreamingConfiguration | undefined
}

/** The answer of EnableKinesisStreamingDestination and DisableKinesisStreamingDestination. */
export interface KinesisStreamingDestinationOutput {
  readonly TableName?: string
  readonly StreamArn?: string
  readonly DestinationStatus?: DestinationStatus
  readonly EnableKinesisStreamingConfiguration?: KinesisStreamingConfiguration
}

/** The parameters of UpdateKinesisStreamingDestination. */
export interface UpdateKinesisStreamingDestinationInput {
  readonly TableName: string
  readonly StreamArn: string
  readonly UpdateKinesisStreamingConfiguration?: KinesisStreamingConfiguration | undefined
}

/** The answer of UpdateKinesisStreamingDestination. */
export interface UpdateKinesisStreamingDestinationOutput {
  readonly TableName?: string
  readonly StreamArn?: string
  readonly DestinationStatus?: DestinationStatus
  readonly UpdateKinesisStreamingConfiguration?: KinesisStreamingConfiguration
}

/** The parameters of DescribeKinesisStreamingDestination. */
export interface DescribeKinesisStreamingDestinationInput {
  readonly TableName: string
}

/** One destination of a table. */
export interface KinesisDataStreamDestination extends KinesisStreamingConfiguration {
  readonly StreamArn?: string
  readonly DestinationStatus?: DestinationStatus
  readonly DestinationStatusDescription?: string
}

/** The answer of DescribeKinesisStreamingDestination. */
export interface DescribeKinesisStreamingDestinationOutput {
  readonly TableName?: string
  readonly KinesisDataStreamDestinations?: readonly KinesisDataStreamDestination[]
}
