/** Sorts after everything that can follow in a key: a code point that no text contains. */
export const highest = '\u{10ffff}'

/** Returns the next text after another: nothing sorts between the two. */
export function justAbove(text: string): string {
  return `${text}\u0000`
}

/** Returns a text below another, and above all those below it that do not contain the highest code point. */
export function justBelow(text: string): string {
  const points = [...text]
  const last = points.pop()?.codePointAt(0)
  if (last === undefined) return ''
  // Nothing is lower than the lowest code point; the text without it comes right before.
  if (last === 0) return points.join('')
  // Surrogates are not characters: U+D7FF comes right before U+E000.
  const before = last === 0xe000 ? 0xd7ff : last - 1
  return points.join('') + String.fromCodePoint(before) + highest
}
