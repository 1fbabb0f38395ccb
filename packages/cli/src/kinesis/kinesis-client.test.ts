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

describe('which records Kinesis has stored', () => {
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
    'is unknown from %s',
    async (text) => {
      says(text)
      await expect(put()).rejects.toMatchObject({
        name: 'UnexpectedAnswer',
        message: 'the answer is not a PutRecords answer',
      })
    },
  )
})

describe('a failure message', () => {
  it('is one short line', async () => {
    says(JSON.stringify({ __type: 'X', message: `one\n\u001b[2Jtwo ${'x'.repeat(100_000)}` }), 400)
    const error = await put().then(undefined, (refused: Error) => refused)
    expect(error).toMatchObject({ name: 'X', message: expect.stringMatching(/^one \[2Jtwo x+…$/) })
    expect((error as Error).message.length).toBeLessThan(400)
  })

  // AWS answers a wrong signature with everything that had to be signed.
  it('contains no credentials', async () => {
    says(JSON.stringify({ message: `token:session/token key:AKIDEXAMPLE secret:top-secret` }), 403)
    await expect(put()).rejects.toMatchObject({ message: 'token:*** key:*** secret:***' })
    says('<html>AKIDEXAMPLE', 500)
    await expect(state()).rejects.toMatchObject({ message: 'it answered 500 <html>***' })
  })

  it('says that an answer is invalid', async () => {
    says('null')
    await expect(state()).rejects.toMatchObject({
      message: 'the answer is not a DescribeStreamSummary answer',
    })
  })
})

it.each(['http://user:hunter2@127.0.0.1:1', 'http://hunter2@127.0.0.1:1', 'ftp://hunter2/', 'hunter2', ''])(
  'an impossible address is rejected and not shown: %s',
  (address) => {
    const create = () => createKinesisClient({ endpoint: address, credentials })
    expect(create).toThrow(
      /^kinesis.endpoint must be a URL such as http:\/\/127.0.0.1:4566, without a password$/,
    )
  },
)
