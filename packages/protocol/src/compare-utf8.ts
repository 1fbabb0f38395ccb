import { equalStart } from './equal-start.ts'

/**
 * Compares two texts by their UTF-8 bytes. This is the order of code points, and differs from JavaScript's `<`,
 * where a character beyond U+FFFF sorts before U+E000.
 */
export function compareUtf8(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let index = equalStart(a, b); index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Moves surrogates after all other units; the surrogates keep their order among themselves. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
