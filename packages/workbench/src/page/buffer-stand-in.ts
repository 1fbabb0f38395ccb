/*
 * Sizes are measured by the protocol's own functions, which ask Node's Buffer how long a text is. A browser has none;
 * this is the one thing of it that they need. Vite puts this module in the place of `node:buffer`.
 */
const encoder = new TextEncoder()

export const Buffer = { byteLength: (text: string): number => encoder.encode(text).length }

/** Puts it where Node has it. */
export function provideBuffer(): void {
  const target = globalThis as { Buffer?: unknown }
  target.Buffer ??= Buffer
}
