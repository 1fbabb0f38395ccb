const quote = 0x22
const backslash = 0x5c

/**
 * Whether JSON text nests deeper than a limit. Whatever walks a value by recursion is safe once this has said
 * no. Malformed text may be judged either way; the parser refuses it.
 */
export function nestsDeeperThan(limit: number, text: string): boolean {
  // Each level takes at least two characters, so most requests need no look.
  if (text.length <= limit * 2) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at + 1)
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > limit) return true
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return false
}

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return text.length
}
