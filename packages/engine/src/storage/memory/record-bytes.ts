import type { Buffer } from 'node:buffer'

/** A record in bytes: partition, sort and document in Latin-1, one after the other from `start` on. */
export interface RecordBytes {
  readonly bytes: Buffer
  readonly start: number
  readonly partitionLength: number
  readonly sortLength: number
  /** The document must be short enough for a page. */
  readonly docLength: number
  readonly sizeBytes: number
}
