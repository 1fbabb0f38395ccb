import type { Buffer } from 'node:buffer'
import { type FrameHead, frameHeadBytes, frameMark, readFrame, readFrameHead } from './journal-frame.ts'

/**
 * Whether there is a frame of the store from a place on that was written when the frame after `last` was durable: then
 * that one, which should be at this place, was acknowledged, and is damaged.
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
    if (head?.store !== store || !(lastDurable(head) > last)) continue
    const end = at + head.length
    if (end <= bytes.length && readFrame(bytes, at, end)) return true
  }
  return false
}

/** Returns the number of the last frame that was durable when this one was written. */
function lastDurable({ number, unconfirmed = number }: FrameHead): number {
  return number - 1 - unconfirmed
}
