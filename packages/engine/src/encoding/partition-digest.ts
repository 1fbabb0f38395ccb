import { hash } from 'node:crypto'
import type { AttributeValue } from '@monotable/protocol'
import type { ByteString } from '../storage/storage.ts'
import { SourceCache } from '../util/source-cache.ts'
import { encodeOrdered } from './encode-ordered.ts'
import { keyBytes } from './key-bytes.ts'

/** What DynamoDB prepends to a key before hashing it, as dynalite found it. */
export const SALT = 'Outliers'
/** How many bytes each of the two hashes contributes to a digest. */
export const HALF_BYTES = 8

/**
 * Returns the 16 bytes that determine which partition a key belongs to. The first half is DynamoDB's own hash, MD5,
 * so that Scan returns items in DynamoDB's order. MD5 collisions can be constructed, so the second half is from
 * SHA-256.
 */
export function partitionDigest(values: readonly AttributeValue[]): ByteString {
  const [value] = values
  if (values.length !== 1 || value === undefined) return digest(keyBytes(values))
  // Node hashes text as UTF-8, which is what a string's key bytes are.
  return 'S' in value ? digestText(value.S) : digest(encodeOrdered(value))
}

/** Successive requests tend to use few partitions, and two hashes take a tenth of the time of a GetItem. */
const digests = new SourceCache<ByteString>(10_000)
const LONGEST_KEPT = 100

function digestText(text: string): ByteString {
  return text.length > LONGEST_KEPT ? hashText(text) : digests.get(text, hashText)
}

function hashText(text: string): ByteString {
  return join(hash('md5', SALT + text, 'buffer'), hash('sha256', text, 'buffer'))
}

function digest(bytes: ByteString): ByteString {
  const salted = Buffer.from(SALT + bytes, 'latin1')
  return join(hash('md5', salted, 'buffer'), hash('sha256', salted.subarray(SALT.length), 'buffer'))
}

const joined = Buffer.allocUnsafeSlow(2 * HALF_BYTES)

/** Joins two hashes to one piece of memory: a concatenated string takes longer to compare each time. */
function join(first: Buffer, second: Buffer): ByteString {
  first.copy(joined, 0, 0, HALF_BYTES)
  second.copy(joined, HALF_BYTES, 0, HALF_BYTES)
  return joined.toString('latin1')
}
