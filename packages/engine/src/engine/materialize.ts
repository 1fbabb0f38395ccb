import { parseItemForCaller, setOwn } from '@monotable/protocol'
import { JsonText } from '../util/json-text.ts'

/** Converts an answer to plain objects for a caller in this process: stored items are parsed, binary becomes bytes. */
export function materialize(value: unknown): unknown {
  if (value instanceof JsonText) {
    const item = parseItemForCaller(value.text)
    if (item !== undefined) return item
    const parsed: unknown = JSON.parse(value.text)
    return mayHoldBinary(value.text) ? materialize(parsed) : parsed
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(materialize)
  const object: { [name: string]: unknown } = {}
  for (const name in value) {
    const member = (value as { [name: string]: unknown })[name]
    if (member === undefined) continue
    // Text under these names is binary: an attribute that happens to have such a name holds an object, never text.
    if (name === 'B' && typeof member === 'string') object[name] = decode(member)
    else if (name === 'BS' && isTexts(member)) object[name] = member.map(decode)
    else setOwn(object, name, materialize(member))
  }
  return object
}

/** Searches from the B on: every name and every text begins with a quote, so searching for the quote is slow. */
function mayHoldBinary(json: string): boolean {
  return json.includes('B":"') || json.includes('BS":[')
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((member) => typeof member === 'string')
}

function decode(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'))
}
