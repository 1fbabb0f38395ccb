import { createHash } from 'node:crypto'
import {
  type AttributeMap,
  type AttributeValue,
  canonicalizeItem,
  type ServiceError,
  validationError,
} from '@monotable/protocol'

/** Where a SELECT stopped: in which of its reads, and after which item; without one, before that read. */
export interface Stop {
  readonly read: number
  readonly key?: AttributeMap
}

/** The statement and parameters that a token belongs to. */
export interface TokenOwner {
  readonly statement: string
  readonly parameters: readonly AttributeValue[]
}

/** 32 hexadecimal digits, twice: of the owner, and of everything in the token. */
const DIGEST_LENGTH = 32

/**
 * Encodes a NextToken: everything needed to continue, so that no server has to remember it.
 *
 *     base64url( digest of the owner · digest of owner and rest · JSON of the stop )
 */
export function encodeNextToken(owner: TokenOwner, stop: Stop): string {
  const mark = ownerDigest(owner)
  const rest = JSON.stringify([stop.read, stop.key])
  return Buffer.from(mark + digest(mark + rest) + rest).toString('base64url')
}

/** Returns where to continue; throws DynamoDB's error for an invalid token or one of another request. */
export function decodeNextToken(owner: TokenOwner, token: string): Stop {
  const text = Buffer.from(token, 'base64url').toString()
  const mark = text.slice(0, DIGEST_LENGTH)
  const rest = text.slice(2 * DIGEST_LENGTH)
  if (rest === '' || text.slice(DIGEST_LENGTH, 2 * DIGEST_LENGTH) !== digest(mark + rest))
    throw invalidToken()
  if (mark !== ownerDigest(owner)) throw validationError('NextToken does not match request')
  return requireStop(rest)
}

/** Checks the contents of a token like any other input, because anybody can compute digests. */
function requireStop(text: string): Stop {
  try {
    const [read, key] = JSON.parse(text) as [number, AttributeMap | null]
    const isMadeHere = Number.isSafeInteger(read) && Object.values(key ?? {}).every(isKeyValue)
    if (isMadeHere) return { read, ...(key !== null && { key: canonicalizeItem(key).item }) }
  } catch {
    // Not the expected structure.
  }
  throw invalidToken()
}

function isKeyValue(value: AttributeValue): boolean {
  const [[type, content] = [], ...others] = Object.entries(value)
  return (type === 'S' || type === 'N' || type === 'B') && typeof content === 'string' && others.length === 0
}

/** Returns the error for a token that was not made here. */
export function invalidToken(): ServiceError {
  return validationError('Invalid NextToken')
}

function ownerDigest({ statement, parameters }: TokenOwner): string {
  return digest(`${statement}\n${JSON.stringify(parameters)}`)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH)
}
