/**
 * Returns whether a whole text matches a pattern of IAM's kind: `*` stands for any number of characters, including
 * none, and `?` for one. It takes at most as many steps as the product of the lengths, whatever the pattern; an
 * equivalent regular expression would not be bounded so.
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
      // The last star takes one more character; earlier ones never need to.
      at = star + 1
      position = ++starPosition
    } else {
      return false
    }
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
