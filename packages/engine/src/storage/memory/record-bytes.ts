import type { Buffer } from 'node:buffer'

/** A record in bytes: its partition, its sort and its document, in Latin-1, stand one behind the other from `start` on. */
export interface RecordBytes {
  readonly bytes: Buffer
  readonly start: number
  readonly partitionLength: number
  readonly sortLength: number
  /** The document has to be one that a page takes. */
  readonly docLength: number
  readonly sizeBytes: number
}
