const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The epoch of KSUIDs, in seconds. */
const ksuidEpoch = 1_400_000_000n

/**
 * Returns an id that sorts by time: four bytes of seconds and sixteen random ones, as 27 digits in base 62. The first
 * two random bytes are replaced by the milliseconds, so that ids of one second are in order too.
 */
export function createKsuid(timeMs: number, chance: () => number): string {
  let value = BigInt(Math.floor(timeMs / 1_000)) - ksuidEpoch
  value = value * 65_536n + BigInt(Math.floor(timeMs) % 1_000)
  for (let byte = 0; byte < 14; byte++) value = value * 256n + BigInt(Math.floor(chance() * 256))
  let text = ''
  for (let at = 0; at < 27; at++) {
    text = digits.charAt(Number(value % 62n)) + text
    value /= 62n
  }
  return text
}
