import { utf8Length } from '@monotable/protocol'
import type { ByteString } from '../storage/storage.ts'

/** Returns the UTF-8 bytes of a text. ASCII text, which most keys are, is its own byte string. */
export function utf8ByteString(text: string): ByteString {
  return utf8Length(text) === text.length ? text : Buffer.from(text, 'utf8').toString('latin1')
}
