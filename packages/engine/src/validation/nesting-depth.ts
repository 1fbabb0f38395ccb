/** Deeper requests are judged by AWS's older layer (seen on AWS, 2026-10: at 63 levels, not at 61). */
const CURRENT_LAYER_MAX_LEVELS = 62

/** Whether a request is so deep that AWS hands it to its older layer, where an operation does so at all. */
export function isForOlderLayer(request: unknown): boolean {
  return isNestedDeeperThan(CURRENT_LAYER_MAX_LEVELS, request)
}

/**
 * Whether lists and maps of attribute values stand inside each other more than so many levels deep,
 * anywhere in a request. Counts as AWS does: `{ M: { a: { S: 'x' } } }` is one level.
 */
export function isNestedDeeperThan(levels: number, request: unknown): boolean {
  // Each entry is an object with the number of values around it. A list is enough: nothing recurses.
  const pending: { value: unknown; depth: number }[] = [{ value: request, depth: 0 }]
  // A caller in this process may give members that lead back to themselves.
  const deepest = new Map<object, number>()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next
    if (depth > levels) return true
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    if ((deepest.get(value) ?? -1) >= depth) continue
    deepest.set(value, depth)
    for (const [name, content] of Object.entries(value)) {
      const isContainer = (name === 'M' || name === 'L') && typeof content === 'object'
      pending.push({ value: content, depth: isContainer ? depth + 1 : depth })
    }
  }
  return false
}
