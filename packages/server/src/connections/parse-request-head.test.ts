import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rawRequest } from '../testing/raw-request.ts'
import { parseRequestHead } from './parse-request-head.ts'

function headers(parts: { readonly [name: string]: string | undefined }) {
  return rawRequest({ headers: parts })
}

describe('parseRequestHead', () => {
  test('reads what an SDK sends', () => {
    const bytes = rawRequest({ headers: { 'X-Odd': ' \t a  b\t ', 'X-Empty': '' } })
    const head = parseRequestHead(bytes)
    if (typeof head === 'string') throw new Error(head)
    expect(head).toMatchObject({ contentLength: 22, close: false, sizeBytes: bytes.length - 22 })
    expect(head.headers.get('content-type')).toBe('application/x-amz-json-1.0')
    expect(head.headers.get('x-odd')).toBe('a  b')
    expect(head.headers.get('x-empty')).toBe('')
    expect(head.headers.get('x-none')).toBeUndefined()
    expect(head.headers.get('__proto__')).toBeUndefined()
  })

  test('joins the values of a repeated header', () => {
    const head = parseRequestHead(headers({ 'X-A': 'a\r\nx-a: b' }))
    expect(typeof head === 'object' && head.headers.get('x-a')).toBe('a,b')
  })

  test.each(['close', 'Close'])('notes Connection: %s', (Connection) => {
    expect(parseRequestHead(headers({ Connection }))).toMatchObject({ close: true })
  })

  test('asks for more at every byte before the end of the head', () => {
    const bytes = rawRequest()
    const end = bytes.indexOf('\r\n\r\n') + 4
    for (let length = 0; length < end; length++) {
      expect(parseRequestHead(bytes.subarray(0, length)), `${length} bytes`).toBe('partial')
    }
    expect(parseRequestHead(bytes.subarray(0, end))).toBeTypeOf('object')
  })

  test.each<[string, Buffer]>([
    ['another method', rawRequest({ line: 'GET / HTTP/1.1' })],
    ['another path', rawRequest({ line: 'POST /a HTTP/1.1' })],
    ['another version', rawRequest({ line: 'POST / HTTP/1.0' })],
    ['another spacing', rawRequest({ line: 'POST  / HTTP/1.1' })],
    ['no length', headers({ 'Content-Length': undefined })],
    ['an empty length', headers({ 'Content-Length': '' })],
    ['a negative length', headers({ 'Content-Length': '-1' })],
    ['two lengths', headers({ 'Content-Length': '1\r\nContent-Length: 1' })],
    ['a list of lengths', headers({ 'Content-Length': '1, 1' })],
    ['a length over the limit', headers({ 'Content-Length': '16777217' })],
    ['a long length', headers({ 'Content-Length': '000000000001' })],
    ['no host', headers({ Host: undefined })],
    ['chunks', headers({ 'Transfer-Encoding': 'identity' })],
    ['an expectation', headers({ expect: '100-continue' })],
    ['an upgrade', headers({ Upgrade: 'h2c' })],
    ['an encoding', headers({ 'CONTENT-ENCODING': 'gzip' })],
    ['another connection option', headers({ Connection: 'keep-alive, x-a' })],
    ['a folded line', headers({ 'X-A': 'a\r\n b' })],
    ['a bare carriage return', headers({ 'X-A': 'a\rb' })],
    ['a bare line feed', headers({ 'X-A': 'a\nb: c' })],
    ['a NUL', headers({ 'X-A': 'a\0b' })],
    ['a DEL', headers({ 'X-A': 'a\x7fb' })],
    ['a byte beyond ASCII', headers({ 'X-A': 'ä' })],
    ['a blank before the colon', headers({ 'X-A ': 'a' })],
    ['an empty name', headers({ '': 'a' })],
    ['a line without a colon', headers({ 'X-A': 'a\r\nX-B' })],
    ['a head over 16 KB', headers({ 'X-A': 'a'.repeat(16 * 1024) })],
    ['a head over 16 KB without end', headers({ 'X-A': 'a'.repeat(17 * 1024) }).subarray(0, 17_000)],
  ])('leaves %s to the full parser', (_name, bytes) => {
    expect(parseRequestHead(bytes)).toBe('unsupported')
  })

  test('never reads past a head, whatever follows, and never throws', () => {
    const alphabet = fc.constantFrom(
      'a',
      ':',
      ' ',
      '\r',
      '\n',
      '\r\n',
      '\0',
      'é',
      'Host: b\r\n',
      'Content-Length: 3\r\n',
    )
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 12 }), fc.string(), (pieces, rest) => {
        const bytes = Buffer.from(`POST / HTTP/1.1\r\n${pieces.join('')}\r\n${rest}`, 'latin1')
        const head = parseRequestHead(bytes)
        if (typeof head === 'string') return
        expect(bytes.toString('latin1', head.sizeBytes - 4, head.sizeBytes)).toBe('\r\n\r\n')
        expect(bytes.indexOf('\r\n\r\n')).toBe(head.sizeBytes - 4)
      }),
    )
  })
})

test("reads every header as Node's own parser does", async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const readByNode = async (bytes: Buffer): Promise<IncomingMessage> => {
    const received = once(server, 'request')
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(bytes)
    const [incoming] = (await received) as [IncomingMessage]
    socket.destroy()
    return incoming
  }
  const token = fc.string({ unit: fc.constantFrom(...'aZ09!#$%&*+-.^_`|~'), minLength: 1, maxLength: 8 })
  const value = fc.string({ unit: fc.constantFrom(...'aZ ,;:="\t'), maxLength: 8 })
  const headerLists = fc.array(fc.tuple(token, value), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(headerLists, async (pairs) => {
      const lines = pairs.map(([name, text]) => `${name}:${text}\r\n`).join('')
      const bytes = Buffer.from(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n${lines}\r\n`)
      const head = parseRequestHead(bytes)
      if (typeof head === 'string') throw new Error(head)
      const { rawHeaders } = await readByNode(bytes)
      for (const [name] of pairs) {
        const values = rawHeaders.filter((_, at) => at % 2 === 1 && same(rawHeaders[at - 1], name))
        expect(head.headers.get(name.toLowerCase())).toBe(values.join(','))
      }
    }),
  )
  server.closeAllConnections()
  server.close()
})

function same(left: string | undefined, right: string): boolean {
  return left?.toLowerCase() === right.toLowerCase()
}
