/*
 * The protocol's functions measure sizes with Node's Buffer, which a browser does not have. This is the only part of it
 * that they need. Vite substitutes this module for `node:buffer`.
 */
const encoder = new TextEncoder()

export const Buffer = { byteLength: (text: string): number => encoder.encode(text).length }

/** Defines Buffer globally, as in Node. */
export function provideBuffer(): void {
  const target = globalThis as { Buffer?: unknown }
  target.Buffer ??= Buffer
}
