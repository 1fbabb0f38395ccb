/** The encoding of a number has room for this many pairs of digits; a full one needs no end mark. */
const MAX_PAIRS = 20

/**
 * Returns the size of a canonical number: one byte, plus one for each pair of digits, where pairs are counted from
 * the decimal point and zero pairs at either end are left out, plus one if it is negative.
 *
 * AWS documents this only roughly. The rule is the length of the key encoding; it fits every size measured on AWS
 * (`100` 2, `100.5` 4, `3.14159` 5, `-42` 3), and DynamoDB Local where those measurements leave it open (`120` 3,
 * `0.015` 3).
 */
export function numberSizeBytes(canonical: string): number {
  if (canonical === '0') return 1
  const negative = canonical.charCodeAt(0) === 0x2d
  const start = negative ? 1 : 0
  const dot = canonical.indexOf('.')
  const pairs = dot < 0 ? integerPairs(canonical, start) : fractionPairs(canonical, start, dot)
  return 1 + pairs + (negative && pairs < MAX_PAIRS ? 1 : 0)
}

function integerPairs(text: string, start: number): number {
  let end = text.length
  while (text.charCodeAt(end - 1) === 0x30) end--
  const zeros = text.length - end
  return ((text.length - start + 1) >> 1) - (zeros >> 1)
}

function fractionPairs(text: string, start: number, dot: number): number {
  const fraction = (text.length - dot) >> 1
  if (text.charCodeAt(start) !== 0x30) return ((dot - start + 1) >> 1) + fraction
  let first = dot + 1
  while (text.charCodeAt(first) === 0x30) first++
  return fraction - ((first - dot - 1) >> 1)
}
