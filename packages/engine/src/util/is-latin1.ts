const wideCharacter = /[\u0100-\uffff]/

/** Whether each character fits in a byte. V8 looks at nothing where it has the text in Latin-1 itself, as nearly always. */
export function isLatin1(text: string): boolean {
  return !wideCharacter.test(text)
}
