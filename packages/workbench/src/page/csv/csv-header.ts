import type { AttributeType } from '@monotable/protocol'

/** What the fields of a column are: a type of DynamoDB's, its JSON with the type inside, or plain JSON. */
export type CsvType = AttributeType | 'ANY' | 'JSON'

const suffix = /^(.*):(S|N|B|BOOL|NULL|SS|NS|BS|L|M|ANY|JSON)$/s

/** A column's name, with its type where that is not plain from its fields. */
export function writeHeader(attribute: string, type: CsvType | undefined): string {
  const isPlain = type === undefined && !suffix.test(attribute)
  return guardFormula(isPlain ? attribute : `${attribute}:${type ?? 'S'}`)
}

/** The reverse of `writeHeader`. */
export function readHeader(header: string): { readonly attribute: string; readonly type?: CsvType } {
  const name = unguardFormula(header)
  const [, attribute, type] = suffix.exec(name) ?? []
  return attribute === undefined ? { attribute: name } : { attribute, type: type as CsvType }
}

/**
 * Spreadsheets run a text that begins like a formula, whoever has written it. An apostrophe before it makes it text, for
 * them; `unguardFormula` takes it away again. Texts that begin with apostrophes and go on like a formula get one more, so
 * that each comes back as it was.
 */
export function guardFormula(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

export function unguardFormula(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}
