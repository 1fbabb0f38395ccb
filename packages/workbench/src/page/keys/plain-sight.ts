/** What is not seen, or changes the order of others: control characters and marks, but not those that join emoji. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

/**
 * A key with everything in it to be seen: two keys that differ look different. Spaces at the ends are shown as `␣`,
 * control characters as their symbols, other unseen ones by their numbers.
 */
export function plainSight(text: string): string {
  const seen = text.replace(/^ +| +$/g, (spaces) => '␣'.repeat(spaces.length))
  return seen.replace(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '␡' : `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}
