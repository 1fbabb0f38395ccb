import type { ByteString } from '../storage/storage.ts'

/** Decodes base64 text to a byte string. */
export function base64ByteString(base64: string): ByteString {
  return Buffer.from(base64, 'base64').toString('latin1')
}
