import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createDatabase, type Database } from '@monotable/engine'
import type { ModelClient } from '@monotable/model'
import { createServer } from '@monotable/server'
import { createTable, type TableShape } from './create-table.ts'

/** A database that the model is tested on. */
export interface Backend {
  readonly name: string
  open(): Promise<OpenBackend>
}

export interface OpenBackend {
  /** What the model talks to. */
  readonly client: ModelClient
  /** The database itself, to look at what is stored. */
  readonly db: Database
  createTable(shape: TableShape): Promise<void>
  close(): Promise<void>
}

/** The embedded engine, and the same over HTTP with the AWS SDK. */
export const backends: readonly Backend[] = [
  { name: 'embedded', open: openEmbedded },
  { name: 'over HTTP with the AWS SDK', open: openServed },
]

async function openEmbedded(): Promise<OpenBackend> {
  const db = await createDatabase()
  return { client: db, db, createTable: (shape) => createTable(db, shape), close: () => db.close() }
}

async function openServed(): Promise<OpenBackend> {
  const db = await createDatabase()
  const server = await createServer(db, { port: 0 })
  const client = new DynamoDBClient({
    endpoint: server.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'dummy', secretAccessKey: 'dummy' },
  })
  return {
    client,
    db,
    createTable: (shape) => createTable(db, shape),
    close: async () => {
      client.destroy()
      await server.close({ limitMs: 1_000 })
      await db.close()
    },
  }
}
