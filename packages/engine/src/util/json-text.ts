/** JSON that is already text, such as a stored item: answers carry it without parsing it. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /**
   * Makes it the same JSON for code that does not know this class, such as callers that serialize an error's
   * fields.
   */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/**
 * Encodes an answer as JSON, copying every `JsonText` in it unchanged. Properties that are `undefined` are left
 * out.
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
