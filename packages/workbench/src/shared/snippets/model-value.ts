import type { EntityModel } from '../api.ts'
import type { SlotText } from './read-template.ts'
import type { WireItem } from './recognise-entity.ts'
import { quoteText, scriptStyle } from './write-literal.ts'

type WireValue = { readonly [type: string]: unknown }

const deepest = 40

/** Writes a stored value in the application's form: sets as Sets, numbers as numbers, dates as Dates where declared. */
export function writeValue(value: WireValue, stored?: string, depth = 0): string {
  const [type, content] = Object.entries(value)[0] ?? ['NULL', true]
  if (depth > deepest) return 'null'
  if (stored?.startsWith('own: ')) return "undefined /* stored in a form of the program's own */"
  if (stored === 'date' && type === 'S') return `new Date(${quoteText(String(content))})`
  if (stored === 'epoch' && type === 'N') return `new Date(${Number(content) * 1000})`
  if (stored === 'epochMs' && type === 'N') return `new Date(${Number(content)})`
  const items = Array.isArray(content) ? content : []
  switch (type) {
    case 'S':
      return quoteText(String(content))
    case 'N':
      return writeNumber(String(content), stored)
    case 'B':
      return scriptStyle.bytes(String(content))
    case 'BOOL':
      return content === true ? 'true' : 'false'
    case 'SS':
      return `new Set([${items.map((member) => quoteText(String(member))).join(', ')}])`
    case 'NS':
      return `new Set([${items.map((member) => writeNumber(String(member), stored)).join(', ')}])`
    case 'BS':
      return `new Set([${items.map((member) => scriptStyle.bytes(String(member))).join(', ')}])`
    case 'L':
      return `[${items.map((member) => writeValue(member as WireValue, undefined, depth + 1)).join(', ')}]`
    case 'M':
      return writeObject(
        Object.entries(content as WireItem).map(([name, member]) => [
          name,
          writeValue(member, undefined, depth + 1),
        ]),
      )
    default:
      return 'null'
  }
}

/** Writes a JavaScript object; its member values are already written. */
export function writeObject(members: readonly (readonly [string, string])[]): string {
  if (members.length === 0) return '{}'
  const written = members.map(([name, value]) => {
    const key = scriptStyle.name(name)
    return key === value ? key : `${key}: ${value}`
  })
  const line = `{ ${written.join(', ')} }`
  if (line.length <= 80 && !line.includes('\n')) return line
  return `{\n${written.map((member) => `  ${member.replaceAll('\n', '\n  ')},\n`).join('')}}`
}

/** Writes a value read from a key in the form that it was made from; `undefined` if that cannot be determined. */
export function writeSlot(
  { slot, text, encoding, isNumber }: SlotText,
  entity: EntityModel,
): string | undefined {
  const stored = storedForm(entity, slot)
  if (isNumber) return writeValue({ N: text }, stored)
  if (encoding === undefined || encoding === 'raw') {
    return stored === 'date' ? `new Date(${quoteText(text)})` : quoteText(text)
  }
  if (encoding === 'iso') return `new Date(${quoteText(text)})`
  if (/^pad\d+$/.test(encoding)) return writeNumber(text.replace(/^0+(?=\d)/, ''), stored)
  return undefined
}

export function storedForm(entity: EntityModel, attribute: string): string | undefined {
  return entity.stored !== undefined && Object.hasOwn(entity.stored, attribute)
    ? entity.stored[attribute]
    : undefined
}

/**
 * Writes a number. One with more digits than JavaScript has is kept as text, as by the model's `decimal`; so is text in
 * the place of a number, which a key of another program may have.
 */
export function writeNumber(text: string, stored: string | undefined): string {
  if (stored === 'bigint' && /^-?\d+$/.test(text)) return `${text}n`
  const exact = text.replace(/[^\d]/g, '').replace(/^0+|0+$/g, '').length <= 15
  return stored !== 'decimal' && exact && Number.isFinite(Number(text))
    ? String(Number(text))
    : quoteText(text)
}
