import { demand, isObject, type Json, type Side } from './exchange.ts'

/** Reads what was written to a table's stream since the last read. */
export interface StreamTail {
  next(): Promise<readonly Json[]>
}

/**
 * Follows the stream of a table with one shard from its beginning. DynamoDB Local treats an iterator of an empty shard
 * as trimmed as soon as there is a record, so each read gets a new iterator, after the last record read.
 */
export async function openStreamTail(side: Side, TableName: string): Promise<StreamTail> {
  const { Table } = await demand(side, 'DescribeTable', { TableName })
  const StreamArn = (Table as Json)['LatestStreamArn']
  const { StreamDescription } = await demand(side, 'DescribeStream', { StreamArn })
  const [shard] = (StreamDescription as Json)['Shards'] as readonly Json[]
  const place = { StreamArn, ShardId: shard?.['ShardId'] }
  let last: unknown
  return {
    async next() {
      const from =
        last === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last }
      const { ShardIterator } = await demand(side, 'GetShardIterator', { ...place, ...from })
      const { Records } = await demand(side, 'GetRecords', { ShardIterator })
      const records = Records as readonly Json[]
      last = (records.at(-1)?.['dynamodb'] as Json | undefined)?.['SequenceNumber'] ?? last
      return records.map(comparableRecord)
    },
  }
}

/** A record without its identifiers and its time. */
function comparableRecord({ eventName, dynamodb }: Json): Json {
  const change = isObject(dynamodb) ? dynamodb : {}
  const { Keys, NewImage, OldImage, SizeBytes, StreamViewType } = change
  return { eventName, Keys, NewImage, OldImage, SizeBytes, StreamViewType }
}
