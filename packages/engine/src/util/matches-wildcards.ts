/**
 * Whether a text matches a pattern of IAM's kind from its start to its end: `*` stands for any characters, also
 * none, and `?` for one. It takes at most as many steps as pattern times text are long, whatever the pattern;
 * a regular expression made of it would not.
 *
 * @example
 * matchesWildcards('dynamodb:*Item', 'dynamodb:GetItem')
 * // true
 */
export function matchesWildcards(pattern: string, text: string): boolean {
  let at = 0
  let position = 0
  let star = -1
  let starPosition = 0
  while (position < text.length) {
    const symbol = pattern[at]
    if (symbol === '*') {
      star = at++
      starPosition = position
    } else if (symbol !== undefined && (symbol === '?' || symbol === text[position])) {
      at++
      position++
    } else if (star >= 0) {
      // The last star takes one character more; earlier ones never need to.
      at = star + 1
      position = ++starPosition
    } else {
      return false
    }
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
