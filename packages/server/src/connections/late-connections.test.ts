import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { RawClient } from '../testing/raw-client.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { AnswerQueue, type AnswerWriter } from '../turns/answer-queue.ts'
import { RequestTurns } from '../turns/request-turns.ts'
import { Room } from '../turns/room.ts'
import { serveHttp } from './serve-http.ts'

/** A queue that writes only when it is told to. */
class HeldAnswers extends AnswerQueue {
  readonly held: AnswerWriter[] = []

  constructor() {
    super(() => 0)
  }

  override add(one: AnswerWriter): void {
    this.held.push(one)
  }
}

// Node accepts one connection per turn. If all others were answered in that turn, they would ask again in the next: the
// last of 256 connections of `ab -k`, which speaks HTTP/1.0, waited for three seconds.
test.each([
  { answer: 'a short answer', body: '{}', held: 1 },
  { answer: 'one that is long and would fill the heap there', body: 'x'.repeat(70_000), held: 0 },
])("$answer of Node's server waits in the queue: $held", async ({ body, held }) => {
  const queue = new HeldAnswers()
  const room = new Room({ maxBytes: 1e6, patienceMs: 1e6, standstillMs: 1e6, now: () => 0 })
  const server = createServer((incoming, outgoing) =>
    serveHttp(
      {
        answer: async () => ({ status: 200, contentType: undefined, body }),
        bodies: room,
        answers: room,
        batching: () => ({
          answers: queue,
          requests: new RequestTurns(
            () => false,
            () => 0,
          ),
        }),
        answerMs: 1e6,
        standstillMs: 1e6,
        hasRunFor: () => true,
        nextRequestId: () => 'id',
        isLast: () => false,
      },
      incoming,
      outgoing,
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = await RawClient.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  client.send(rawRequest({ line: 'POST / HTTP/1.0', headers: { Connection: 'Keep-Alive' } }))
  if (held > 0) await expect.poll(() => queue.held.length).toBe(held)
  for (const one of queue.held) one.write()
  expect((await client.read())?.body).toBe(body)
  expect(queue.held.length).toBe(held)
  client.close()
  server.close()
})
