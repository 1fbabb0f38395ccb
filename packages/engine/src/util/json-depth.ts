const quote = 0x22
const backslash = 0x5c

/** DynamoDB nests items to 32 levels; requests around them add a few. No real request comes near this. */
const maxDepth = 1_000

/** Each list and object of an item takes at least four characters, since `{"L":[]}` is two of them. */
const charactersEach = 4

/** This many may be more densely packed. */
const fewContainers = 100_000

/**
 * Returns whether text is JSON of a form that no item and no request has: nested more deeply, or with more lists
 * and objects than a text of its length can reasonably have. If this returns false, recursion over the value is
 * safe, and so is the memory of the parser, which for nested lists takes thirty times the text. The result for
 * malformed text is arbitrary; the parser refuses it.
 */
export function nestsTooMuch(text: string): boolean {
  // Each level takes at least two characters, so most requests need no check.
  if (text.length <= maxDepth * 2) return false
  const maxContainers = Math.max(fewContainers, text.length / charactersEach)
  let depth = 0
  let containers = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at + 1)
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      containers += 1
      if (depth > maxDepth || containers > maxContainers) return true
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return false
}

/** For longer strings the end is found by a native search, whose call costs as much as this many steps. */
const shortString = 32

/** Returns the position of the quote that ends a string of JSON text, given where its content starts. */
export function endOfString(text: string, from: number): number {
  const shortEnd = Math.min(text.length, from + shortString)
  let at = from
  for (; at < shortEnd; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return endOfLongString(text, at)
}

/** The character at `from` is not escaped. */
function endOfLongString(text: string, from: number): number {
  for (let start = from; ; ) {
    const end = text.indexOf('"', start)
    if (end < 0) return text.length
    let escapes = end
    while (escapes > start && text.charCodeAt(escapes - 1) === backslash) escapes--
    if ((end - escapes) % 2 === 0) return end
    start = end + 1
  }
}
