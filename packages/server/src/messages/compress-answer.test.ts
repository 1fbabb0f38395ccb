import { request } from 'node:http'
import { crc32, gunzipSync, inflateSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createServer, type Server } from '../create-server.ts'
import { EchoDatabase } from '../testing/echo-database.ts'
import { someAuthorization } from '../testing/raw-request.ts'

let server: Server

beforeEach(async () => {
  server = await createServer(new EchoDatabase(), { port: 0 })
})

afterEach(() => server.close({ limitMs: 0 }))

interface RawAnswer {
  readonly encoding: string | undefined
  readonly checksum: number
  readonly bytes: Buffer
}

/** Sends a body that comes back unchanged. A query string makes the request bypass the fast parser. */
function ask(body: string, encodings: string, path = '/'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': 'DynamoDB_20120810.GetItem',
      'X-Amz-Date': '20260801T000000Z',
      Authorization: someAuthorization,
      'Accept-Encoding': encodings,
    }
    const outgoing = request(`${server.url}${path}`, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { 'content-encoding': encoding, 'x-amz-crc32': checksum } = response.headers
        resolve({ encoding, checksum: Number(checksum), bytes: Buffer.concat(chunks) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const long = JSON.stringify({ a: 'é'.repeat(2044) })
const short = JSON.stringify({ a: `${'é'.repeat(2043)}x` })

describe('a compressed answer', () => {
  test.each(['/', '/?x'])('has the checksum of its bytes as sent, requested at %s', async (path) => {
    const { encoding, checksum, bytes } = await ask(long, 'gzip', path)
    expect(encoding).toBe('gzip')
    expect(gunzipSync(bytes).toString()).toBe(long)
    expect(checksum).toBe(crc32(bytes))
  })

  test('may use deflate', async () => {
    const { encoding, bytes } = await ask(long, 'deflate')
    expect(encoding).toBe('deflate')
    expect(inflateSync(bytes).toString()).toBe(long)
  })

  test('has at least 4096 bytes uncompressed', async () => {
    expect(Buffer.byteLength(long)).toBe(4096)
    const { encoding, bytes } = await ask(short, 'gzip')
    expect(encoding).toBeUndefined()
    expect(bytes.toString()).toBe(short)
  })

  test('is sent only to clients that accept it', async () => {
    const { encoding, bytes } = await ask(long, 'br, identity')
    expect(encoding).toBeUndefined()
    expect(bytes.toString()).toBe(long)
  })
})
