import type { ByteString } from '@monotable/engine'

/** A key as a parameter. */
export function toBytes(key: ByteString): Buffer {
  return Buffer.from(key, 'latin1')
}

/**
 * A key out of what `encode(…, 'escape')` makes of it: most bytes of most keys are letters, and stay as they are. All
 * others are three octal digits, or a second backslash.
 */
export function fromEscaped(text: string): ByteString {
  if (!text.includes('\\')) return text
  return text.replace(/\\(?:([0-7]{3})|\\)/g, (_, octal?: string) =>
    octal === undefined ? '\\' : String.fromCharCode(Number.parseInt(octal, 8)),
  )
}
