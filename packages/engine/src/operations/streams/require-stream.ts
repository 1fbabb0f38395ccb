import { ServiceError, validationError } from '@monotable/protocol'
import { STREAM_RETENTION_MS, type StreamDocument, streamName } from '../../streams/stream-document.ts'
import type { OperationContext } from '../operation-context.ts'

const streamArn = /^arn:aws[\w-]*:dynamodb:[^:]*:[^:]*:table\/([\w.-]+)\/stream\/(.+)$/

/** Refuses text that is not the ARN of a stream. */
export function requireStreamArn(arn: string): { readonly tableName: string; readonly label: string } {
  const [, tableName, label] = streamArn.exec(arn) ?? []
  if (tableName === undefined || label === undefined) throw validationError('Invalid StreamArn')
  return { tableName, label }
}

/** Returns the stream of an ARN, or throws DynamoDB's error if it does not exist. */
export async function requireStream(context: OperationContext, arn: string): Promise<StreamDocument> {
  const { streams, realm, clock } = context
  const { tableName, label } = requireStreamArn(arn)
  const document = await streams.get(streamName(realm, tableName, label))
  const isOver =
    document?.disabledMs !== undefined && clock.now() >= document.disabledMs + STREAM_RETENTION_MS
  if (document === undefined || document.arn !== arn || isOver) {
    throw new ServiceError(
      'ResourceNotFoundException',
      `Requested resource not found: Stream: ${arn} not found`,
    )
  }
  return document
}
