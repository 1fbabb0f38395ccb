/** Returns text that files of others have a part in as a terminal may have it: nothing in it steers the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?')
}
