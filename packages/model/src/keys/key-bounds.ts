/** Sorts after everything that follows in a key: a code point that no text has. */
export const highest = '\u{10ffff}'

/** The text right after another: nothing sorts between the two. */
export function justAbove(text: string): string {
  return `${text}\u0000`
}

/** A text below another, and above all that are below it and do not hold the highest code point. */
export function justBelow(text: string): string {
  const points = [...text]
  const last = points.pop()?.codePointAt(0)
  if (last === undefined) return ''
  // The lowest code point is followed by nothing lower; the text without it is right below.
  if (last === 0) return points.join('')
  // Surrogates are no characters: below U+E000 comes U+D7FF.
  const before = last === 0xe000 ? 0xd7ff : last - 1
  return points.join('') + String.fromCodePoint(before) + highest
}
