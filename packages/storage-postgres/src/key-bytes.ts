import type { ByteString } from '@monotable/engine'

/** A key as a parameter. */
export function toBytes(key: ByteString): Buffer {
  return Buffer.from(key, 'latin1')
}

/** A key as it was read. */
export function fromBytes(bytes: unknown): ByteString {
  return (bytes as Buffer).toString('latin1')
}
