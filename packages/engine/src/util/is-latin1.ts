const wideCharacter = /[\u0100-\uffff]/

/**
 * Returns whether every character fits in a byte. V8 need not look at any if it stores the text in Latin-1, as
 * nearly always.
 */
export function isLatin1(text: string): boolean {
  return !wideCharacter.test(text)
}
