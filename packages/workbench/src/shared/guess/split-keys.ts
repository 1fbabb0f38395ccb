/** Keys are cut into so many pieces at most; what is left over stays in the last. */
const maxSegments = 12

/** What keys are put together with, and how sure one can be of it: the least share of keys that have it. */
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

/** What the values of a key attribute are put together with, if they are. */
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

/** Cuts a key into pieces. */
export function splitKey(value: string, separator: string | undefined): readonly string[] {
  if (separator === undefined) return [value]
  const parts = value.split(separator)
  if (parts.length <= maxSegments) return parts
  return [...parts.slice(0, maxSegments - 1), parts.slice(maxSegments - 1).join(separator)]
}
