/**
 * A text with wildcards in it. They are marked apart from the characters `*` and `?`, since a variable's value
 * may hold these and means them as they are.
 */
export type TextPattern = string

/** In a pattern: any characters, also none. Neither of the two marks is a character of Unicode. */
export const ANY = '\uFFFF'
/** In a pattern: one character. */
const ONE = '\uFFFE'

/** Makes a pattern of a text in which `*` and `?` are the wildcards. */
export function toPattern(text: string): TextPattern {
  return text.replaceAll('*', ANY).replaceAll('?', ONE)
}

/** Whether a text holds a mark itself, so that it cannot be told from a pattern. */
export function holdsMarks(text: string): boolean {
  return text.includes(ANY) || text.includes(ONE)
}

/**
 * Whether a text matches a pattern from its start to its end. The steps are at most the pattern's length times
 * the text's.
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
      // Only the last wildcard has to give way: what earlier ones took can stay as it is.
      at = lastAny + 1
      position = ++resumeAt
    } else {
      return false
    }
  }
  while (pattern[at] === ANY) at++
  return at === pattern.length
}
