import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createEndpointClient } from './endpoint-client.ts'

let server: Server

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function serve(answer: (send: (body: string) => void, cut: () => void) => void): Promise<string> {
  server = createServer((_, response) => {
    const send = (body: string) => response.writeHead(200, { 'Content-Length': 100 }).write(body)
    answer(send, () => response.socket?.resetAndDestroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ['before an answer', ''],
  ['in the middle of an answer', '{"Table'],
])('a connection that ends %s is an error that may pass', async (_, begun) => {
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
