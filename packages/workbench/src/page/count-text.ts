/**
 * Formats a count with its noun, in the singular or plural.
 *
 * @example
 * countText(1, 'item') // '1 item'
 * countText(1_200, 'index', 'indexes') // '1,200 indexes'
 */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`
}
