import { Agent } from 'node:https'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { createDatabase, type Database } from '@monotable/engine'
import { createServer, type Server } from '@monotable/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testCertificate } from '../../../packages/server/src/testing/test-certificate.ts'
import { credentials, region } from '../serve-database.ts'

let db: Database
let server: Server

beforeEach(async () => {
  db = await createDatabase()
  server = await createServer(db, { port: 0, tls: testCertificate })
})

afterEach(async () => {
  await server.close({ limitMs: 0 })
  await db.close()
})

/** Returns the result of ListTables, or the name and message of the error. */
async function listTables(endpoint: string, ca?: string): Promise<unknown> {
  const requestHandler = { httpsAgent: new Agent({ ca }) }
  const client = new DynamoDBClient({ endpoint, region, credentials, requestHandler, maxAttempts: 1 })
  const answer = client.send(new ListTablesCommand({}))
  return answer
    .then(({ TableNames }) => TableNames)
    .catch(({ name, message }: Error) => `${name}: ${message}`)
    .finally(() => client.destroy())
}

test('a client that trusts the certificate is answered', async () => {
  expect(await listTables(server.url, testCertificate.cert)).toEqual([])
})

test('a client that does not trust it is not', async () => {
  expect(await listTables(server.url)).toMatch(/self-signed certificate/)
})

test('a client that speaks plain HTTP is told to use HTTPS', async () => {
  expect(await listTables(server.url.replace('https:', 'http:'))).toMatch(
    /^ValidationException: This port speaks HTTPS only/,
  )
})
