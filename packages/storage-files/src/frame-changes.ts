import type { Buffer } from 'node:buffer'
import type { ByteString } from '@monotable/engine'

/** A change as it stands in a frame, with where its document begins and ends; the end is -1 for a removal. */
export interface FramedChange {
  readonly space: number
  readonly partition: ByteString
  readonly sort: ByteString
  readonly sizeBytes: number
  readonly docStart: number
  readonly docEnd: number
}

/**
 * Reads the changes of a frame whose head ends at `start`, without their documents: most records are overwritten before
 * their documents are needed. Refers to nothing outside itself because its source text is passed to a worker;
 * journal-frame.ts describes where each part of a change is.
 */
export function readFrameChanges(bytes: Buffer, start: number, count: number): FramedChange[] {
  const changes: FramedChange[] = []
  let at = start
  for (let i = 0; i < count; i++) {
    const partitionAt = at + 16
    const sortAt = partitionAt + bytes.readUInt16LE(at + 8)
    const docStart = sortAt + bytes.readUInt16LE(at + 10)
    const docBytes = bytes.readInt32LE(at + 12)
    changes.push({
      space: bytes.readUInt32LE(at),
      sizeBytes: bytes.readUInt32LE(at + 4),
      partition: bytes.toString('latin1', partitionAt, sortAt),
      sort: bytes.toString('latin1', sortAt, docStart),
      docStart,
      docEnd: docBytes < 0 ? -1 : docStart + docBytes,
    })
    at = docStart + Math.max(docBytes, 0)
  }
  return changes
}
