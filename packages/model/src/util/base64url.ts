import { encodeUtf8 } from './utf8.ts'

const text = new TextDecoder()

/** Encodes text as base64 that is safe in a URL. */
export function encodeBase64url(source: string): string {
  return toBase64(encodeUtf8(source)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes such text; throws when it is malformed. */
export function decodeBase64url(encoded: string): string {
  return text.decode(fromBase64(encoded.replaceAll('-', '+').replaceAll('_', '/')))
}

export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

export function fromBase64(encoded: string): Uint8Array {
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
}
