import type { AttributeMap, AttributeValue } from './attribute-value.ts'
import { writeItem } from './write-item.ts'

/**
 * The JSON text of a canonical item, as `JSON.stringify` would give it, in half the time: names come again and
 * again, and most strings need no escape.
 *
 * @example
 * encodeItem({ pk: { S: 'a' }, count: { N: '1' } }) // '{"pk":{"S":"a"},"count":{"N":"1"}}'
 */
export function encodeItem(item: AttributeMap): string {
  return writeItem(item)?.doc ?? encodeMap(item)
}

function encodeMap(item: AttributeMap): string {
  let text = ''
  for (const name in item) {
    const value = encodeValue(item[name] as AttributeValue)
    text += text === '' ? encodeName(name) + value : `,${encodeName(name)}${value}`
  }
  return `{${text}}`
}

function encodeValue(value: AttributeValue): string {
  // A loop over the one property is three times as fast as asking for each of ten.
  for (const type in value) {
    switch (type) {
      case 'S':
        return `{"S":${encodeString((value as { S: string }).S)}}`
      case 'N':
        return `{"N":"${(value as { N: string }).N}"}`
      case 'BOOL':
        return (value as { BOOL: boolean }).BOOL ? '{"BOOL":true}' : '{"BOOL":false}'
      case 'M':
        return `{"M":${encodeMap((value as { M: AttributeMap }).M)}}`
      case 'L':
        return `{"L":${encodeList((value as { L: readonly AttributeValue[] }).L)}}`
    }
  }
  return JSON.stringify(value)
}

function encodeList(values: readonly AttributeValue[]): string {
  let text = ''
  for (const value of values) text += text === '' ? encodeValue(value) : `,${encodeValue(value)}`
  return `[${text}]`
}

const MAX_NAMES = 1_000
const names = new Map<string, string>()

/** A name with its colon. */
function encodeName(name: string): string {
  const known = names.get(name)
  if (known !== undefined) return known
  const text = `${JSON.stringify(name)}:`
  if (names.size >= MAX_NAMES) names.clear()
  if (name.length < 256) names.set(name, text)
  return text
}

/** What stands before the blank: all that JSON escapes, but for quotes and backslashes. */
const controls = /[^ -\uffff]/

/** Strings that are well-formed Unicode, as all canonical ones are: only these few characters are escaped. */
function encodeString(string: string): string {
  const escapes = string.includes('"') || string.includes('\\') || controls.test(string)
  return escapes ? JSON.stringify(string) : `"${string}"`
}
