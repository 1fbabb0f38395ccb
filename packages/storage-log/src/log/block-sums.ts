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

/**
 * Reads the checksums at the end of a file that contains records and is no longer written to; returns `undefined` if it
 * has none, or they are lost.
 */
export function readBlockSums(segment: Segment): BlockCheck | undefined {
  const { fileBytes } = segment
  const end = segment.read(fileBytes - 4, 4).readUInt32LE(0)
  if (end > fileBytes || fileBytes - end > 2 * mostBytes) return undefined
  const frame = readLogFrame(segment.read(end, fileBytes - end), 0)
  const change = frame?.changes[0]
  const text = change && fileEndSums(change)
  if (!text) return undefined
  // Frames left over from the time as a spare file have lower numbers.
  const first = readFrameHead(segment.read(0, frameHeadBytes))
  if (first && (frame?.store !== first.store || frame.number < first.number)) return undefined
  const sums = Buffer.from(text, 'latin1')
  return (block, bytes) => {
    const writtenBytes = Math.min(bytes.length, end - block * blockBytes)
    if (writtenBytes <= 0) return true
    return crc32(bytes.subarray(0, writtenBytes)) === sums.readUInt32LE(4 * block)
  }
}

/** Returns how far a file consists of intact frames. Without checksums, nothing else tells what is damaged. */
export function findIntactEnd(segment: Segment): number {
  const file = segment.read(0, segment.fileBytes)
  const store = readFrameHead(file)?.store
  if (store === undefined) return 0
  let end = 0
  for (;;) {
    const next = findFrameEnd(file, end, store)
    if (next === undefined) return end
    end = next
  }
}
