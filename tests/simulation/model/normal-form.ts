import { canonicalizeNumber, setOwn } from '@monotable/protocol'

/** Returns the canonical form of JSON for comparisons: names sorted, members of sets sorted, numbers canonical. */
export function normalForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalForm)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  const [only] = entries
  if (entries.length === 1 && only !== undefined) {
    const [type, member] = only
    if ((type === 'SS' || type === 'BS') && isTexts(member)) return { [type]: member.toSorted() }
    if (type === 'NS' && isTexts(member)) return { NS: member.map(canonicalizeNumber).toSorted() }
    if (type === 'N' && typeof member === 'string') return { N: canonicalizeNumber(member) }
  }
  const result: { [name: string]: unknown } = {}
  for (const [name, member] of entries.sort(([one], [other]) => (one < other ? -1 : 1))) {
    setOwn(result, name, normalForm(member))
  }
  return result
}

/** Returns the canonical form as text, to compare or to sort by. */
export function normalText(value: unknown): string {
  return JSON.stringify(normalForm(value)) ?? 'undefined'
}

/** Returns the texts of several values, sorted, so that the order of the values does not matter. */
export function normalTexts(values: readonly unknown[]): string[] {
  return values.map(normalText).sort()
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((member) => typeof member === 'string')
}
