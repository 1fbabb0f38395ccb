/** Up to so many comparisons of characters take a few milliseconds at worst. */
const FEW_COMPARISONS = 2 ** 22
const HEAD_LENGTH = 16
const MOST_TRIES = 1_000

/**
 * Whether a text has another within it, in time that grows with their lengths. The one of JavaScript compares, at worst,
 * all of the part at every place of the text: for 400 KB that is a minute in which nobody else is served.
 */
export function includesText(text: string, part: string): boolean {
  const places = text.length - part.length + 1
  return places * part.length <= FEW_COMPARISONS ? text.includes(part) : includesLong(text, part)
}

/** Looks where the part may begin, which JavaScript finds ten times as fast; if that is nearly everywhere, otherwise. */
function includesLong(text: string, part: string): boolean {
  const head = part.slice(0, HEAD_LENGTH)
  let tries = Math.min(MOST_TRIES, FEW_COMPARISONS / part.length)
  let at = text.indexOf(head)
  for (; at !== -1 && tries > 0; tries--) {
    if (text.slice(at, at + part.length) === part) return true
    at = text.indexOf(head, at + 1)
  }
  return at !== -1 && includesFrom(at, text, part)
}

/** Never goes back in the text (Knuth, Morris and Pratt). */
function includesFrom(from: number, text: string, part: string): boolean {
  const borders = bordersOf(part)
  let matched = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = borders[matched - 1] as number
    if (part.charCodeAt(matched) === code) matched++
    if (matched === part.length) return true
  }
  return false
}

/** For each beginning of a text, the length of the longest shorter beginning that it ends with. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length)
  let matched = 0
  for (let at = 1; at < part.length; at++) {
    const code = part.charCodeAt(at)
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = borders[matched - 1] as number
    if (part.charCodeAt(matched) === code) matched++
    borders[at] = matched
  }
  return borders
}
