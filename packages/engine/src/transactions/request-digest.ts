import { createHash } from 'node:crypto'
import { base64Of, canonicalizeNumber, setOwn } from '@monotable/protocol'

/** Members for which `NONE` means the same as leaving them out. */
const optional: ReadonlySet<string> = new Set([
  'ReturnConsumedCapacity',
  'ReturnItemCollectionMetrics',
  'ReturnValuesOnConditionCheckFailure',
])

/**
 * Returns a digest of a request's meaning, which tells whether a token is reused for the same request. The order of
 * a map's members, the form of a number and trailing space in a statement make no difference; the order of the
 * actions and what is to be returned do (seen on AWS in September 2026). Bytes from a caller in this process count
 * as in a request.
 */
export function requestDigest(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request, canonical)).digest('base64')
}

/** Returns the value of a member in the form that enters the digest. */
function canonical(name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    if (name === 'Statement') return value.trim()
    // A member `N` with a text is a number: attributes are objects, and names in expressions begin with `#`.
    if (name === 'N') return canonicalizeNumber(value)
    return value === 'NONE' && optional.has(name) ? undefined : value
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    if (name === 'BS') return value.map(textOfBytes)
    return name === 'NS' ? value.map(canonicalMember) : value
  }
  const members = value as { readonly [member: string]: unknown }
  const names = Object.keys(members)
  // Most are attribute values, whose single member needs no sorting: copying them would be half of the cost.
  if (names.length === 1 && !(members[names[0] as string] instanceof Uint8Array)) return value
  const sorted: { [member: string]: unknown } = {}
  for (const member of names.sort()) setOwn(sorted, member, textOfBytes(members[member]))
  return sorted
}

function canonicalMember(member: unknown): unknown {
  return typeof member === 'string' ? canonicalizeNumber(member) : member
}

/** Converts bytes before they are treated as an object with a member per byte: sorting those takes seconds. */
function textOfBytes(value: unknown): unknown {
  return value instanceof Uint8Array ? base64Of(value) : value
}
