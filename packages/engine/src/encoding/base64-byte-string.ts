import type { ByteString } from '../storage/storage.ts'

/** The bytes that a base64 text holds. */
export function base64ByteString(base64: string): ByteString {
  return Buffer.from(base64, 'base64').toString('latin1')
}
