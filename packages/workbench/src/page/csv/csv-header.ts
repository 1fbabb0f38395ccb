import type { AttributeType } from '@monotable/protocol'

/** The type of the fields of a column: a DynamoDB type, DynamoDB JSON that includes the type, or plain JSON. */
export type CsvType = AttributeType | 'ANY' | 'JSON'

const suffix = /^(.*):(S|N|B|BOOL|NULL|SS|NS|BS|L|M|ANY|JSON)$/s

/** Returns the header of a column: its name, with its type if the fields do not make that clear. */
export function writeHeader(attribute: string, type: CsvType | undefined): string {
  const isPlain = type === undefined && !suffix.test(attribute)
  return guardFormula(isPlain ? attribute : `${attribute}:${type ?? 'S'}`)
}

/** Parses a header; the reverse of `writeHeader`. */
export function readHeader(header: string): { readonly attribute: string; readonly type?: CsvType } {
  const name = unguardFormula(header)
  const [, attribute, type] = suffix.exec(name) ?? []
  return attribute === undefined ? { attribute: name } : { attribute, type: type as CsvType }
}

/**
 * Protects a text from spreadsheets, which execute any text that begins like a formula, whoever wrote it. A leading
 * apostrophe makes it text; `unguardFormula` removes it again. A text that already begins with apostrophes followed by
 * a formula gets one more, so that each text is restored unchanged.
 */
export function guardFormula(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

export function unguardFormula(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}
