import { gunzip } from 'node:zlib'
import { REQUEST_MAX_BYTES } from '@monotable/protocol'

/** The maximum size of a request's body, both as sent and decompressed. Exactly this much is allowed. */
export const maxBodyBytes = REQUEST_MAX_BYTES

/** A decoded body, or why there is none. */
export type DecodedContent = Uint8Array | 'too-large' | 'malformed'

/**
 * Decodes a body according to its Content-Encoding. Decompression stops at the limit, whatever the body would unfold
 * to.
 */
export function decodeContent(body: Uint8Array, encoding: string): Promise<DecodedContent> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return Promise.resolve(body)
  if (name !== 'gzip') return Promise.resolve('malformed')
  return new Promise((resolve) => {
    gunzip(body, { maxOutputLength: maxBodyBytes }, (error, decoded) => {
      if (error === null) resolve(decoded)
      else
        resolve((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'malformed')
    })
  })
}
