/** The maximum number of segments of a key; the rest stays in the last one. */
const maxSegments = 12

/**
 * Separators of key segments, most reliable first. `share` is the least share of keys that must contain the separator,
 * and `repeats` how often, on average, each of their first words must recur.
 */
const separators: readonly { readonly text: string; readonly share: number; readonly repeats: number }[] = [
  { text: '#', share: 0, repeats: 0 },
  { text: '|', share: 0.1, repeats: 0 },
  { text: '::', share: 0.1, repeats: 1 },
  { text: '~', share: 0.1, repeats: 1 },
  { text: '/', share: 0.2, repeats: 2 },
  { text: ':', share: 0.2, repeats: 1 },
  { text: '_', share: 0.5, repeats: 3 },
  { text: '.', share: 0.5, repeats: 3 },
  { text: '-', share: 0.5, repeats: 3 },
]

/** Finds the separator of the values of a key attribute, if there is one. */
export function findSeparator(values: readonly string[]): string | undefined {
  for (const { text, share, repeats } of separators) {
    const firsts = values
      .filter((value) => value.includes(text))
      .map((value) => value.slice(0, value.indexOf(text)))
    if (firsts.length === 0 || firsts.length < values.length * share) continue
    if (repeats === 0) return text
    const words = new Set(firsts)
    const areWords = [...words].every((word) => /^[A-Za-z]{1,30}$/.test(word))
    if (areWords && firsts.length >= words.size * repeats) return text
  }
  return undefined
}

/** Splits a key into segments. */
export function splitKey(value: string, separator: string | undefined): readonly string[] {
  if (separator === undefined) return [value]
  const parts = value.split(separator)
  if (parts.length <= maxSegments) return parts
  return [...parts.slice(0, maxSegments - 1), parts.slice(maxSegments - 1).join(separator)]
}
