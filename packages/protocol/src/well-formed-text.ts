/** Available in every supported Node, but not yet in the language level we compile against. */
interface UnicodeChecks {
  isWellFormed(): boolean
  toWellFormed(): string
}

/**
 * Returns the text with every lone surrogate replaced by U+FFFD. JSON can express half a surrogate pair, UTF-8
 * cannot; what is stored, hashed and compared is UTF-8.
 */
export function wellFormedText(text: string): string {
  const checks = text as string & UnicodeChecks
  return checks.isWellFormed() ? text : checks.toWellFormed()
}
