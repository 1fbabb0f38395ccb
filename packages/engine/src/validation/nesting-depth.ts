/** Deeper requests are validated by AWS's older layer (seen on AWS, 2026-10: at 63 levels, not at 61). */
const CURRENT_LAYER_MAX_LEVELS = 62

/** Returns whether a request is deep enough that AWS hands it to its older layer, for operations that do so. */
export function isForOlderLayer(request: unknown): boolean {
  return isNestedDeeperThan(CURRENT_LAYER_MAX_LEVELS, request)
}

/**
 * Returns whether lists and maps of attribute values are nested more than `levels` deep anywhere in a request.
 * Counts as AWS does: `{ M: { a: { S: 'x' } } }` is one level.
 */
export function isNestedDeeperThan(levels: number, request: unknown): boolean {
  // Objects with the number of values around each. A work list avoids recursion.
  const pending: object[] = []
  const depths: number[] = []
  const look = (content: unknown, depth: number) => {
    if (typeof content !== 'object' || content === null || ArrayBuffer.isView(content)) return
    pending.push(content)
    depths.push(depth)
  }
  look(request, 0)
  // A caller in this process may pass objects with cycles.
  const deepest = new Map<object, number>()
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const depth = depths.pop() as number
    if (depth > levels) return true
    if ((deepest.get(value) ?? -1) >= depth) continue
    const before = pending.length
    if (Array.isArray(value)) for (const element of value) look(element, depth)
    else {
      for (const name of Object.keys(value)) {
        look(Reflect.get(value, name), name === 'M' || name === 'L' ? depth + 1 : depth)
      }
    }
    // An object that contains no others leads nowhere: with millions of them, they need not be remembered.
    if (pending.length > before) deepest.set(value, depth)
  }
  return false
}
