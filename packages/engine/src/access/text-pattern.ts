/**
 * A text with wildcards. They are marked differently from the characters `*` and `?`, because a variable's value
 * may contain these literally.
 */
export type TextPattern = string

/** In a pattern: any number of characters, including none. Neither of the two marks is a Unicode character. */
export const ANY = '\uFFFF'
/** In a pattern: exactly one character. */
const ONE = '\uFFFE'

/** Converts a text with the wildcards `*` and `?` to a pattern. */
export function toPattern(text: string): TextPattern {
  return text.replaceAll('*', ANY).replaceAll('?', ONE)
}

/** Returns whether a text contains a mark itself, so that it could be mistaken for a pattern. */
export function holdsMarks(text: string): boolean {
  return text.includes(ANY) || text.includes(ONE)
}

/**
 * Returns whether a whole text matches a pattern. The number of steps is at most the pattern's length times the
 * text's.
 *
 * @example
 * matchesPattern(toPattern('table/Game*'), 'table/GameScores')
 * // true
 */
export function matchesPattern(pattern: TextPattern, text: string): boolean {
  let at = 0
  let position = 0
  let lastAny = -1
  let resumeAt = 0
  while (position < text.length) {
    const symbol = pattern[at]
    if (symbol === ANY) {
      lastAny = at++
      resumeAt = position
    } else if (symbol === ONE || (symbol !== undefined && symbol === text[position])) {
      at++
      position++
    } else if (lastAny >= 0) {
      // Only the last wildcard needs backtracking: what earlier ones matched can stay.
      at = lastAny + 1
      position = ++resumeAt
    } else {
      return false
    }
  }
  while (pattern[at] === ANY) at++
  return at === pattern.length
}
