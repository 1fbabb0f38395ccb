import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DescribeTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'
import type { ModelClient, TableDefinition } from '@monotable/model'
import type { StreamEvent } from '@monotable/model/streams'
import type { OpenedDatabase } from 'monotable'

type Handler = (event: StreamEvent) => Promise<unknown>

/** Follows the stream of a table. `idle` resolves when everything that was written so far has been handled. */
export interface Following {
  idle(): Promise<void>
}

/**
 * Enables the stream of an example's table and passes its changes to a handler: by a trigger in this process, or, with
 * a server, by reading the stream as Lambda does.
 */
export async function followStream(
  client: ModelClient,
  { definition }: { readonly definition: TableDefinition },
  handler: Handler,
): Promise<Following> {
  const TableName = definition.name
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const }
  if ('on' in (client as object)) {
    const database = client as unknown as OpenedDatabase
    await database.send('UpdateTable', { TableName, StreamSpecification })
    return database.on(TableName, handler, { name: 'example', startingPosition: 'TRIM_HORIZON' })
  }
  const sdk = client as unknown as DynamoDBClient
  await sdk.send(new UpdateTableCommand({ TableName, StreamSpecification }))
  const { Table } = await sdk.send(new DescribeTableCommand({ TableName }))
  const { endpoint, credentials, region } = sdk.config
  const { protocol, hostname, port } = (await endpoint?.()) ?? { protocol: '', hostname: '', port: undefined }
  const streams = new DynamoDBStreamsClient({
    endpoint: `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`,
    credentials,
    region,
  })
  let handled = ''
  return {
    idle: async () => {
      for (;;) {
        const records = await readAll(streams, Table?.LatestStreamArn ?? '')
        const fresh = records.filter(({ dynamodb }) => sequenceOf(dynamodb) > handled)
        if (fresh.length === 0) return
        await handler({ Records: fresh })
        handled =
          fresh
            .map(({ dynamodb }) => sequenceOf(dynamodb))
            .sort()
            .at(-1) ?? handled
      }
    },
  }
}

async function readAll(streams: DynamoDBStreamsClient, StreamArn: string): Promise<StreamEvent['Records']> {
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }))
  const records = []
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const start = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' })
    let iterator = (await streams.send(start)).ShardIterator
    while (iterator !== undefined) {
      const page = await streams.send(new GetRecordsCommand({ ShardIterator: iterator }))
      if ((page.Records ?? []).length === 0) break
      records.push(...(page.Records ?? []))
      iterator = page.NextShardIterator
    }
  }
  return records as unknown as StreamEvent['Records']
}

function sequenceOf(record: { readonly SequenceNumber?: string | undefined } | undefined): string {
  return (record?.SequenceNumber ?? '').padStart(40, '0')
}
