import { maxBodyBytes } from './decode-content.ts'
import { HeadText } from './head-text.ts'
import type { HeaderValues } from './server-request.ts'

/** The head of a request that was fully understood: `POST / HTTP/1.1` with a Content-Length. */
export interface RequestHead {
  readonly headers: HeaderValues
  readonly contentLength: number
  /** Whether the client wants the connection closed after the answer. */
  readonly close: boolean
  /** The bytes of the head itself, its empty line included. */
  readonly sizeBytes: number
}

/** `partial` asks for more bytes; `unsupported` is for a full HTTP parser to judge. */
export type HeadResult = RequestHead | 'partial' | 'unsupported'

/** Node's own limit; a longer head goes to its parser, which refuses it. */
const maxHeadBytes = 16 * 1024

const requestLine = Buffer.from('POST / HTTP/1.1\r\n')

const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const colon = 0x3a

/** Bytes that may stand in a header's name. */
const isTokenByte = new Uint8Array(256)
/** Bytes that may stand in a header's value and are not blank. */
const isValueByte = new Uint8Array(256)
for (let byte = 0x21; byte < 0x7f; byte++) {
  isValueByte[byte] = 1
  if (/[0-9A-Za-z!#$%&'*+\-.^_`|~]/.test(String.fromCharCode(byte))) isTokenByte[byte] = 1
}

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
 * It never guesses: a second length, any other line end, folded lines, bytes beyond ASCII, another length
 * than plain digits, are all `unsupported`. It runs for every request and reads each byte once.
 */
export function parseRequestHead(bytes: Buffer): HeadResult {
  const lineLength = requestLine.length
  for (let at = 0; at < lineLength; at++) {
    if (at === bytes.length) return 'partial'
    if (bytes[at] !== requestLine[at]) return 'unsupported'
  }
  const offsets: number[] = []
  let at = lineLength
  while (bytes[at] !== carriageReturn) {
    const next = parseHeader(bytes, at, offsets)
    if (next < 0) return next === incomplete && bytes.length <= maxHeadBytes ? 'partial' : 'unsupported'
    at = next
  }
  if (at + 1 === bytes.length) return 'partial'
  if (bytes[at + 1] !== lineFeed || at > maxHeadBytes) return 'unsupported'
  return finishHead(new HeadText(bytes.toString('latin1', 0, at), offsets), at + 2)
}

const incomplete = -1
const notUnderstood = -2

/** Notes where one header's name and value stand, and gives where the next line starts. */
function parseHeader(bytes: Buffer, start: number, offsets: number[]): number {
  const end = bytes.length
  let at = start
  while (at < end && isTokenByte[bytes[at] as number] === 1) at++
  if (at === end) return incomplete
  if (at === start || bytes[at] !== colon) return notUnderstood
  const nameEnd = at++
  while (bytes[at] === space || bytes[at] === tab) at++
  const valueStart = at
  let valueEnd = at
  for (; at < end; at++) {
    const byte = bytes[at] as number
    if (isValueByte[byte] === 1) valueEnd = at + 1
    else if (byte !== space && byte !== tab) break
  }
  if (at + 1 >= end) return at < end && bytes[at] !== carriageReturn ? notUnderstood : incomplete
  if (bytes[at] !== carriageReturn || bytes[at + 1] !== lineFeed) return notUnderstood
  offsets.push(start, nameEnd, valueStart, valueEnd)
  return at + 2
}

function finishHead(headers: HeadText, sizeBytes: number): HeadResult {
  for (const name of unsupportedHeaders) if (headers.has(name)) return 'unsupported'
  const length = headers.get('content-length')
  if (length === undefined || !/^\d{1,8}$/.test(length) || !headers.has('host')) return 'unsupported'
  const contentLength = Number(length)
  if (contentLength > maxBodyBytes) return 'unsupported'
  const connection = headers.get('connection') ?? 'keep-alive'
  const option = connection === 'keep-alive' ? connection : connection.toLowerCase()
  if (option !== 'keep-alive' && option !== 'close') return 'unsupported'
  return { headers, contentLength, close: option === 'close', sizeBytes }
}
