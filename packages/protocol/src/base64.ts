import { equalStart } from './equal-start.ts'

/** Encodes bytes as base64 text with padding. */
export function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** Returns how many bytes a padded base64 text represents. */
export function base64Length(text: string): number {
  const { length } = text
  if (length === 0) return 0
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (length / 4) * 3 - padding
}

/** Compares two canonical base64 texts by the bytes they represent, without decoding them. */
export function compareBase64(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let index = equalStart(a, b); index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return sextet(left) - sextet(right)
  }
  return a.length - b.length
}

/** Returns the six bits of a base64 character. Padding is below all of them, so that prefixes sort first. */
function sextet(unit: number): number {
  if (unit >= 0x61) return unit - 0x61 + 26
  if (unit >= 0x41) return unit - 0x41
  if (unit >= 0x30) return unit === 0x3d ? -1 : unit - 0x30 + 52
  return unit === 0x2b ? 62 : 63
}
