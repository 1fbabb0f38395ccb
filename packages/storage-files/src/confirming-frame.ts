import type { Buffer } from 'node:buffer'
import { frameHeadBytes, frameMark, readFrame, readFrameHead } from './journal-frame.ts'

/**
 * Whether there is a frame of the store from a place on that is newer than `last` and was written when everything
 * before it was durable: then what should be at that place was acknowledged, and is damaged.
 */
export function hasConfirmingFrame(
  bytes: Buffer,
  from: number,
  { store, last }: { readonly store: number; readonly last: number },
): boolean {
  for (let at = bytes.indexOf(frameMark, from); at >= 0; at = bytes.indexOf(frameMark, at + 1)) {
    const head = readFrameHead(bytes.subarray(at, at + frameHeadBytes))
    // The store's number is checked first: nobody can put it into a key to make us compute checksums of everything
    // behind it.
    if (head?.store !== store || head.number <= last) continue
    const end = at + head.length
    if (end <= bytes.length && readFrame(bytes, at, end)?.isConfirming) return true
  }
  return false
}
