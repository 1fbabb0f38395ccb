import { type AttributeMap, type AttributeValue, attributeTypeOf, getOwn } from '@monotable/protocol'
import { type CsvType, guardFormula, writeHeader } from './csv-header.ts'
import { looksLike } from './read-field.ts'

/**
 * Formats items as CSV (RFC 4180): one column per attribute that occurs, the key first, with `name:TYPE` as the header
 * where the fields do not reveal the type. The import restores the items unchanged. A missing attribute is empty, and
 * an empty text is `""`. Returns lines, since together they may exceed the maximum length of a string.
 */
export function itemsAsCsv(items: Iterable<AttributeMap>, keyNames: readonly string[]): string[] {
  const types = columnTypes(items)
  const names = new Set([...keyNames.filter((name) => types.has(name)), ...types.keys()])
  const columns = [...names].map((name) => ({ name, type: types.get(name) }))
  const lines = [csvLine(columns.map(({ name, type }) => quoted(writeHeader(name, type))))]
  for (const item of items) {
    const fields = columns.map(({ name, type }) => {
      const value = getOwn(item, name)
      return value === undefined ? '' : quoted(fieldOf(value, type))
    })
    lines.push(csvLine(fields))
  }
  return lines
}

/** Joins fields that are already quoted into a line. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`
}

export function quoted(text: string): string {
  return text === '' || /["\r\n\t,;|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the common type of each attribute's values; `undefined` if they are texts that look like nothing else. */
function columnTypes(items: Iterable<AttributeMap>): ReadonlyMap<string, CsvType | undefined> {
  const types = new Map<string, CsvType | undefined>()
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      const type = typeOf(value)
      types.set(name, types.has(name) ? commonType(types.get(name), type) : type)
    }
  }
  return types
}

function typeOf(value: AttributeValue): CsvType | undefined {
  return 'S' in value && looksLike(value.S) === 'S' ? undefined : attributeTypeOf(value)
}

function commonType(one: CsvType | undefined, other: CsvType | undefined): CsvType | undefined {
  const isText = (type: CsvType | undefined) => type === undefined || type === 'S'
  if (one === other) return one
  return isText(one) && isText(other) ? 'S' : 'ANY'
}

function fieldOf(value: AttributeValue, type: CsvType | undefined): string {
  if (type === 'ANY') return JSON.stringify(value)
  if ('S' in value) return guardFormula(value.S)
  if ('B' in value) return guardFormula(value.B)
  if ('N' in value) return value.N
  if ('BOOL' in value) return String(value.BOOL)
  if ('NULL' in value) return 'null'
  return JSON.stringify(Object.values(value)[0])
}
