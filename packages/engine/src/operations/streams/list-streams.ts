import type { ListStreamsInput } from '@monotable/protocol'
import { STREAM_RETENTION_MS, streamName, streamPrefix } from '../../streams/stream-document.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { requireStreamArn } from './require-stream.ts'

const maxStreams = 100

/** Lists the streams of the caller's tables, including deleted tables, one page at a time. */
export async function listStreams(context: OperationContext, input: ListStreamsInput): Promise<WireAnswer> {
  const { streams, realm, clock } = context
  const { TableName: tableName, Limit: limit = maxStreams, ExclusiveStartStreamArn: start } = input
  if (start !== undefined) requireStreamArn(start)
  const prefix = tableName === undefined ? streamPrefix(realm) : streamName(realm, tableName, '')
  const all = (await streams.list(prefix)).filter(
    ({ disabledMs }) => disabledMs === undefined || clock.now() < disabledMs + STREAM_RETENTION_MS,
  )
  // ARNs are in the order of the register, so a stream that was removed meanwhile still has a place.
  const rest = start === undefined ? all : all.filter(({ arn }) => arn > start)
  const page = rest.slice(0, limit)
  return {
    Streams: page.map(({ arn, tableName, label }) => {
      return { StreamArn: arn, TableName: tableName, StreamLabel: label }
    }),
    ...(page.length < rest.length && { LastEvaluatedStreamArn: page.at(-1)?.arn }),
  }
}
