/**
 * Whether two values of an application would be stored alike. The order of a set's members does not matter; a missing
 * value differs from `null`.
 */
export function sameValue(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

function textOf(value: unknown): string | undefined {
  return JSON.stringify(value, distinct)
}

/** Makes values distinct in JSON, which would write every set as `{}`, and refuses a bigint. */
function distinct(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  return value instanceof Set ? [...value].map(textOf).sort() : value
}
