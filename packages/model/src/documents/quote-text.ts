/**
 * Text as a literal of TypeScript: whatever is in it, the literal ends where it should.
 *
 * @example
 * quoteText('#ORDER#')
 * // "'#ORDER#'"
 */
export function quoteText(text: string): string {
  const double = JSON.stringify(text)
    // Line ends in JavaScript, though not in JSON.
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  // The quotes that need fewer escapes, as formatters have it.
  const singles = text.split("'").length
  if (singles > text.split('"').length) return double
  return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
