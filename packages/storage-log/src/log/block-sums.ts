import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { ByteString } from '@monotable/engine'
import { findFrameEnd, frameHeadBytes, readFrameHead } from '@monotable/storage-files'
import { fileEndSums } from '../catalogue.ts'
import { blockBytes } from './block-cache.ts'
import { readLogFrame } from './log-frames.ts'
import type { Segment } from './segment.ts'

/** The longest key, and so the longest text in the frame that ends a file. */
const mostBytes = 65_535

/** The bytes that a change takes in a frame in addition to its key. */
const changeHeadBytes = 16

/** The checksums of a file's blocks, computed while the file is written. */
export class BlockSums {
  readonly #sums: number[] = []

  /** Adds the blocks that are complete. */
  add(file: Buffer, end: number): void {
    for (let at = this.#sums.length * blockBytes; at + blockBytes <= end; at += blockBytes)
      this.#sums.push(crc32(file.subarray(at, at + blockBytes)))
  }

  /**
   * Encodes all checksums, that of the incomplete last block, and where that block ends, as u32; returns an empty text
   * if that would be too long.
   */
  encode(file: Buffer, end: number): ByteString {
    this.add(file, end)
    const sums = [...this.#sums, crc32(file.subarray(this.#sums.length * blockBytes, end)), end]
    const bytes = Buffer.allocUnsafe(4 * sums.length)
    if (bytes.length > mostBytes) return ''
    sums.forEach((sum, i) => {
      bytes.writeUInt32LE(sum, 4 * i)
    })
    return bytes.toString('latin1')
  }
}

/** Tells whether a block is as it was written. */
export type BlockCheck = (block: number, bytes: Buffer) => boolean

/** For a damaged file: nobody knows where the damage is. */
const nothingIsWhole: BlockCheck = () => false

/**
 * Reads the checksums at the end of a file that contains records and is no longer written to; returns `undefined` if it
 * has none.
 */
export function readBlockSums(segment: Segment): BlockCheck | undefined {
  const first = readFrameHead(segment.read(0, frameHeadBytes))
  // Every file begins with a frame; if that one is lost, only checksums tell what is not.
  const withoutSums = first ? undefined : nothingIsWhole
  const { fileBytes } = segment
  const end = segment.read(fileBytes - 4, 4).readUInt32LE(0)
  if (end > fileBytes || fileBytes - end > 2 * mostBytes) return withoutSums
  const tail = segment.read(end, fileBytes - end)
  const frame = readLogFrame(tail, 0)
  const change = frame?.changes[0]
  const text = change && fileEndSums(change)
  if (!frame && tail.length === endBytes(end) && !(first && isWhole(segment, first.store, end)))
    return nothingIsWhole
  if (!text) return withoutSums
  // Frames left over from the time as a spare file have lower numbers.
  if (first && (frame?.store !== first.store || frame.number < first.number)) return undefined
  const sums = Buffer.from(text, 'latin1')
  return (block, bytes) => {
    const writtenBytes = Math.min(bytes.length, end - block * blockBytes)
    if (writtenBytes <= 0) return true
    return crc32(bytes.subarray(0, writtenBytes)) === sums.readUInt32LE(4 * block)
  }
}

/** Returns the length of the frame that ends a file. */
function endBytes(end: number): number {
  return frameHeadBytes + changeHeadBytes + 4 * (Math.floor(end / blockBytes) + 2)
}

/** Whether a file consists of intact frames up to a place: what looks like its end frame may be something else. */
function isWhole(segment: Segment, store: number, end: number): boolean {
  const file = segment.read(0, segment.fileBytes)
  let at: number | undefined = 0
  while (at !== undefined && at < end) at = findFrameEnd(file, at, store)
  return at !== undefined
}
