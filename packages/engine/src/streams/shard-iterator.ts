import { validationError } from '@monotable/protocol'

/** A place in a shard from which to read on. */
export interface ShardIterator {
  readonly streamArn: string
  readonly shardId: string
  /** Records behind this position are next. */
  readonly after: number
  /** When it was given: one that is 15 minutes old is good for nothing. */
  readonly issuedMs: number
}

/** The iterator as clients carry it, which begins with the stream's ARN as AWS's do. */
export function encodeShardIterator({ streamArn, shardId, after, issuedMs }: ShardIterator): string {
  const place = JSON.stringify([shardId, after, issuedMs])
  return `${streamArn}|1|${Buffer.from(place).toString('base64url')}`
}

/** Reads an iterator that a client brings; whatever is in it may be made up. */
export function decodeShardIterator(text: string): ShardIterator {
  const [streamArn = '', version, place = ''] = text.split('|')
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
