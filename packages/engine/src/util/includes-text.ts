/** This many character comparisons take a few milliseconds at worst. */
const FEW_COMPARISONS = 2 ** 22
const HEAD_LENGTH = 16
const MOST_TRIES = 1_000

/**
 * Returns whether a text contains another, in time linear in their lengths. JavaScript's own method may compare the
 * whole part at every position: for 400 KB that blocks the server for a minute.
 */
export function includesText(text: string, part: string): boolean {
  const places = text.length - part.length + 1
  return places * part.length <= FEW_COMPARISONS ? text.includes(part) : includesLong(text, part)
}

/**
 * Looks for possible starts with JavaScript's own method, which is ten times as fast; switches to another algorithm
 * if they are nearly everywhere.
 */
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

/** Searches without ever going back in the text (Knuth, Morris and Pratt). */
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

/** Returns, for each prefix of a text, the length of the longest shorter prefix that it ends with. */
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
