import { afterEach, describe, expect, test } from 'vitest'
import { createServer, type Server } from './create-server.ts'
import { EchoDatabase } from './testing/echo-database.ts'
import { RawClient } from './testing/raw-client.ts'
import { rawRequest } from './testing/raw-request.ts'

const connections = 200

let server: Server | undefined

afterEach(() => server?.close({ limitMs: 0 }))

// Node accepts one connection a turn. When all others are answered in that turn, and ask again, as many requests as
// half the square of the connections come before the first of the last one.
describe.each([
  { over: 'the fast path', line: 'POST / HTTP/1.1', headers: {} },
  { over: "Node's own server", line: 'POST / HTTP/1.0', headers: { Connection: 'Keep-Alive' } },
])('of many that connect at once, over $over', ({ line, headers }) => {
  test('the last is answered before the first have asked again and again', async () => {
    const db = new EchoDatabase()
    server = await createServer(db, { port: 0 })
    const request = rawRequest({ line, headers })
    let callsBeforeLast = 0
    let isOver = false
    let unanswered = connections
    const askOn = async () => {
      const client = await RawClient.open((server as Server).url)
      client.send(request)
      expect((await client.read())?.status).toBe(200)
      unanswered--
      if (unanswered === 0) {
        callsBeforeLast = db.calls.length
        isOver = true
      }
      while (!isOver) {
        client.send(request)
        await client.read()
      }
      client.close()
    }
    await Promise.all(Array.from({ length: connections }, askOn))
    expect(callsBeforeLast).toBeLessThan(connections ** 2 / 8)
  })
})
