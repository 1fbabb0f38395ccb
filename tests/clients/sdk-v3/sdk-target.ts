import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, type TranslateConfig } from '@aws-sdk/lib-dynamodb'
import { type OpenedDatabase, openDatabase } from 'monotable'
import { credentials, region, serveDatabase } from '../serve-database.ts'

/** Clients of one fresh database. */
export interface OpenClients {
  readonly client: DynamoDBClient
  document(config?: TranslateConfig): DynamoDBDocumentClient
  close(): Promise<void>
}

/** A way for the AWS SDK v3 to reach the database. */
export interface SdkTarget {
  readonly name: string
  open(): Promise<OpenClients>
}

/** Over HTTP; in process through the SDK's middleware; in process past the middleware, in memory and in a file. */
export const sdkTargets: readonly SdkTarget[] = [
  { name: 'HTTP', open: openOverHttp },
  { name: 'clientConfig()', open: openConfigured },
  { name: 'sdkClient()', open: openDirect },
  { name: 'sdkClient() of a database in a file', open: openDurable },
]

async function openOverHttp(): Promise<OpenClients> {
  const served = await serveDatabase()
  const client = new DynamoDBClient({ endpoint: served.url, region, credentials })
  return {
    client,
    document: (config) => DynamoDBDocumentClient.from(client, config),
    close: async () => {
      client.destroy()
      await served.close()
    },
  }
}

async function openConfigured(): Promise<OpenClients> {
  const db = await openDatabase()
  const client = new DynamoDBClient(db.clientConfig())
  return {
    client,
    document: (config) => DynamoDBDocumentClient.from(client, config),
    close: async () => {
      client.destroy()
      await db.close()
    },
  }
}

async function openDirect(): Promise<OpenClients> {
  return directClients(await openDatabase())
}

async function openDurable(): Promise<OpenClients> {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-v3-'))
  const clients = directClients(await openDatabase({ path: join(folder, 'db') }))
  return {
    ...clients,
    close: async () => {
      await clients.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function directClients(db: OpenedDatabase): OpenClients {
  return {
    client: db.sdkClient(),
    document: (config) => db.sdkDocumentClient(config),
    close: () => db.close(),
  }
}
