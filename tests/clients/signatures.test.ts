import { gzipSync } from 'node:zlib'
import { DynamoDBClient, DynamoDBServiceException, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { createDatabase, type Database } from '@monotable/engine'
import { createServer, parseAccessKeys, type Server } from '@monotable/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectAwsCli } from './aws-cli/run-aws.ts'
import { awsVersion } from './aws-cli/start-aws.ts'
import { rejection } from './rejection.ts'
import { connectSdkV2 } from './sdk-v2/connect-sdk-v2.ts'
import { region } from './serve-database.ts'

const good = { accessKeyId: 'app', secretAccessKey: 'a secret/with+signs=' }
const keys = [{ ...good, policies: 'full-access' }]
const forged = { ...good, secretAccessKey: 'another secret' }
const unknown = { ...good, accessKeyId: 'nobody' }

// Each client signs other headers, in other forms; a server that verifies must accept them all.
describe('signatures that clients make, verified by a server with access keys', () => {
  let db: Database
  let server: Server
  beforeAll(async () => {
    db = await createDatabase()
    server = await createServer(db, { port: 0, auth: parseAccessKeys(JSON.stringify(keys)) })
  })
  afterAll(async () => {
    await server.close({ limitMs: 0 })
    await db.close()
  })

  const listWithV3 = async (credentials: typeof good & { sessionToken?: string }, compress = false) => {
    const client = new DynamoDBClient({ endpoint: server.url, region, credentials })
    if (compress) {
      client.middlewareStack.add(
        (next) => (args) => {
          const request = args.request as { headers: { [name: string]: string }; body: Uint8Array | string }
          request.body = gzipSync(request.body)
          request.headers['content-encoding'] = 'gzip'
          return next(args)
        },
        { step: 'build', priority: 'high', name: 'gzip' },
      )
    }
    try {
      return await client.send(new ListTablesCommand({}))
    } finally {
      client.destroy()
    }
  }

  it('the AWS SDK v3 is accepted', async () => {
    expect((await listWithV3(good)).TableNames).toEqual([])
  })

  it('the AWS SDK v3 is accepted with a compressed body', async () => {
    expect((await listWithV3(good, true)).TableNames).toEqual([])
  })

  it('a session token that was never issued is refused', async () => {
    const error = await rejection(listWithV3({ ...good, sessionToken: 'a+session/token==' }))
    expect(error.name).toBe('UnrecognizedClientException')
  })

  it('the AWS SDK v3 with a wrong secret or an unknown key is refused, and does not retry', async () => {
    const wrongSecret = await rejection(listWithV3(forged))
    expect(wrongSecret).toBeInstanceOf(DynamoDBServiceException)
    expect(wrongSecret).toMatchObject({ name: 'InvalidSignatureException', $metadata: { attempts: 1 } })
    expect(wrongSecret.message).toMatch(
      /^The request signature we calculated does not match the signature you provided\. Check your AWS Secret Access Key and signing method\./,
    )
    const unknownKey = await rejection(listWithV3(unknown))
    expect(unknownKey).toMatchObject({
      name: 'UnrecognizedClientException',
      message: 'The security token included in the request is invalid.',
    })
  })

  it('the AWS SDK v2 is accepted, but not with a wrong secret', async () => {
    const list = (keys: typeof good) => connectSdkV2(server.url, keys).listTables().promise()
    expect((await list(good)).TableNames).toEqual([])
    expect(await rejection(list(forged))).toMatchObject({
      code: 'InvalidSignatureException',
      statusCode: 400,
    })
  })

  it.skipIf(awsVersion === undefined)('the AWS CLI is accepted, but not with a wrong secret', async () => {
    const [letIn, refused] = [good, forged].map((keys) => connectAwsCli(server.url, region, keys))
    const answers = await Promise.all([letIn?.run('list-tables'), refused?.run('list-tables')])
    await Promise.all([letIn?.close(), refused?.close()])
    expect(answers[0]).toMatchObject({ code: 0, output: { TableNames: [] } })
    expect(answers[1]?.code).not.toBe(0)
    expect(answers[1]?.error).toContain(
      'An error occurred (InvalidSignatureException) when calling the ListTables operation',
    )
  })
})
