import type { Buffer } from 'node:buffer'
import {
  type FramedFrame,
  frameHeadBytes,
  frameMark,
  readFrame,
  readFrameHead,
} from '@monotable/storage-files'

/** A frame, and where it begins and ends in its file. */
export interface LogFrame extends FramedFrame {
  readonly start: number
  readonly end: number
}

/** The frame that begins at a place; `undefined` if none does that was written to its end. */
export function readLogFrame(bytes: Buffer, start: number): LogFrame | undefined {
  const length = readFrameHead(bytes.subarray(start, start + frameHeadBytes))?.length
  if (length === undefined || start + length > bytes.length) return undefined
  const frame = readFrame(bytes, start, start + length)
  return frame && { ...frame, start, end: start + length }
}

/**
 * Whether a frame of the store stands behind a place that was written after the one with the number `last`, when all before
 * it was durable: then what should stand at that place was acknowledged, and is damaged.
 */
export function hasConfirmingFrame(
  bytes: Buffer,
  from: number,
  { store, last }: { store: number; last: number },
): boolean {
  for (let found = bytes.indexOf(frameMark, from); found >= 0; found = bytes.indexOf(frameMark, found + 1)) {
    const head = readFrameHead(bytes.subarray(found, found + frameHeadBytes))
    // The store's number is asked for first: nobody can put it into a key to have a checksum made of all behind it.
    if (head?.store !== store || head.number <= last) continue
    if (readLogFrame(bytes, found)?.isConfirming) return true
  }
  return false
}
