/**
 * Characters that are invisible, or change the order of others: control characters and marks, except those that join
 * emoji.
 */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu
/**
 * Control characters, and marks that change the direction of what follows: in a value they would also affect the text
 * beside it.
 */
const turning = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/**
 * Formats a key so that every character is visible, and keys that differ look different. Spaces at the ends are shown
 * as `␣`, control characters as their symbols, other invisible ones by their code points.
 */
export function plainSight(text: string): string {
  // Without the lookbehind, each space of a long run in the middle would be tried as a beginning.
  return text.replace(/^ +|(?<! ) +$/g, (spaces) => '␣'.repeat(spaces.length)).replace(unseen, symbolOf)
}

/**
 * Formats a text for people: characters that would change its direction are made visible, everything else is unchanged.
 */
export function showTurning(text: string): string {
  return text.replace(turning, symbolOf)
}

/** Quotes a text as in JSON, with invisible and direction-changing characters escaped. */
export function quoteText(text: string): string {
  return escapeUnseen(JSON.stringify(text))
}

/** Escapes invisible and direction-changing characters in JSON, which stays the same value; its lines stay lines. */
export function escapeUnseen(json: string): string {
  return json.replace(unseen, (character) =>
    // Characters of two code units are parts of flags.
    character.length > 1 || character === '\n'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function symbolOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '␡' : `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}
