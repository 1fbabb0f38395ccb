import { constants } from 'node:crypto'
import { type AddressInfo, connect as connectPlain, createServer as createPlainServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServer, type Server } from './create-server.ts'
import { EchoDatabase } from './testing/echo-database.ts'
import { RawClient } from './testing/raw-client.ts'
import { rawRequest } from './testing/raw-request.ts'
import { otherCertificate, testCertificate } from './testing/test-certificate.ts'

let server: Server

beforeEach(async () => {
  server = await createServer(new EchoDatabase(), { port: 0, tls: testCertificate })
})

afterEach(() => server.close({ limitMs: 0 }))

/** Opens an encrypted connection. */
async function greet(options = {}): Promise<TLSSocket> {
  const socket = connect({ port: server.port, rejectUnauthorized: false, ...options })
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
  return socket
}

test('plain HTTP is told what is wrong, as an error that SDKs show', async () => {
  const client = await RawClient.open(`http://127.0.0.1:${server.port}`)
  client.send(rawRequest())
  const answer = await client.read()
  expect(answer?.status).toBe(400)
  expect(JSON.parse(answer?.body ?? '')).toEqual({
    __type: 'com.amazon.coral.validate#ValidationException',
    message: 'This port speaks HTTPS only: the endpoint has to begin with https://',
  })
  await client.ended()
})

test.each(['http/1.1', 'http/1.0'])('clients that speak only %s can connect', async (protocol) => {
  const socket = await greet({ ALPNProtocols: [protocol] })
  expect(socket.alpnProtocol).toBe(protocol)
  socket.destroy()
})

test('closing does not wait for clients that have not begun their handshake', async () => {
  const silent = connectPlain(server.port, '127.0.0.1')
  await new Promise((resolve) => silent.once('connect', resolve))
  const closed = new Promise((resolve) => silent.once('close', resolve))
  await delay(20)
  await server.close()
  silent.resume()
  await closed
})

test('a renewed certificate is used for new connections, and existing ones continue', async () => {
  const before = await RawClient.open(server.url)
  const old = await greet()
  expect(() => server.renewCertificate({ ...otherCertificate, key: testCertificate.key })).toThrow()
  const unchanged = await greet()
  server.renewCertificate(otherCertificate)
  const renewed = await greet()
  const fingerprints = [old, unchanged, renewed].map((socket) => socket.getPeerCertificate().fingerprint)
  expect(fingerprints[1]).toBe(fingerprints[0])
  expect(fingerprints[2]).not.toBe(fingerprints[0])
  before.send(rawRequest())
  expect((await before.read())?.status).toBe(200)
  for (const socket of [old, unchanged, renewed]) socket.destroy()
  before.close()
})

test.each([
  { cert: '', key: testCertificate.key },
  { cert: testCertificate.cert, key: Buffer.of() },
])('an empty certificate or key is refused, and existing ones stay in use', async (certificate) => {
  const old = await greet()
  expect(() => server.renewCertificate(certificate)).toThrow('one of them is empty')
  const unchanged = await greet()
  expect(unchanged.getPeerCertificate().fingerprint).toBe(old.getPeerCertificate().fingerprint)
  for (const socket of [old, unchanged]) socket.destroy()
  await expect(createServer(new EchoDatabase(), { port: 0, tls: certificate })).rejects.toThrow('empty')
})

test('a server without a certificate cannot renew it', async () => {
  await server.close()
  server = await createServer(new EchoDatabase(), { port: 0 })
  expect(() => server.renewCertificate(testCertificate)).toThrow('no certificate')
})

test('a client that ends its own side after a request is answered, even while others are connected', async () => {
  const others = [await RawClient.open(server.url), await RawClient.open(server.url)]
  for (const line of ['POST / HTTP/1.1', 'POST / HTTP/1.0', 'POST /?a HTTP/1.1']) {
    const client = await RawClient.open(server.url)
    client.socket.end(rawRequest({ line }))
    expect((await client.read())?.status).toBe(200)
    await client.ended()
  }
  for (const other of others) other.close()
})

test('no client may renegotiate keys', async () => {
  const socket = await greet({ maxVersion: 'TLSv1.2', secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT })
  const refused = new Promise((resolve) => {
    socket.once('error', resolve)
    socket.once('close', resolve)
    socket.renegotiate({}, (error) => resolve(error))
  })
  expect(await refused).toBeInstanceOf(Error)
  socket.destroy()
})

test.each([
  ['nothing', ''],
  ['the beginning of a greeting only', '\x16'],
])('a client that sends %s is disconnected after some time', async (_, said) => {
  await server.close()
  server = await createServer(new EchoDatabase(), {
    port: 0,
    tls: testCertificate,
    timeouts: { headersMs: 100 },
  })
  const client = connectPlain(server.port, '127.0.0.1')
  const closed = new Promise((resolve) => client.once('close', resolve))
  client.on('error', () => {})
  client.resume()
  client.write(said)
  await closed
})

/** Returns the first bytes that a client sends. */
async function hello(): Promise<Buffer> {
  const listener = createPlainServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const heard = new Promise<Buffer>((resolve) => {
    listener.once('connection', (socket) => socket.once('data', resolve))
  })
  const socket = connect({ port: (listener.address() as AddressInfo).port })
  socket.on('error', () => {})
  const bytes = await heard
  socket.destroy()
  listener.close()
  return bytes
}

test('a client that is gone before its handshake begins is let go at once', async () => {
  await server.close()
  // So long that waiting for it would be noticed.
  const timeouts = { headersMs: 3_600_000 }
  server = await createServer(new EchoDatabase(), { port: 0, tls: testCertificate, timeouts })
  const bytes = await hello()
  const gone = Array.from({ length: 100 }, () => {
    const one = connectPlain({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    one.on('error', () => {})
    one.end(bytes)
    return new Promise((resolve) => one.resume().once('close', resolve))
  })
  await Promise.all(gone)
  ;(await greet()).destroy()
})

test('plain HTTP is told what is wrong even if its sender has ended its own side', async () => {
  const answers = Array.from({ length: 20 }, () => {
    const one = connectPlain({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    one.end(rawRequest())
    return new Promise<string>((resolve) => one.once('data', (bytes) => resolve(String(bytes))))
  })
  for (const answer of await Promise.all(answers)) expect(answer).toContain('HTTPS only')
})

test('of many simultaneous clients each gets its handshake, even if others have gone before theirs', async () => {
  const gone = Array.from({ length: 50 }, () => connectPlain(server.port, '127.0.0.1'))
  for (const one of gone) {
    one.on('error', () => {})
    one.end()
  }
  const sockets = await Promise.all(Array.from({ length: 50 }, () => greet()))
  expect(sockets.every((socket) => socket.encrypted)).toBe(true)
  for (const socket of sockets) socket.destroy()
})
