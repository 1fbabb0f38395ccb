import type { Buffer } from 'node:buffer'
import { type FramedFrame, frameHeadBytes, readFrame, readFrameHead } from '@monotable/storage-files'

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
