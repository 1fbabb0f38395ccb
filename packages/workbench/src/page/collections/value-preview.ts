import { type AttributeType, type AttributeValue, attributeTypeOf, base64Length } from '@monotable/protocol'
import { showTurning } from '../keys/plain-sight.ts'

export interface ValuePreview {
  readonly type: AttributeType
  /** One line, truncated where nobody reads on. */
  readonly text: string
}

const TEXT_MAX = 160
const MEMBERS_MAX = 6

/** Previews a value in one line: a short value in full, a longer one by a description. */
export function valuePreview(value: AttributeValue): ValuePreview {
  return { type: attributeTypeOf(value), text: previewText(value) }
}

function previewText(value: AttributeValue): string {
  if ('S' in value) return value.S === '' ? '""' : shorten(value.S)
  if ('N' in value) return value.N
  if ('BOOL' in value) return String(value.BOOL)
  if ('NULL' in value) return 'null'
  if ('B' in value) return bytesText(base64Length(value.B))
  if ('SS' in value) return `{${joinSome(value.SS)}}`
  if ('NS' in value) return `{${joinSome(value.NS)}}`
  if ('BS' in value) return `{${value.BS.length} ${value.BS.length === 1 ? 'binary' : 'binaries'}}`
  if ('L' in value) return value.L.length === 0 ? '[]' : `[${joinSome(value.L.map(shallowText))}]`
  const names = Object.keys(value.M)
  return names.length === 0 ? '{}' : `{ ${joinSome(names)} }`
}

/** Formats an element of a list: a scalar by its value, anything else by its kind. */
function shallowText(value: AttributeValue): string {
  if ('M' in value) return '{…}'
  if ('L' in value) return '[…]'
  return previewText(value)
}

/** Formats a number of bytes for people. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  return `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KB`
}

function joinSome(members: readonly string[]): string {
  const shown = members.slice(0, MEMBERS_MAX).map((member) => (member === '' ? '""' : shorten(member, 40)))
  return members.length > MEMBERS_MAX ? `${shown.join(', ')}, …` : shown.join(', ')
}

function shorten(text: string, max = TEXT_MAX): string {
  const line = text.length > max * 2 ? text.slice(0, max * 2) : text
  const flat = showTurning(line.replace(/\s+/g, ' '))
  return flat.length > max ? `${flat.slice(0, max)}…` : flat
}
