import { crc32, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../messages/answer.ts'
import { writeAnswer } from './write-answer.ts'

const envelope = { requestId: 'REQUEST', date: 'Mon, 16 Nov 2026 00:00:00 GMT', close: false }

const bodies = {
  'short, ASCII': '{"a":1}',
  'short, Latin-1': '{"a":"é"}',
  'short, of any alphabet': '{"a":"한😀"}',
  'long, ASCII': `"${'a'.repeat(50_000)}"`,
  'long, Latin-1': `"${'é'.repeat(50_000)}"`,
  'long, Latin-1 at its end alone': `"${'a'.repeat(50_000)}é"`,
  'long, of any alphabet': `"${'한😀'.repeat(20_000)}"`,
  // As bytes of Latin-1 these would be ASCII.
  'long, with characters whose lower half is ASCII': `"${'\u0141'.repeat(50_000)}"`,
}

describe.each(Object.entries(bodies))('an answer whose body is %s', (_, body) => {
  const bytes = Buffer.from(body)

  it.each([
    ['few headers', {}],
    ['many headers', { 'x-long': 'v'.repeat(3_000) }],
  ])('is written completely, with %s', (_, extraHeaders) => {
    expectWritten({ status: 200, contentType: 'text/plain', body, extraHeaders }, bytes)
  })

  it('is written in its compressed form', () => {
    const compressed = gzipSync(bytes)
    expectWritten({ status: 200, contentType: 'text/plain', body, compressed }, compressed)
  })
})

/** Checks what a client reads: the head, with the length of the body and its checksum, and then only the body. */
function expectWritten(answer: Answer, body: Buffer): void {
  const { data, encoding } = writeAnswer(answer, envelope)
  const written = typeof data === 'string' ? Buffer.from(data, encoding) : data
  const end = written.indexOf('\r\n\r\n')
  const head = written.toString('latin1', 0, end)
  expect(written.subarray(end + 4).equals(body)).toBe(true)
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(head).toContain(`\r\nContent-Length: ${body.length}\r\n`)
  expect(head).toContain(`\r\nx-amz-crc32: ${crc32(body)}`)
  for (const [name, value] of Object.entries(answer.extraHeaders ?? {})) {
    expect(head).toContain(`\r\n${name}: ${value}`)
  }
}
