import { validationError } from '@monotable/protocol'

/** A position in a shard from which to continue reading. */
export interface ShardIterator {
  readonly streamArn: string
  readonly shardId: string
  /** The next records are those after this position. */
  readonly after: number
  /** When it was issued: it expires after 15 minutes. */
  readonly issuedMs: number
}

/** Encodes an iterator for clients; the text begins with the stream's ARN, as on AWS. */
export function encodeShardIterator({ streamArn, shardId, after, issuedMs }: ShardIterator): string {
  const place = JSON.stringify([shardId, after, issuedMs])
  return `${streamArn}|1|${Buffer.from(place).toString('base64url')}`
}

/** Decodes an iterator from a client; any part of it may be made up. */
export function decodeShardIterator(text: string): ShardIterator {
  const [streamArn = '', version, place = ''] = text.split('|', 3)
  if (version !== '1') throw invalidIterator()
  const [shardId, after, issuedMs] = parsePlace(place)
  if (typeof shardId !== 'string' || !isCount(after) || !isCount(issuedMs)) throw invalidIterator()
  return { streamArn, shardId, after, issuedMs }
}

function parsePlace(place: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(place, 'base64url').toString('utf8'))
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function invalidIterator() {
  return validationError('Invalid ShardIterator')
}
