/**
 * Splits a text into at most some pieces, the last of which is the whole rest. What should be an ARN may be megabytes of
 * separators, and a list of as many pieces would take a hundred times their memory.
 *
 * @example
 * splitAtMost('arn:aws:dynamodb:us-east-1:1:table/A:B', ':', 6)
 * // ['arn', 'aws', 'dynamodb', 'us-east-1', '1', 'table/A:B']
 */
export function splitAtMost(text: string, separator: string, most: number): string[] {
  const pieces: string[] = []
  let start = 0
  while (pieces.length < most - 1) {
    const end = text.indexOf(separator, start)
    if (end < 0) break
    pieces.push(text.slice(start, end))
    start = end + separator.length
  }
  pieces.push(text.slice(start))
  return pieces
}
