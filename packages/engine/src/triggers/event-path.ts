import { getOwn } from '@monotable/protocol'

/**
 * What a field of an object holds, with lists dissolved into their elements, as Lambda's filters see an event.
 * Nothing when there is no such field, no object, or an empty list.
 */
export function membersAt(parent: unknown, field: string): readonly unknown[] {
  if (typeof parent !== 'object' || parent === null) return []
  const member: unknown = getOwn(parent as { readonly [name: string]: unknown }, field)
  if (member === undefined) return []
  return Array.isArray(member) ? flatten(member) : [member]
}

/** All plain values at a path, through whatever lists lie on the way. */
export function leavesAt(root: unknown, path: readonly string[]): readonly unknown[] {
  let level: readonly unknown[] = [root]
  for (const field of path) level = level.flatMap((parent) => membersAt(parent, field))
  return level.filter((value) => typeof value !== 'object' || value === null)
}

/** Lists in lists may be nested as deep as somebody likes. */
function flatten(list: readonly unknown[]): readonly unknown[] {
  if (!list.some(Array.isArray)) return list
  const flat: unknown[] = []
  const pending: unknown[] = [...list].reverse()
  while (pending.length > 0) {
    const value = pending.pop()
    if (!Array.isArray(value)) flat.push(value)
    else for (let at = value.length - 1; at >= 0; at--) pending.push(value[at])
  }
  return flat
}
