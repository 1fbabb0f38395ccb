import type {
  DescribeKinesisStreamingDestinationInput,
  KinesisStreamingDestinationInput,
  ServiceError,
  UpdateKinesisStreamingDestinationInput,
} from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from './operation-context.ts'
import { requireExistingTable } from './require-existing-table.ts'

/** Tells where a table's changes go: nowhere, since there is no Kinesis here. */
export async function describeKinesisStreamingDestination(
  context: OperationContext,
  input: DescribeKinesisStreamingDestinationInput,
): Promise<WireAnswer> {
  const { name } = requireExistingTable(context, input.TableName)
  return { TableName: name, KinesisDataStreamDestinations: [] }
}

/** Refuses. AWS itself would accept any stream, and tell later that it could not be used. */
export async function enableKinesisStreamingDestination(
  context: OperationContext,
  input: KinesisStreamingDestinationInput,
): Promise<WireAnswer> {
  requireExistingTable(context, input.TableName)
  throw validationError(
    'EnableKinesisStreamingDestination is not supported: Monotable has no Kinesis to send changes to. ' +
      'Enable the stream of the table and read that instead.',
  )
}

/** Refuses as AWS does where there is no destination. */
export async function disableKinesisStreamingDestination(
  context: OperationContext,
  input: KinesisStreamingDestinationInput,
): Promise<WireAnswer> {
  requireExistingTable(context, input.TableName)
  if (input.EnableKinesisStreamingConfiguration !== undefined) {
    throw validationError('Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters')
  }
  throw invalidState('KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.')
}

/** Refuses as AWS does where there is no destination. */
export async function updateKinesisStreamingDestination(
  context: OperationContext,
  input: UpdateKinesisStreamingDestinationInput,
): Promise<WireAnswer> {
  const { name } = requireExistingTable(context, input.TableName)
  const configuration = input.UpdateKinesisStreamingConfiguration
  if (configuration?.ApproximateCreationDateTimePrecision === undefined) {
    throw validationError(
      'Streaming destination cannot be updated with given parameters: ' +
        'UpdateKinesisStreamingConfiguration cannot be null or contain only null values',
    )
  }
  throw invalidState(
    `No streaming destination with streamArn: ${input.StreamArn} found for table with tableName: ${name}`,
  )
}

function invalidState(detail: string): ServiceError {
  return validationError(`Table is not in a valid state to enable Kinesis Streaming Destination: ${detail}`)
}
