import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { ByteString } from '@monotable/engine'
import { frameHeadBytes, readFrameHead } from '@monotable/storage-files'
import { fileEndSums } from '../catalogue.ts'
import { blockBytes } from './block-cache.ts'
import { readLogFrame } from './log-frames.ts'
import type { Segment } from './segment.ts'

/** No key is longer, and so is no text that ends a file. */
const mostBytes = 65_535

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

/** The checksums at the end of a file that is not written to any more, if it has them. */
export function readBlockSums(segment: Segment): BlockCheck | undefined {
  const { fileBytes } = segment
  if (fileBytes < frameHeadBytes) return undefined
  const end = segment.read(fileBytes - 4, 4).readUInt32LE(0)
  if (end > fileBytes || fileBytes - end > 2 * mostBytes) return undefined
  const tail = segment.read(end, fileBytes - end)
  const frame = readLogFrame(tail, 0)
  const change = frame?.changes[0]
  const text = change && fileEndSums(change)
  const first = readFrameHead(segment.read(0, frameHeadBytes))
  // What a spare file had in it before has lower numbers.
  if (!text || !first || frame?.store !== first.store || frame.number < first.number) return undefined
  const sums = Buffer.from(text, 'latin1')
  return (block, bytes) => {
    const writtenBytes = Math.min(bytes.length, end - block * blockBytes)
    if (writtenBytes <= 0) return true
    return crc32(bytes.subarray(0, writtenBytes)) === sums.readUInt32LE(4 * block)
  }
}
