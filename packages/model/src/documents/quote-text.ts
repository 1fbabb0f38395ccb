/**
 * Quotes text as a literal of TypeScript that ends where it should, whatever the text contains.
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
  // The quotes that need fewer escapes, as formatters choose them.
  const singles = text.split("'").length
  if (singles > text.split('"').length) return double
  return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
