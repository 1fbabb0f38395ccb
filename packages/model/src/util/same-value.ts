/**
 * Whether two values of an application would be stored alike. Members of a set have no order; a missing value is not
 * the same as `null`.
 */
export function sameValue(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

function textOf(value: unknown): string | undefined {
  return JSON.stringify(value, distinct)
}

/** JSON has no sets, which it would all write as `{}`, and refuses a bigint. */
function distinct(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  return value instanceof Set ? [...value].map(textOf).sort() : value
}
