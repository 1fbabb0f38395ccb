import { randomBytes } from 'node:crypto'

/** The engine's source of randomness. */
export interface Random {
  /** Returns as many random bytes as requested. */
  bytes(count: number): Uint8Array
}

/** The random source of the machine. */
export const systemRandom: Random = { bytes: (count) => randomBytes(count) }

/** Returns a random UUID (version 4). */
export function randomUuid(random: Random): string {
  const bytes = random.bytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Returns this many random bytes as hexadecimal digits. */
export function randomHex(random: Random, bytes: number): string {
  return Buffer.from(random.bytes(bytes)).toString('hex')
}
