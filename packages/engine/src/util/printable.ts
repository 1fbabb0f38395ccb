/**
 * Returns text that others have a part in as a terminal or a log may have it: nothing in it steers the terminal, or
 * begins another line.
 */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?')
}
