import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, type ModelClient, type TableDefinition } from '@monotable/model'
import { createServer } from '@monotable/server'

/** A database that the model is tested on. */
export interface Backend {
  readonly name: string
  open(): Promise<OpenBackend>
}

export interface OpenBackend {
  /** The client that the model uses. */
  readonly client: ModelClient
  /** The database itself, for looking at what is stored. */
  readonly db: Database
  createTable(table: { readonly definition: TableDefinition }): Promise<void>
  close(): Promise<void>
}

/** The embedded engine, and the same engine over HTTP with and without the AWS SDK. */
export const backends: readonly Backend[] = [
  { name: 'embedded', open: openEmbedded },
  { name: 'over HTTP with the AWS SDK', open: () => openServed(sdkClient) },
  { name: 'over HTTP by its URL', open: () => openServed((url) => url) },
]

async function openEmbedded(): Promise<OpenBackend> {
  const db = await createDatabase()
  return {
    client: db,
    db,
    createTable: async (table) => void (await db.send('CreateTable', createTableInput(table))),
    close: () => db.close(),
  }
}

function sdkClient(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'dummy', secretAccessKey: 'dummy' }
  return new DynamoDBClient({ endpoint, region: 'us-east-1', credentials })
}

async function openServed(connect: (url: string) => ModelClient): Promise<OpenBackend> {
  const db = await createDatabase()
  const server = await createServer(db, { port: 0 })
  const client = connect(server.url)
  return {
    client,
    db,
    createTable: async (table) => void (await db.send('CreateTable', createTableInput(table))),
    close: async () => {
      if (client instanceof DynamoDBClient) client.destroy()
      await server.close({ limitMs: 0 })
      await db.close()
    },
  }
}
