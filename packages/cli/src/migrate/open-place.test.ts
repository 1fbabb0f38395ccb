import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { explainMigration } from './explain-migration.ts'
import { openPlace } from './open-place.ts'

type Answer = 'break' | 'page' | number | object | (() => void)

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.restoreAllMocks()
})

/** A server that sends one answer per request, and repeats the last one for ever. */
async function served(...answers: Answer[]) {
  const server = createServer((_, response) => {
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) as Answer
    if (answer === 'break') {
      response.writeHead(200, { 'content-length': 100 }).write('{')
      response.destroy()
    } else if (typeof answer === 'function') answer()
    else if (answer === 'page') response.end('<html>')
    else if (typeof answer === 'number') response.writeHead(answer).end('bad gateway')
    else response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return { endpoint: `http://127.0.0.1:${port}`, store: undefined, region: 'us-east-1', profile: undefined }
}

async function getItem(place: Awaited<ReturnType<typeof served>>): Promise<unknown> {
  const { client } = await openPlace(place)
  return (client as { send(...args: unknown[]): Promise<unknown> }).send('GetItem', {
    TableName: 'T',
    Key: {},
  })
}

it('a broken connection or a temporary server error does not end hours of work', async () => {
  expect(await getItem(await served('break', 502, { Item: {} }))).toEqual({ Item: {} })
})

it('an endpoint that falls silent is asked again', async () => {
  const patience = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal)
  const silent = () => patience.abort(new DOMException('aborted due to timeout', 'TimeoutError'))
  expect(await getItem(await served(silent, { Item: {} }))).toEqual({ Item: {} })
})

it.each([
  ['page', 'unlike DynamoDB'],
  [503, 'answered with status 503'],
  ['break', 'cannot be reached: '],
] as const)('a persistent failure (%s) is reported in a sentence', async (answer, sentence) => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const place = await served(answer)
  const code = await explainMigration(place, async () => {
    await getItem(place)
    return 0
  })
  expect([code, written.join('')]).toEqual([1, expect.stringContaining(sentence)])
})
