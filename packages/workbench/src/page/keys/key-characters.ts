/** The width of a character of a key, which is shown in a monospaced font. */
export const KEY_CHARACTER_PX = 7.3

/** Returns how many characters of a key are legible in a width. */
export function charactersIn(widthPx: number): number {
  return Math.floor(widthPx / KEY_CHARACTER_PX)
}
