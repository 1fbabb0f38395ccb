import { freshMark, partitionMark, partitionSize, sortMark } from './items.mjs'

/** As sent by the AWS SDK for JavaScript; the servers do not verify the signature. */
const commonHeaders = {
  Host: 'localhost:8000',
  'Content-Type': 'application/x-amz-json-1.0',
  'User-Agent': 'aws-sdk-js/3.1162.0 ua/2.1 os/linux lang/js md/nodejs#20.19.0 api/dynamodb#3.1162.0',
  'x-amz-user-agent': 'aws-sdk-js/3.1162.0',
  'amz-sdk-invocation-id': '3f8f1a52-6a0f-4c55-9f07-6a2f3a7f3c11',
  'amz-sdk-request': 'attempt=1; max=3',
  'x-amz-date': '20260801T000000Z',
  'x-amz-content-sha256': '0'.repeat(64),
  Authorization:
    'AWS4-HMAC-SHA256 Credential=benchmark/20260801/us-east-1/dynamodb/aws4_request, ' +
    'SignedHeaders=amz-sdk-invocation-id;amz-sdk-request;content-length;content-type;host;x-amz-content-sha256;' +
    `x-amz-date;x-amz-target;x-amz-user-agent, Signature=${'0'.repeat(64)}`,
}

/**
 * @param {string} target
 * @param {string} body
 */
export function requestHeaders(target, body) {
  const length = String(Buffer.byteLength(body))
  return { ...commonHeaders, 'X-Amz-Target': `DynamoDB_20120810.${target}`, 'Content-Length': length }
}

/** @typedef {{ bytes: Buffer, fresh: number[], partitions: number[], sorts: number[] }} PooledRequest */

/**
 * All requests of an operation, prepared before the measurement and sent in turn. Fresh numbers and keys of items are
 * written into the bytes where required.
 */
export class RequestPool {
  /** @type {PooledRequest[]} */
  #requests = []
  #items
  #next = 0

  /**
   * @param {import('./operations.mjs').Operation} operation
   * @param {number} [items] Number of items to draw from.
   */
  constructor(operation, items = 0) {
    this.#items = items
    for (let variant = 0; variant < operation.variants; variant++) {
      const bytes = encodeRequest(operation.target, JSON.stringify(operation.input(variant)))
      const fresh = positionsOf(freshMark, bytes)
      const partitions = positionsOf(partitionMark, bytes)
      this.#requests.push({ bytes, fresh, partitions, sorts: positionsOf(sortMark, bytes) })
    }
  }

  next() {
    const number = this.#next++
    const { bytes, fresh, partitions, sorts } = this.#requests[number % this.#requests.length]
    writeAt(bytes, fresh, number % 100_000_000, freshMark)
    if (this.#items > 0) {
      const item = Math.floor(Math.random() * this.#items)
      writeAt(bytes, partitions, Math.floor(item / partitionSize), partitionMark)
      writeAt(bytes, sorts, item % partitionSize, sortMark)
    }
    return bytes
  }
}

/**
 * @param {Buffer} bytes
 * @param {readonly number[]} positions
 * @param {number} number
 * @param {string} mark
 */
function writeAt(bytes, positions, number, mark) {
  if (positions.length === 0) return
  const text = String(number).padStart(mark.length, '0')
  for (const position of positions) bytes.write(text, position, 'latin1')
}

/**
 * @param {string} target
 * @param {string} body
 */
function encodeRequest(target, body) {
  const lines = Object.entries(requestHeaders(target, body)).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`POST / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/**
 * @param {string} text
 * @param {Buffer} bytes
 */
function positionsOf(text, bytes) {
  const positions = []
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) positions.push(at)
  return positions
}
