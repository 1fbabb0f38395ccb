import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createEndpointClient, explainEndpointError } from './endpoint-client.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

async function serve(answer: (send: (body: string) => void, cut: () => void) => void): Promise<string> {
  const started = createServer((_, response) => {
    const send = (body: string) => response.writeHead(200, { 'Content-Length': 100 }).write(body)
    answer(send, () => response.socket?.resetAndDestroy())
  })
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

test.each([
  ['before an answer', ''],
  ['in the middle of an answer', '{"Table'],
])('a connection that breaks off %s is a temporary error', async (_, begun) => {
  const endpoint = await serve((send, cut) => {
    if (begun !== '') send(begun)
    setTimeout(cut, 20)
  })
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const send = createEndpointClient({ endpoint, region: 'us-east-1', credentials })
  await expect(send('DescribeTable', {})).rejects.toMatchObject({
    name: 'NetworkError',
    message: expect.stringContaining(`${endpoint} cannot be reached: `),
  })
})

test.each([
  [
    'UnrecognizedClientException',
    'UnrecognizedClientException: no\nhttp://x does not accept these access keys',
  ],
  ['ExpiredTokenException', '--profile'],
  ['HTTP 404', 'The server at http://x does not answer like DynamoDB: no'],
  ['ResourceNotFoundException', /^ResourceNotFoundException: no$/],
])('%s is reported with advice', (name, told) => {
  const error = Object.assign(new Error('no'), { name })
  expect(explainEndpointError(error, 'http://x')).toMatch(told)
})
