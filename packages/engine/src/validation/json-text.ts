/** Nothing deeper is printed: such a request is refused anyway, and must not exhaust the stack. */
const MAX_DEPTH = 100

/** Returns a part of a request as JSON, with binary in base64. */
export function jsonText(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) {
    return typeof value === 'object' ? 'null' : (JSON.stringify(value) ?? 'null')
  }
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'))
  if (Array.isArray(value)) return `[${value.map((element) => jsonText(element, depth + 1)).join(',')}]`
  const members = Object.entries(value)
    .filter(([, content]) => content !== undefined)
    .map(([name, content]) => `${JSON.stringify(name)}:${jsonText(content, depth + 1)}`)
  return `{${members.join(',')}}`
}
