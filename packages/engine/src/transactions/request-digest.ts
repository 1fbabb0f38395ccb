import { createHash } from 'node:crypto'
import { base64Of, canonicalizeNumber, setOwn } from '@monotable/protocol'

/** Members that say the same with `NONE` as without it. */
const optional: ReadonlySet<string> = new Set([
  'ReturnConsumedCapacity',
  'ReturnItemCollectionMetrics',
  'ReturnValuesOnConditionCheckFailure',
])

/**
 * A digest of what a request asks for, to tell whether a token is used again for the same. The order of a map's
 * members, how a number is written and a space at the end of a statement make no difference; the order of the actions
 * and what else is to be returned do (seen on AWS in September 2026). Bytes of a caller in this process are what they
 * would be in a request.
 */
export function requestDigest(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request, canonical)).digest('base64')
}

/** The value of a member as it goes into the digest. */
function canonical(name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    if (name === 'Statement') return value.trim()
    // A member `N` that is a text is a number: attributes are objects, and names in expressions begin with `#`.
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
  // Most are attribute values, whose one member is in order: to copy them would be half of the cost.
  if (names.length === 1 && !(members[names[0] as string] instanceof Uint8Array)) return value
  const sorted: { [member: string]: unknown } = {}
  for (const member of names.sort()) setOwn(sorted, member, textOfBytes(members[member]))
  return sorted
}

function canonicalMember(member: unknown): unknown {
  return typeof member === 'string' ? canonicalizeNumber(member) : member
}

/** Before they would be taken for an object with a member for each byte: to sort those takes seconds. */
function textOfBytes(value: unknown): unknown {
  return value instanceof Uint8Array ? base64Of(value) : value
}
