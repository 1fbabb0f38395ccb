import type { Buffer } from 'node:buffer'
import type { ByteString } from '@monotable/engine'

/**
 * Where in the log a document stands, as the index holds it: twelve bytes, in little-endian order
 *   u32 segment, u32 first byte in it, u32 length << 1 | 1 if all of it is ASCII
 */
export type RecordPlace = ByteString

export interface DocumentPlace {
  readonly segment: number
  readonly start: number
  readonly bytes: number
  /** Whether the document is ASCII; it is then read as Latin-1, which takes half as long as UTF-8. */
  readonly isAscii: boolean
}

/** The length of a place. */
export const recordPlaceBytes = 12

export function encodeRecordPlace({ segment, start, bytes, isAscii }: DocumentPlace): RecordPlace {
  const about = bytes * 2 + (isAscii ? 1 : 0)
  return String.fromCharCode(
    segment & 255,
    (segment >>> 8) & 255,
    (segment >>> 16) & 255,
    segment >>> 24,
    start & 255,
    (start >>> 8) & 255,
    (start >>> 16) & 255,
    start >>> 24,
    about & 255,
    (about >>> 8) & 255,
    (about >>> 16) & 255,
    about >>> 24,
  )
}

export function decodeRecordPlace(place: RecordPlace): DocumentPlace {
  return placeOf(wordAt(place, 0), wordAt(place, 4), wordAt(place, 8))
}

/** Decodes the place at `at` in a buffer. */
export function readRecordPlace(bytes: Buffer, at: number): DocumentPlace {
  return placeOf(bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8))
}

function placeOf(segment: number, start: number, about: number): DocumentPlace {
  return { segment, start, bytes: about >>> 1, isAscii: (about & 1) === 1 }
}

/** Returns only the segment of a place. */
export function segmentOf(place: RecordPlace): number {
  return wordAt(place, 0)
}

/** Returns the length of the document. */
export function documentBytesOf(place: RecordPlace): number {
  return wordAt(place, 8) >>> 1
}

/** Reads four bytes from `at` on as a number. */
function wordAt(place: RecordPlace, at: number): number {
  return (
    (place.charCodeAt(at) |
      (place.charCodeAt(at + 1) << 8) |
      (place.charCodeAt(at + 2) << 16) |
      (place.charCodeAt(at + 3) << 24)) >>>
    0
  )
}
