import type {
  DescribeKinesisStreamingDestinationInput,
  KinesisStreamingDestinationInput,
  UpdateKinesisStreamingDestinationInput,
} from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { requireExistingTable } from '../operations/require-existing-table.ts'
import { changeHead } from '../operations/streams/table-stream.ts'
import { closeStream } from '../streams/stream-log.ts'
import type { KinesisDestination } from '../tables/table-definition.ts'
import { resolveTableName } from '../tables/table-name.ts'
import { randomUuid } from '../util/random.ts'
import { findDestination, invalidState, withDestination, withoutDestination } from './change-destination.ts'
import { startSettling } from './settle-destination.ts'

/** Returns where the changes of a table are sent, latest destination first. */
export async function describeKinesisStreamingDestination(
  context: OperationContext,
  input: DescribeKinesisStreamingDestinationInput,
): Promise<WireAnswer> {
  const { name, definition } = requireExistingTable(context, input.TableName)
  const { destinations = [] } = definition
  return { TableName: name, KinesisDataStreamDestinations: destinations.map(describe) }
}

function describe({ streamArn, status, description, precision }: KinesisDestination): WireAnswer {
  return {
    StreamArn: streamArn,
    DestinationStatus: status,
    ...(description !== undefined && { DestinationStatusDescription: description }),
    ...(precision !== undefined && { ApproximateCreationDateTimePrecision: precision }),
  }
}

/** Starts sending the changes of a table to a stream. Whether the stream can be used is checked after the answer. */
export async function enableKinesisStreamingDestination(
  context: OperationContext,
  input: KinesisStreamingDestinationInput,
): Promise<WireAnswer> {
  const { catalogue, realm } = context
  const { StreamArn: streamArn, EnableKinesisStreamingConfiguration: given = {} } = input
  const tableName = resolveTableName(realm, input.TableName)
  return catalogue.exclusively(realm, tableName, async () => {
    const { definition } = requireExistingTable(context, input.TableName)
    if (definition.destinations?.some(isInUse)) {
      throw invalidState(
        'EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED to perform ENABLE operation.',
      )
    }
    const precision = given.ApproximateCreationDateTimePrecision
    const attempt = randomUuid(context.random)
    const destination = { streamArn, status: 'ENABLING', ...(precision && { precision }), attempt } as const
    await catalogue.save(realm, withDestination(withoutDestination(definition, streamArn), destination))
    startSettling(context, { realm, tableName, streamArn }, attempt)
    return {
      TableName: tableName,
      StreamArn: streamArn,
      DestinationStatus: 'ENABLING',
      EnableKinesisStreamingConfiguration: precision
        ? { ApproximateCreationDateTimePrecision: precision }
        : {},
    }
  })
}

function isInUse({ status }: KinesisDestination): boolean {
  return status !== 'DISABLED' && status !== 'ENABLE_FAILED'
}

/** Stops sending changes to a stream; earlier changes are still sent, if the stream accepts them. */
export async function disableKinesisStreamingDestination(
  context: OperationContext,
  input: KinesisStreamingDestinationInput,
): Promise<WireAnswer> {
  const { catalogue, realm, clock } = context
  const { StreamArn: streamArn } = input
  const tableName = resolveTableName(realm, input.TableName)
  return catalogue.exclusively(realm, tableName, async () => {
    const { definition } = requireExistingTable(context, input.TableName)
    if (input.EnableKinesisStreamingConfiguration !== undefined) {
      throw validationError('Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters')
    }
    const found = findDestination(context, { realm, tableName, streamArn })
    if (found?.status !== 'ACTIVE' && found?.status !== 'DISABLING') {
      throw invalidState('KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.')
    }
    const { space } = found
    if (found.status === 'ACTIVE') {
      await catalogue.save(realm, withDestination(definition, { ...found, status: 'DISABLING' }))
    }
    // Also if it is already DISABLING: the store may have failed in between.
    if (space !== undefined) {
      await changeHead(context, space, (head) => {
        return closeStream(head, { space, nowMs: clock.now(), newIds: [] })
      })
    }
    context.deliveries.sync()
    return { TableName: tableName, StreamArn: streamArn, DestinationStatus: 'DISABLING' }
  })
}

/** Changes the precision of the timestamps that a destination gets. */
export async function updateKinesisStreamingDestination(
  context: OperationContext,
  input: UpdateKinesisStreamingDestinationInput,
): Promise<WireAnswer> {
  const { catalogue, realm } = context
  const { StreamArn: streamArn } = input
  const tableName = resolveTableName(realm, input.TableName)
  return catalogue.exclusively(realm, tableName, async () => {
    const { definition } = requireExistingTable(context, input.TableName)
    const precision = input.UpdateKinesisStreamingConfiguration?.ApproximateCreationDateTimePrecision
    if (precision === undefined) {
      throw validationError(
        'Streaming destination cannot be updated with given parameters: ' +
          'UpdateKinesisStreamingConfiguration cannot be null or contain only null values',
      )
    }
    const found = findDestination(context, { realm, tableName, streamArn })
    if (found === undefined) {
      throw invalidState(
        `No streaming destination with streamArn: ${streamArn} found for table with tableName: ${tableName}`,
      )
    }
    if (found.status !== 'ACTIVE') {
      throw invalidState(
        'Kinesis streaming is not in ACTIVE state. Updates are only allowed in ACTIVE state. ' +
          `TableName: ${tableName}, kdsArn: ${streamArn}`,
      )
    }
    if ((found.precision ?? 'MILLISECOND') === precision) {
      throw validationError(
        `Invalid Request: Precision is already set to the desired value of ${precision} for ` +
          `tableId: ${definition.id}, kdsArn: ${streamArn}`,
      )
    }
    const attempt = randomUuid(context.random)
    const updating = { ...found, precision, status: 'UPDATING', attempt } as const
    await catalogue.save(realm, withDestination(definition, updating))
    startSettling(context, { realm, tableName, streamArn }, attempt)
    return {
      TableName: tableName,
      StreamArn: streamArn,
      DestinationStatus: 'UPDATING',
      UpdateKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: precision },
    }
  })
}
