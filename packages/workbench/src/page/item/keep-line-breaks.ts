/**
 * Restores the original line breaks in a text that was edited in a multi-line field. Browsers convert `\r\n` and `\r`
 * to `\n`: without this, correcting a single letter would change every line.
 */
export function keepLineBreaks(before: string, typed: string): string {
  if (!before.includes('\r')) return typed
  const units = before.match(/\r\n|[\s\S]/g) ?? []
  const shown = units.map((unit) => (unit.startsWith('\r') ? '\n' : unit))
  const most = Math.min(shown.length, typed.length)
  let start = 0
  while (start < most && shown[start] === typed[start]) start++
  let end = 0
  while (end < most - start && shown[shown.length - 1 - end] === typed[typed.length - 1 - end]) end++
  const added = typed.slice(start, typed.length - end)
  const lineBreak = before.includes('\r\n') ? '\r\n' : '\r'
  return [
    ...units.slice(0, start),
    before.replaceAll(/\r\n|\r/g, '').includes('\n') ? added : added.replaceAll('\n', lineBreak),
    ...units.slice(units.length - end),
  ].join('')
}
