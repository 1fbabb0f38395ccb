import { hash } from 'node:crypto'
import type { AttributeValue } from '@monotable/protocol'
import type { ByteString } from '../storage/storage.ts'
import { SourceCache } from '../util/source-cache.ts'
import { encodeOrdered } from './encode-ordered.ts'
import { keyBytes } from './key-bytes.ts'

/** What DynamoDB puts in front of a key before it hashes it, as dynalite found it. */
export const SALT = 'Outliers'
/** How many bytes each of the two hashes gives to a digest. */
export const HALF_BYTES = 8

/**
 * The 16 bytes that say which partition a key belongs to. The first half is DynamoDB's own hash, MD5, so that
 * Scan gives items in the order that DynamoDB does. MD5 alone can be made to collide, so the second half is
 * from SHA-256.
 */
export function partitionDigest(values: readonly AttributeValue[]): ByteString {
  const [value] = values
  if (values.length !== 1 || value === undefined) return digest(keyBytes(values))
  // Node hashes text as UTF-8, which is what a string's key bytes are.
  return 'S' in value ? digestText(value.S) : digest(encodeOrdered(value))
}

/** Requests keep to few partitions for a while, and two hashes are a tenth of what a GetItem costs. */
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

/** In one piece: a string that was put together from others takes longer to compare each time. */
function join(first: Buffer, second: Buffer): ByteString {
  first.copy(joined, 0, 0, HALF_BYTES)
  second.copy(joined, HALF_BYTES, 0, HALF_BYTES)
  return joined.toString('latin1')
}
