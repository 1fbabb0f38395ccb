/** What is not seen, or changes the order of others: control characters and marks, but not those that join emoji. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu
/** Control characters, and marks that turn around what follows: a mark of a value would turn what is beside it, too. */
const turning = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/**
 * A key with everything in it to be seen: two keys that differ look different. Spaces at the ends are shown as `␣`,
 * control characters as their symbols, other unseen ones by their numbers.
 */
export function plainSight(text: string): string {
  return text.replace(/^ +| +$/g, (spaces) => '␣'.repeat(spaces.length)).replace(unseen, symbolOf)
}

/** A text for people: what would turn it around is shown instead, all else is as it was written. */
export function showTurning(text: string): string {
  return text.replace(turning, symbolOf)
}

/** A text in quotes, as in JSON: what would turn it around, or not be seen, is escaped. */
export function quoteText(text: string): string {
  return JSON.stringify(text).replace(unseen, (character) =>
    // Those of two units are parts of flags.
    character.length > 1 ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function symbolOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '␡' : `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}
