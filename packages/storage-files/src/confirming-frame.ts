import type { Buffer } from 'node:buffer'
import { frameHeadBytes, frameMark, readFrame, readFrameHead } from './journal-frame.ts'

/**
 * Whether there is a frame of a store from a place on that was written after the one with the number `last`, when all before
 * it was durable: then what should stand at that place was acknowledged, and is damaged.
 */
export function hasConfirmingFrame(
  bytes: Buffer,
  from: number,
  { store, last }: { readonly store: number; readonly last: number },
): boolean {
  for (let at = bytes.indexOf(frameMark, from); at >= 0; at = bytes.indexOf(frameMark, at + 1)) {
    const head = readFrameHead(bytes.subarray(at, at + frameHeadBytes))
    // The store's number is asked for first: nobody can put it into a key to have a checksum made of all behind it.
    if (head?.store !== store || head.number <= last) continue
    const end = at + head.length
    if (end <= bytes.length && readFrame(bytes, at, end)?.isConfirming) return true
  }
  return false
}
