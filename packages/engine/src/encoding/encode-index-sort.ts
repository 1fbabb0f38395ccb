import { hash } from 'node:crypto'
import type { AttributeValue } from '@monotable/protocol'
import type { ByteString } from '../storage/storage.ts'
import { encodeOrdered } from './encode-ordered.ts'
import { keyBytes } from './key-bytes.ts'
import { HALF_BYTES, SALT } from './partition-digest.ts'

/** Ends a component. It is below every byte of a component, so that prefixes sort first. */
const COMPONENT_END = '\u0000'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are bytes, not text.
const RESERVED = /[\u0000\u0001]/g

/**
 * Returns the sort bytes of an index entry, which order entries component by component.
 *
 *     entry     : component… tie
 *     component : escaped bytes, 00
 *
 * The tie is the digest of the base item's key that distinguishes entries with the same index key.
 */
export function encodeIndexSort(values: readonly AttributeValue[], tie: ByteString): ByteString {
  return encodeComponents(values) + tie
}

/** Encodes the components of an index's sort key, each with its end mark. */
export function encodeComponents(values: readonly AttributeValue[]): ByteString {
  let bytes = ''
  for (const value of values) bytes += escapeComponent(encodeOrdered(value)) + COMPONENT_END
  return bytes
}

/** Makes room for the end mark: 00 becomes 01 01, and 01 becomes 01 02. The order is preserved. */
export function escapeComponent(bytes: ByteString): ByteString {
  return bytes.replace(RESERVED, (byte) => (byte === COMPONENT_END ? '\u0001\u0001' : '\u0001\u0002'))
}

/**
 * Returns 16 bytes that stand for a base item's whole key. As in a partition digest, the first half determines the
 * order in which DynamoDB returns entries with equal keys (recorded on AWS by dynalite's tests), and the second
 * half makes it unique.
 */
export function keyTie(keyValues: readonly AttributeValue[]): ByteString {
  const ordered = Buffer.from(SALT + keyValues.map(encodeOrdered).join(''), 'latin1')
  const unique = Buffer.from(keyBytes(keyValues), 'latin1')
  return (
    hash('md5', ordered, 'binary').slice(0, HALF_BYTES) +
    hash('sha256', unique, 'binary').slice(0, HALF_BYTES)
  )
}
