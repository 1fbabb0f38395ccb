import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServer, type Server } from './create-server.ts'
import { EchoDatabase } from './testing/echo-database.ts'
import { RawClient } from './testing/raw-client.ts'
import { rawRequest } from './testing/raw-request.ts'

// An eighth of this is room for one of the requests below, but not for two.
vi.mock('node:v8', () => ({ getHeapStatistics: () => ({ heap_size_limit: 8 * 150_000 }) }))

let db: EchoDatabase
let server: Server
let clients: RawClient[]
/** Lets the requests in flight continue. */
let letGo: () => void

beforeEach(async () => {
  db = new EchoDatabase()
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  db.before = () => gone
  db.reply = () => '{}'
  clients = []
  server = await createServer(db, { port: 0 })
})

afterEach(async () => {
  for (const client of clients) client.close()
  await server.close({ limitMs: 0 })
})

async function send(name: string, length: number): Promise<RawClient> {
  const client = await RawClient.open(server.url)
  clients.push(client)
  client.send(rawRequest({ body: JSON.stringify({ name, text: 'x'.repeat(length) }) }))
  return client
}

const begun = () => db.calls.map(({ input }) => (input as { readonly name: string }).name)

test('a large request waits while others fill the room for them; a small one does not', async () => {
  const first = await send('first', 100_000)
  await expect.poll(() => begun().includes('first')).toBe(true)
  const second = await send('second', 100_000)
  const small = await send('small', 100)
  await expect.poll(() => begun().includes('small')).toBe(true)
  expect(begun()).toEqual(['first', 'small'])
  letGo()
  for (const client of [first, second, small]) expect(await client.read()).toMatchObject({ status: 200 })
  expect(begun()).toEqual(['first', 'small', 'second'])
})
