import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { ByteString } from '@monotable/engine'
import { findFrameEnd, frameHeadBytes, readFrameHead } from '@monotable/storage-files'
import { fileEndSums } from '../catalogue.ts'
import { blockBytes } from './block-cache.ts'
import { readLogFrame } from './log-frames.ts'
import type { Segment } from './segment.ts'

/** No key is longer, and so is no text that ends a file. */
const mostBytes = 65_535

/** What a change takes in a frame beside its key. */
const changeHeadBytes = 16

/** The checksums of a file's blocks, made while it is written. */
export class BlockSums {
  readonly #sums: number[] = []

  /** Takes in the blocks that are whole. */
  add(file: Buffer, end: number): void {
    for (let at = this.#sums.length * blockBytes; at + blockBytes <= end; at += blockBytes)
      this.#sums.push(crc32(file.subarray(at, at + blockBytes)))
  }

  /** All of them, that of the last block too, and where that ends, as u32; nothing if that is too much. */
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

/** Tells whether a block is what was written. */
export type BlockCheck = (block: number, bytes: Buffer) => boolean

/** Of a file that is damaged, nobody knows where. */
const nothingIsWhole: BlockCheck = () => false

/** The checksums at the end of a file that is not written to any more, and in which there are records, if it has them. */
export function readBlockSums(segment: Segment): BlockCheck | undefined {
  const first = readFrameHead(segment.read(0, frameHeadBytes))
  // Every file begins with a frame: where that is lost, only checksums tell what is not.
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
  // What a spare file had in it before has lower numbers.
  if (first && (frame?.store !== first.store || frame.number < first.number)) return undefined
  const sums = Buffer.from(text, 'latin1')
  return (block, bytes) => {
    const writtenBytes = Math.min(bytes.length, end - block * blockBytes)
    if (writtenBytes <= 0) return true
    return crc32(bytes.subarray(0, writtenBytes)) === sums.readUInt32LE(4 * block)
  }
}

/** How long the frame is that ends a file. */
function endBytes(end: number): number {
  return frameHeadBytes + changeHeadBytes + 4 * (Math.floor(end / blockBytes) + 2)
}

/** Whether a file has frame behind frame up to a place: what looks like that of its end may be something else. */
function isWhole(segment: Segment, store: number, end: number): boolean {
  const file = segment.read(0, segment.fileBytes)
  let at: number | undefined = 0
  while (at !== undefined && at < end) at = findFrameEnd(file, at, store)
  return at !== undefined
}
