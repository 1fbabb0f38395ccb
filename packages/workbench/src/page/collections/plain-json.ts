import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { quoteText } from '../keys/plain-sight.ts'

/**
 * Formats an item as plain JSON: numbers with all their digits, sets as arrays, binary as base64. It is for reading
 * only, since it does not show types. Invisible and direction-changing characters are escaped.
 */
export function plainJson(item: AttributeMap, indent = ''): string {
  return objectText(item, indent, indent === '' ? '' : '\n')
}

/** Formats a value as plain JSON on one line. */
export function plainValue(value: AttributeValue): string {
  return valueText(value, '', '')
}

function valueText(value: AttributeValue, indent: string, line: string): string {
  if ('S' in value) return quoteText(value.S)
  if ('N' in value) return value.N
  if ('B' in value) return JSON.stringify(value.B)
  if ('BOOL' in value) return String(value.BOOL)
  if ('NULL' in value) return 'null'
  if ('M' in value) return objectText(value.M, indent, line)
  if ('L' in value)
    return bracketed(
      '[]',
      value.L.map((element) => valueText(element, indent, next(line, indent))),
      line,
      indent,
    )
  const members = 'SS' in value ? value.SS : 'NS' in value ? value.NS : value.BS
  const texts = 'NS' in value ? members : members.map(quoteText)
  return `[${texts.join(', ')}]`
}

function objectText(map: AttributeMap, indent: string, line: string): string {
  const inner = next(line, indent)
  const members = Object.entries(map).map(
    ([name, value]) => `${quoteText(name)}: ${valueText(value, indent, inner)}`,
  )
  return bracketed('{}', members, line, indent)
}

function bracketed(brackets: string, members: readonly string[], line: string, indent: string): string {
  if (members.length === 0) return brackets
  const inner = next(line, indent)
  const separator = line === '' ? ', ' : `,${inner}`
  const pad = line === '' ? '' : inner
  return `${brackets[0]}${pad}${members.join(separator)}${line === '' ? '' : line}${brackets[1]}`
}

function next(line: string, indent: string): string {
  return line === '' ? '' : line + indent
}
