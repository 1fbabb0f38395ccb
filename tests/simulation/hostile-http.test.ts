import type { Database } from '@monotable/engine'
import { createServer, type Server } from '@monotable/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deepJson, inheritedProperties, loneSurrogates } from './hostile/hostile-values.ts'
import { openTarget, target, targetKey } from './hostile/open-target.ts'
import { exchange, openSocket, requestBytes, send } from './hostile/raw-connection.ts'

let db: Database
let server: Server
const failures: unknown[] = []
const before = inheritedProperties()

beforeAll(async () => {
  db = await openTarget()
  server = await createServer(db, { port: 0, onError: (error) => failures.push(error) })
})

afterEach(async () => {
  const answer = await send(
    server.port,
    requestBytes('GetItem', JSON.stringify({ TableName: target, Key: targetKey })),
  )
  expect(answer?.status).toBe(200)
  expect(failures).toEqual([])
})

afterAll(async () => {
  await server.close({ limitMs: 100 })
  await db.close()
  expect(inheritedProperties()).toEqual(before)
})

function body(
  text: string | Buffer,
  operation = 'PutItem',
): Promise<{ status: number; body: string } | undefined> {
  return send(server.port, requestBytes(operation, text))
}

function putWith(value: string): string {
  return `{"TableName":"${target}","Item":{"pk":{"S":"p"},"sk":{"S":"s"},"deep":${value}}}`
}

describe('a body', () => {
  it.each([
    ['that is not JSON', 'no json'],
    ['that is cut off', '{"TableName":'],
    ['that is an array', '[]'],
    ['that is null', 'null'],
    ['that is a text', '"text"'],
    ['that is a number', '1e400'],
    ['of a null byte', '\u0000'],
    ['with a mark of byte order', '\ufeff{}'],
    ['with text behind its end', '{"TableName":"Target"} {}'],
    ['of 16 MB of spaces and then nothing', ' '.repeat(16 * 1024 * 1024)],
  ])('%s is refused', async (_, text) => {
    const answer = await body(text)
    expect(answer?.status).toBe(400)
    expect(answer?.body).toContain('SerializationException')
  })

  it('that is not UTF-8 is refused', async () => {
    expect((await body(Buffer.from([0x7b, 0x22, 0xff, 0xc0, 0x22, 0x3a, 0x31, 0x7d])))?.status).toBe(400)
  })

  it.each([10_000, 200_000])('%i levels deep is refused', async (depth) => {
    expect((await body(putWith(deepJson(depth))))?.status).toBe(400)
    expect((await body('['.repeat(depth)))?.status).toBe(400)
    expect((await body(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`))?.status).toBe(400)
  })

  it('of more than 16 MB is refused', async () => {
    const answer = await body(putWith(`{"S":"${'x'.repeat(17 * 1024 * 1024)}"}`))
    expect(answer?.status ?? 413).toBe(413)
  })

  it('that declares more than the maximum length is refused before it is sent', async () => {
    const bytes = requestBytes('PutItem', '{}', { 'Content-Length': '999999999999' })
    expect([400, 413]).toContain((await exchange(server.port, [bytes], { end: true }))?.status ?? 413)
  })

  it.each(loneSurrogates.map((text) => JSON.stringify(text)))(
    'with %s in it is answered or refused',
    async (text) => {
      const answer = await body(putWith(`{"S":${text}}`))
      expect([200, 400]).toContain(answer?.status)
    },
  )

  it('with members named like the prototype changes no object', async () => {
    const text = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"TableName":"${target}"}`
    expect((await body(text, 'Scan'))?.status).toBe(200)
    expect('polluted' in {}).toBe(false)
  })

  it('that names a member twice is answered or refused', async () => {
    expect([200, 400]).toContain((await body(`{"TableName":"x","TableName":"${target}"}`, 'Scan'))?.status)
  })
})

describe('a request', () => {
  const scan = JSON.stringify({ TableName: target })

  it.each(['Nothing', '', '__proto__', 'constructor', 'toString', 'Scan.', 'scan', 'x'.repeat(8000)])(
    'for the operation %j is refused',
    async (operation) => {
      const answer = await send(server.port, requestBytes(operation, scan))
      expect(answer?.status).toBe(400)
      expect(answer?.body).toContain('UnknownOperationException')
    },
  )

  it.each([
    'text/plain',
    'application/xml',
    '',
    undefined,
    'application/x-amz-json-1.0\t; charset=x',
    '\u00ff',
  ])('of the content type %j is answered or refused', async (type) => {
    const answer = await send(server.port, requestBytes('Scan', scan, { 'Content-Type': type }))
    expect([200, 400, 404]).toContain(answer?.status)
  })

  it.each([
    ['garbage', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000garbage\r\n\r\n'],
    ['a line without an end', 'POST '.repeat(10_000)],
    ['a length that is no number', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ten\r\n\r\n{}`],
    ['two lengths', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\n{}`],
    ['a negative length', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -2\r\n\r\n{}`],
    [
      'a length and chunks',
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['chunks without sizes', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`],
    ['a header without a name', `POST / HTTP/1.1\r\n: x\r\nContent-Length: 2\r\n\r\n{}`],
    ['a folded header', `POST / HTTP/1.1\r\nHost: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`],
    ['a null byte in a header', `POST / HTTP/1.1\r\nHost: a\u0000b\r\nContent-Length: 2\r\n\r\n{}`],
    ['a megabyte of headers', `POST / HTTP/1.1\r\n${'X-A: b\r\n'.repeat(120_000)}\r\n`],
    ['another version', `POST / HTTP/9.9\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`],
    ['bare line feeds', `POST / HTTP/1.1\nHost: a\nContent-Length: 2\n\n{}`],
  ])('with %s is refused', async (_, text) => {
    const answer = await exchange(server.port, [Buffer.from(text, 'latin1')], { end: true })
    if (answer !== undefined) expect(answer.status).toBeGreaterThanOrEqual(400)
    if (answer !== undefined) expect(answer.status).not.toBe(500)
  })

  it('sent byte by byte is answered', async () => {
    const bytes = requestBytes('Scan', scan)
    const answer = await exchange(
      server.port,
      Array.from(bytes, (byte) => Buffer.from([byte])),
    )
    expect(answer?.status).toBe(200)
  })

  it('cut at any place is answered or ends the connection', async () => {
    const bytes = requestBytes('Scan', scan)
    for (let cut = 0; cut < bytes.length; cut += 23) {
      const answer = await exchange(server.port, [bytes.subarray(0, cut)], { end: true })
      if (answer !== undefined) expect(answer.status).toBe(400)
    }
  })

  it('whose client disconnects before or during it does no harm', async () => {
    const bytes = requestBytes('Scan', scan)
    const clients = Array.from({ length: 60 }, async (_, index) => {
      const socket = await openSocket(server.port)
      socket.on('error', () => {})
      socket.write(bytes.subarray(0, (index * 31) % (bytes.length + 1)))
      if (index % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
      if (index % 2 === 0) socket.destroy()
      else socket.resetAndDestroy()
    })
    await Promise.all(clients)
  })

  it('pipelined after others is answered in order', async () => {
    const many = Buffer.concat(Array.from({ length: 50 }, () => requestBytes('Scan', scan)))
    const socket = await openSocket(server.port)
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    socket.write(many)
    while ((received.match(/HTTP\/1\.1 200/g) ?? []).length < 50)
      await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
  })
})
