/** JSON that is already text, such as a stored item: an answer carries it and never parses it. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** So that it is the same JSON for those who do not know of it, such as callers who write an error's fields. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/**
 * The JSON of an answer, with every `JsonText` in it copied as it is. Properties that are `undefined` are
 * left out.
 */
export function encodeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return encodeArray(value)
  let text = ''
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${encodeJson(member)}`
  }
  return `{${text}}`
}

function encodeArray(values: readonly unknown[]): string {
  let text = ''
  for (const value of values) text += text === '' ? encodeJson(value) : `,${encodeJson(value)}`
  return `[${text}]`
}
