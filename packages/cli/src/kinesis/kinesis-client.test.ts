import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKinesisClient } from './kinesis-client.ts'

const arn = 'arn:aws:kinesis:us-east-1:000000000000:stream/changes'
const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'top-secret',
  sessionToken: 'session/token',
}
const never = new AbortController().signal
const records = [
  { partitionKey: 'A', data: '1' },
  { partitionKey: 'B', data: '2' },
]

let server: Server
let answer: (response: ServerResponse) => void
let endpoint: string

beforeEach(async () => {
  server = createServer((request, response) => {
    request.resume()
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const put = () => createKinesisClient({ endpoint, credentials }).put(arn, records, never)
const state = () => createKinesisClient({ endpoint, credentials }).state(arn, never)
const says = (text: string, status = 200) => {
  answer = (response) => void response.writeHead(status).end(text)
}

describe('what Kinesis has taken', () => {
  it.each([
    ['has a number', '{"SequenceNumber":"49"}', true],
    ['has a number and no error, which is told', '{"SequenceNumber":"49","ErrorCode":null}', true],
    ['has an error', '{"ErrorCode":"InternalFailure"}', false],
    ['has a number and an error', '{"SequenceNumber":"49","ErrorCode":"InternalFailure"}', false],
    ['has an empty number', '{"SequenceNumber":""}', false],
    ['is null', 'null', false],
  ])('a record that %s', async (_, record, isTaken) => {
    says(`{"FailedRecordCount":0,"Records":[{"SequenceNumber":"1"},${record}]}`)
    expect(await put()).toEqual([true, isTaken])
  })

  it.each(['null', '5', '[]', '{}', '{"Records":[{"SequenceNumber":"1"}]}', '{"Records":{"length":2}}'])(
    'is not known from %s',
    async (text) => {
      says(text)
      await expect(put()).rejects.toMatchObject({
        name: 'UnexpectedAnswer',
        message: 'the answer is not one to PutRecords',
      })
    },
  )
})

describe('what is told of a failure', () => {
  it('is a short line', async () => {
    says(JSON.stringify({ __type: 'X', message: `one\n\u001b[2Jtwo ${'x'.repeat(100_000)}` }), 400)
    const error = await put().then(undefined, (refused: Error) => refused)
    expect(error).toMatchObject({ name: 'X', message: expect.stringMatching(/^one \[2Jtwo x+…$/) })
    expect((error as Error).message.length).toBeLessThan(400)
  })

  // AWS answers to a wrong signature with all that was to be signed.
  it('has no credentials in it', async () => {
    says(JSON.stringify({ message: `token:session/token key:AKIDEXAMPLE secret:top-secret` }), 403)
    await expect(put()).rejects.toMatchObject({ message: 'token:*** key:*** secret:***' })
    says('<html>AKIDEXAMPLE', 500)
    await expect(state()).rejects.toMatchObject({ message: 'the answer was 500 <html>***' })
  })

  it('an answer that is none says so', async () => {
    says('null')
    await expect(state()).rejects.toMatchObject({
      message: 'the answer is not one to DescribeStreamSummary',
    })
  })
})

it.each(['http://user:hunter2@127.0.0.1:1', 'http://hunter2@127.0.0.1:1', 'ftp://hunter2/', 'hunter2', ''])(
  'an address that cannot be is refused, and not told: %s',
  (address) => {
    const create = () => createKinesisClient({ endpoint: address, credentials })
    expect(create).toThrow(
      /^kinesis.endpoint must be a URL such as http:\/\/127.0.0.1:4566, without a password$/,
    )
  },
)
