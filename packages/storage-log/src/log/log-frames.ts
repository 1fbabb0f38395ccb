import type { Buffer } from 'node:buffer'
import { type FramedFrame, frameHeadBytes, readFrame, readFrameHead } from '@monotable/storage-files'

/** A frame, with where it begins and ends in its file. */
export interface LogFrame extends FramedFrame {
  readonly start: number
  readonly end: number
}

/** Reads the frame that begins at a place; returns `undefined` if there is none, or it was not written completely. */
export function readLogFrame(bytes: Buffer, start: number): LogFrame | undefined {
  const length = readFrameHead(bytes.subarray(start, start + frameHeadBytes))?.length
  if (length === undefined || start + length > bytes.length) return undefined
  const frame = readFrame(bytes, start, start + length)
  return frame && { ...frame, start, end: start + length }
}
