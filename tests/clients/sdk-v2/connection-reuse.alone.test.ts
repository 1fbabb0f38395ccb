import type DynamoDB from 'aws-sdk/clients/dynamodb.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { connectSdkV2 } from './connect-sdk-v2.ts'

// The SDK reads the variable at its first request and keeps the agent that it creates then, hence a file of its own.
const variable = 'AWS_NODEJS_CONNECTION_REUSE_ENABLED'
const before = process.env[variable]
let served: ServedDatabase

beforeAll(async () => {
  process.env[variable] = '1'
  served = await serveDatabase()
})
afterAll(async () => {
  if (before === undefined) delete process.env[variable]
  else process.env[variable] = before
  await served.close()
})

it('with AWS_NODEJS_CONNECTION_REUSE_ENABLED the AWS SDK v2 keeps one connection for all requests', async () => {
  const ports = new Set<number | undefined>()
  for (let at = 0; at < 5; at++) ports.add(await localPort(connectSdkV2(served.url)))
  expect(ports.size).toBe(1)
  expect([...ports]).not.toContain(undefined)
})

/** Sends a request and returns the local port of the connection that it used. */
function localPort(client: DynamoDB): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    let port: number | undefined
    const request = client.listTables()
    request.on('httpHeaders', (_status, _headers, response) => {
      const { httpResponse } = response as unknown as {
        httpResponse: { stream?: { socket?: { localPort?: number } } }
      }
      port = httpResponse.stream?.socket?.localPort
    })
    request.send((error) => (error ? reject(error) : resolve(port)))
  })
}
