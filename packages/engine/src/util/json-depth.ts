const quote = 0x22
const backslash = 0x5c

/** DynamoDB nests items to 32 levels; requests around them add a few. No real request comes near this. */
const maxDepth = 1_000

/** Each list and object of an item has four characters at least, since `{"L":[]}` are two. */
const charactersEach = 4

/** So many may be closer together. */
const fewContainers = 100_000

/**
 * Whether text is JSON of a form that no item and no request has: nested deeper, or with more lists and objects than so long
 * a text can mean. Whatever walks a value by recursion is safe once this has said no, and its parser's memory, of which
 * lists in lists take thirty times the text. Malformed text may be judged either way; the parser refuses it.
 */
export function nestsTooMuch(text: string): boolean {
  // Each level takes at least two characters, so most requests need no look.
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

/** Longer strings are searched for their end by what is made for it; to call it costs as much as so many steps. */
const shortString = 32

/** The position of the quote that ends a string of JSON text, given where its content starts. */
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

/** `from` is not escaped. */
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
