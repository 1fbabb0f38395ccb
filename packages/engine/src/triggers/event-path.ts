import { getOwn } from '@monotable/protocol'

/**
 * Returns the values of a field with lists flattened, as Lambda's filters see an event. Empty if there is no such
 * field, no object, or an empty list.
 */
export function membersAt(parent: unknown, field: string): readonly unknown[] {
  if (typeof parent !== 'object' || parent === null) return []
  const member: unknown = getOwn(parent as { readonly [name: string]: unknown }, field)
  if (member === undefined) return []
  return Array.isArray(member) ? flatten(member) : [member]
}

/** Returns all scalar values at a path, through any lists on the way. */
export function leavesAt(root: unknown, path: readonly string[]): readonly unknown[] {
  let level: readonly unknown[] = [root]
  for (const field of path) level = level.flatMap((parent) => membersAt(parent, field))
  return level.filter((value) => typeof value !== 'object' || value === null)
}

/** Lists may be nested in lists to any depth. */
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
