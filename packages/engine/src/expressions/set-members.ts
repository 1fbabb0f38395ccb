import { type AttributeValue, compareBase64, compareNumbers, compareUtf8 } from '@monotable/protocol'

type Compare = (a: string, b: string) => number

/** Returns the union of two sets of the same type, in the order of that type; `undefined` for anything else. */
export function uniteSets(a: AttributeValue, b: AttributeValue): AttributeValue | undefined {
  if ('SS' in a && 'SS' in b) return { SS: unite(a.SS, b.SS, compareUtf8) }
  if ('NS' in a && 'NS' in b) return { NS: unite(a.NS, b.NS, compareNumbers) }
  return 'BS' in a && 'BS' in b ? { BS: unite(a.BS, b.BS, compareBase64) } : undefined
}

/** Returns the members of a set that are not in another of the same type; `undefined` for anything else. */
export function removeMembers(
  from: AttributeValue,
  removed: AttributeValue,
): AttributeValue | 'empty' | undefined {
  if ('SS' in from && 'SS' in removed) {
    const SS = subtract(from.SS, removed.SS)
    return SS.length === 0 ? 'empty' : { SS }
  }
  if ('NS' in from && 'NS' in removed) {
    const NS = subtract(from.NS, removed.NS)
    return NS.length === 0 ? 'empty' : { NS }
  }
  if (!('BS' in from && 'BS' in removed)) return undefined
  const BS = subtract(from.BS, removed.BS)
  return BS.length === 0 ? 'empty' : { BS }
}

function unite(a: readonly string[], b: readonly string[], compare: Compare): string[] {
  return [...new Set([...a, ...b])].sort(compare)
}

function subtract(members: readonly string[], removed: readonly string[]): string[] {
  const removedMembers = setOf(removed)
  return members.filter((member) => !removedMembers.has(member))
}

/** Sets of removed members: an update may remove the same members from hundreds of attributes. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function setOf(members: readonly string[]): ReadonlySet<string> {
  const known = sets.get(members)
  if (known !== undefined) return known
  const made = new Set(members)
  sets.set(members, made)
  return made
}
