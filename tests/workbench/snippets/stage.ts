import { serveDatabase } from '../../clients/serve-database.ts'
import { seeds, tableName } from './calls.ts'

/** A served database with the initial items. */
export interface Stage {
  readonly url: string
  /** Sends wire JSON and returns wire JSON. */
  send(operation: string, input: object): Promise<unknown>
  /** Returns everything that is stored. */
  contents(): Promise<unknown>
  close(): Promise<void>
}

export async function setStage(): Promise<Stage> {
  const served = await serveDatabase()
  const send = (operation: string, input: object) => sendWire(served.url, operation, input)
  await send('CreateTable', {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: ['PK', 'SK', 'GSI1PK', 'tag'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    GlobalSecondaryIndexes: [
      {
        IndexName: 'GSI1',
        KeySchema: [{ AttributeName: 'GSI1PK', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    VectorIndexes: [
      {
        IndexName: 'near',
        VectorAttribute: { AttributeName: 'vector' },
        SearchSchema: [{ AttributeName: 'tag', SearchSchemaElementType: 'HASH' }],
        Dimensions: 2,
        DistanceFunction: 'EUCLIDEAN',
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  })
  for (const Item of seeds) await send('PutItem', { TableName: tableName, Item })
  return {
    url: served.url,
    send,
    contents: () => send('Scan', { TableName: tableName }),
    close: () => served.close(),
  }
}

async function sendWire(url: string, operation: string, input: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(input),
  })
  const output: unknown = await response.json()
  if (!response.ok) throw new TypeError(`${operation} was refused: ${JSON.stringify(output)}`)
  return output
}
