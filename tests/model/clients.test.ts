import * as commands from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { createTableInput, type ModelClient, shape, table } from '@monotable/model'
import { type Credentials, endpointPort, sdkPort } from '@monotable/model/endpoint'
import { createServer, openDatabase, parseAccessKeys } from 'monotable'
import { afterAll, beforeAll, expect, it } from 'vitest'

const app = table('Things', { key: { pk: 'PK' } })
const Thing = app.entity('Thing', {
  schema: shape<{ id: string; bytes: Uint8Array }>(),
  key: { pk: 'THING#{id}' },
})

it('requests are signed in a way that a server with access keys accepts', async () => {
  const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }
  const keys = [{ ...key, policies: 'full-access' }]
  const database = await openDatabase()
  await database.send('CreateTable', createTableInput(app))
  const server = await createServer(database, { port: 0, auth: parseAccessKeys(JSON.stringify(keys)) })
  const connect = (credentials: Credentials) =>
    app.connect(endpointPort({ endpoint: server.url, credentials }), { entities: { Thing } })
  expect(await connect(key).Thing.get({ id: 'x' })).toBeUndefined()
  const wrong = connect({ ...key, secretAccessKey: 'other' }).Thing.get({ id: 'x' })
  await expect(wrong.send()).rejects.toMatchObject({ name: 'InvalidSignatureException' })
  await server.close({ limitMs: 0 })
  await database.close()
})

let db: Awaited<ReturnType<typeof openDatabase>>
beforeAll(async () => {
  db = await openDatabase()
  await db.send('CreateTable', createTableInput(app))
})
afterAll(() => db.close())

it.each<[name: string, client: () => ModelClient]>([
  ['an opened database', () => db],
  ['its fast client', () => db.sdkClient()],
  ['a document client', () => db.sdkDocumentClient()],
  ["the SDK's own client", () => new commands.DynamoDBClient(db.clientConfig())],
  [
    "the SDK's own document client",
    () => DynamoDBDocumentClient.from(new commands.DynamoDBClient(db.clientConfig())),
  ],
  ['a client with its commands', () => sdkPort(new commands.DynamoDBClient(db.clientConfig()), commands)],
])('the model talks to %s', async (id, client) => {
  const model = app.connect(client(), { entities: { Thing } })
  const thing = { id, bytes: new Uint8Array([1, 2, 255]) }
  expect(await model.Thing.create(thing)).toEqual(thing)
  expect(await model.Thing.get({ id })).toEqual(thing)
  expect(await model.Thing.create(thing).outcome()).toMatchObject({
    ok: false,
    reason: 'exists',
    item: thing,
  })
})

it('a Buffer is stored as its bytes, also by URL', async () => {
  const server = await createServer(db, { port: 0 })
  const model = app.connect(server.url, { entities: { Thing } })
  await model.Thing.create({ id: 'buffer', bytes: Buffer.from([1, 2, 255]) })
  expect(await model.Thing.get({ id: 'buffer' })).toEqual({
    id: 'buffer',
    bytes: new Uint8Array([1, 2, 255]),
  })
  await server.close({ limitMs: 0 })
})

it('an invalid URL and an unreachable server are reported with the given URL', async () => {
  const get = (url: string) => app.connect(url, { entities: { Thing } }).Thing.get({ id: 'x' }).send()
  for (const url of ['localhost:8000', '127.0.0.1:8000', 'ftp://127.0.0.1', '']) {
    await expect(get(url)).rejects.toMatchObject({
      code: 'CLIENT',
      message: `"${url}" is not the URL of a server: it must begin with http:// or https://`,
    })
  }
  const server = await createServer(db, { port: 0 })
  await server.close({ limitMs: 0 })
  await expect(get(server.url)).rejects.toMatchObject({
    code: 'CLIENT',
    message: `${server.url} cannot be reached: ECONNREFUSED`,
    cause: { message: 'fetch failed' },
  })
})
