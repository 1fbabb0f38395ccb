import { maxBodyBytes } from '../messages/decode-content.ts'
import type { HeaderValues } from '../messages/server-request.ts'
import { HeadText } from './head-text.ts'

/** The head of a request that was fully understood: `POST / HTTP/1.1` with a Content-Length. */
export interface RequestHead {
  readonly headers: HeaderValues
  readonly contentLength: number
  /** Whether the client wants the connection closed after the answer. */
  readonly close: boolean
  /** The size of the head itself, including its empty line. */
  readonly sizeBytes: number
}

/** `partial` asks for more bytes; `unsupported` leaves the decision to a full HTTP parser. */
export type HeadResult = RequestHead | 'partial' | 'unsupported'

/** Node's own limit; a longer head goes to its parser, which refuses it. */
const maxHeadBytes = 16 * 1024

const requestLine = Buffer.from('POST / HTTP/1.1\r\n')

const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const colon = 0x3a
const del = 0x7f

/** Bytes that are allowed in the name of a header. */
const isTokenByte = new Uint8Array(256)
for (let byte = 0x21; byte < 0x7f; byte++) {
  if (/[0-9A-Za-z!#$%&'*+\-.^_`|~]/.test(String.fromCharCode(byte))) isTokenByte[byte] = 1
}

// A copy of what is being parsed. In memory whose place and size the compiler knows, and that can be read four bytes at
// a time, parsing a head takes half the time.
const bytes = new Uint8Array(maxHeadBytes + 4)
const words = new Int32Array(bytes.buffer)

/** Headers that change how a message is read, or who reads it. */
const unsupportedHeaders = [
  'content-encoding',
  'expect',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/**
 * Parses the head of the one form of request that SDKs send:
 *
 *     Head   : "POST / HTTP/1.1" CRLF ( Header CRLF )+ CRLF
 *     Header : TOKEN ":" ( SP | TAB )* VALUE
 *     VALUE  : ( printable ASCII | TAB )*
 *
 * It never guesses: a second length, any other line end, folded lines, bytes beyond ASCII and a length that is not
 * plain digits are all `unsupported`. It runs for every request and reads each byte once.
 */
export function parseRequestHead(received: Buffer): HeadResult {
  const end = Math.min(received.length, maxHeadBytes)
  bytes.set(end === received.length ? received : received.subarray(0, end))
  const lineLength = requestLine.length
  for (let at = 0; at < lineLength; at++) {
    if (at === end) return 'partial'
    if (bytes[at] !== requestLine[at]) return 'unsupported'
  }
  const offsets: number[] = []
  let at = lineLength
  while (at + 1 < end && bytes[at] !== carriageReturn) {
    const next = parseHeader(at, end, offsets)
    if (next === notUnderstood) return 'unsupported'
    at = next === incomplete ? end : next
  }
  if (at + 1 >= end) return received.length < maxHeadBytes ? 'partial' : 'unsupported'
  if (bytes[at + 1] !== lineFeed) return 'unsupported'
  return finishHead(new HeadText(received.toString('latin1', 0, at), offsets), at + 2)
}

const incomplete = -1
const notUnderstood = -2

/** Records where a header's name and value are; returns where the next line starts. */
function parseHeader(start: number, end: number, offsets: number[]): number {
  let at = start
  while (at < end && isTokenByte[bytes[at] as number] === 1) at++
  if (at === end) return incomplete
  if (at === start || bytes[at] !== colon) return notUnderstood
  const nameEnd = at++
  while (at < end && isBlank(bytes[at])) at++
  const valueStart = at
  at = endOfValue(at, end)
  if (at + 1 >= end) return at < end && bytes[at] !== carriageReturn ? notUnderstood : incomplete
  if (bytes[at] !== carriageReturn || bytes[at + 1] !== lineFeed) return notUnderstood
  let valueEnd = at
  while (valueEnd > valueStart && isBlank(bytes[valueEnd - 1])) valueEnd--
  offsets.push(start, nameEnd, valueStart, valueEnd)
  return at + 2
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab
}

/** Returns where the bytes allowed in a value end: printable ASCII and tabs. */
function endOfValue(start: number, end: number): number {
  let at = start
  for (;;) {
    while ((at & 3) === 0 && at + 4 <= end && isPrintable(words[at >> 2] as number)) at += 4
    const byte = bytes[at] as number
    if (at === end || ((byte < space || byte >= del) && byte !== tab)) return at
    at++
  }
}

/** Whether four bytes are printable ASCII: the highest bit of none is set, and neither operation sets it. */
function isPrintable(word: number): boolean {
  return ((word | (word - 0x20202020) | (word + 0x01010101)) & 0x80808080) === 0
}

function finishHead(headers: HeadText, sizeBytes: number): HeadResult {
  for (const name of unsupportedHeaders) if (headers.has(name)) return 'unsupported'
  const length = headers.get('content-length')
  if (length === undefined || !/^\d{1,8}$/.test(length) || !headers.hasOnce('host')) return 'unsupported'
  const contentLength = Number(length)
  if (contentLength > maxBodyBytes) return 'unsupported'
  const connection = headers.get('connection') ?? 'keep-alive'
  const option = connection === 'keep-alive' ? connection : connection.toLowerCase()
  if (option !== 'keep-alive' && option !== 'close') return 'unsupported'
  return { headers, contentLength, close: option === 'close', sizeBytes }
}

/** The size of a request: its head and its body. */
export function wholeBytes(head: RequestHead): number {
  return head.sizeBytes + head.contentLength
}
