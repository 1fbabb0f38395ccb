import { type AttributeMap, type AttributeValue, getOwn, hasOwn } from '@monotable/protocol'
import { plainValue } from '../collections/plain-json.ts'

/**
 * Items as CSV (RFC 4180): a column for each attribute that one of them has, the key first. Text and numbers stand as
 * they are, everything else as JSON; what an item does not have is empty, and an empty text is `""`.
 */
export function itemsAsCsv(items: readonly AttributeMap[], keyNames: readonly string[]): string {
  const names = new Set(keyNames.filter((name) => items.some((item) => hasOwn(item, name))))
  for (const item of items) for (const name of Object.keys(item)) names.add(name)
  const lines = items.map((item) => [...names].map((name) => fieldOf(getOwn(item, name))))
  return [[...names].map(quoted), ...lines].map((fields) => `${fields.join(',')}\r\n`).join('')
}

function fieldOf(value: AttributeValue | undefined): string {
  if (value === undefined) return ''
  return quoted('S' in value ? value.S : 'B' in value ? value.B : plainValue(value))
}

function quoted(text: string): string {
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
