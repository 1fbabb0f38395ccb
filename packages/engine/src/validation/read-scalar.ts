import { wellFormedText } from '@monotable/protocol'
import {
  notConvertible,
  serializationError,
  unexpectedList,
  unexpectedStructure,
} from './serialization-error.ts'

/** Reads text as UTF-8 can represent it, so that a name is the same wherever it occurs in a request. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return wellFormedText(value)
  throw wrongScalar(value, 'String')
}

/** Reads a whole number; AWS silently truncates fractions. */
export function readWholeNumber(value: unknown, javaType: string): number {
  if (typeof value === 'number') return Math.floor(value)
  throw wrongScalar(value, javaType)
}

/** Reads a number unchanged. */
export function readNumber(value: unknown, javaType: string): number {
  if (typeof value === 'number') return value
  throw wrongScalar(value, javaType)
}

/** Reads a boolean, or one of the words that AWS accepts for it. */
export function readBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') throw wrongScalar(value, 'Boolean')
  switch (value.toLowerCase()) {
    case 'true':
    case 'yes':
    case '1':
      return true
    case 'false':
    case 'no':
    case '0':
      return false
    default:
      throw serializationError('Unexpected token received from parser')
  }
}

/** Reads binary: base64 text or, from callers in this process, bytes. */
export function readBinary(value: unknown): string | Uint8Array {
  if (typeof value === 'string') {
    checkBase64(value)
    return value
  }
  if (value instanceof Uint8Array) return value
  if (Array.isArray(value)) throw unexpectedList('class java.nio.ByteBuffer')
  if (typeof value === 'object') throw unexpectedStructure()
  throw serializationError('only base-64-encoded strings are convertible to bytes')
}

function wrongScalar(value: unknown, javaType: string): Error {
  if (Array.isArray(value)) return unexpectedList(`class java.lang.${javaType}`)
  return typeof value === 'object' ? unexpectedStructure() : notConvertible(value, javaType)
}

const base64Form = /^[A-Za-z0-9+/]*={0,2}$/
const notBase64 = /[^A-Za-z0-9+/]/
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function checkBase64(encoded: string): void {
  const { length } = encoded
  if (length % 4 !== 0) {
    throw serializationError(`Base64 encoded length is expected a multiple of 4 bytes but found: ${length}`)
  }
  const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0
  // The bits of the last character that belong to no byte must be zero.
  const unusedBits = padding === 2 ? 0b1111 : padding === 1 ? 0b11 : 0
  if (unusedBits !== 0 && (alphabet.indexOf(encoded.charAt(length - padding - 1)) & unusedBits) !== 0) {
    throw serializationError('Invalid last non-pad Base64 character dectected')
  }
  if (!base64Form.test(encoded)) {
    throw serializationError(`Invalid base 64 character: '${notBase64.exec(encoded)?.[0]}'`)
  }
}
