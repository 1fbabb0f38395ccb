import { endianness } from 'node:os'
import type { AttributeMap } from '@monotable/protocol'

const HEAD = '{"vector":"'
const MIDDLE = '","item":'
const isBigEndian = endianness() === 'BE'

/**
 * Encodes what an index stores of an item, as JSON: the bytes of the vector (32 bits per element, lowest byte
 * first) in base64, followed by the other attributes. The vector is a tenth as long as its numbers in wire JSON,
 * and because its position is fixed, a search need not parse anything.
 */
export function encodeVectorDoc(vector: Float32Array, item: AttributeMap): string {
  const bytes = Buffer.from(vector.slice().buffer)
  if (isBigEndian) bytes.swap32()
  return `${HEAD}${bytes.toString('base64')}${MIDDLE}${JSON.stringify(item)}}`
}

/** Decodes the vectors of several entries, one after the other. */
export function decodeVectors(docs: readonly string[], dimensions: number): Float32Array {
  const bytes = Buffer.from(new ArrayBuffer(docs.length * dimensions * 4))
  for (const [i, doc] of docs.entries()) {
    bytes.write(vectorTextOf(doc, dimensions), i * dimensions * 4, dimensions * 4, 'base64')
  }
  if (isBigEndian) bytes.swap32()
  return new Float32Array(bytes.buffer)
}

/** Returns the vector of an entry, in base64. */
export function vectorTextOf(doc: string, dimensions: number): string {
  return doc.slice(HEAD.length, HEAD.length + base64Length(dimensions))
}

/** Returns the other attributes of an entry, as JSON text. */
export function itemTextOf(doc: string, dimensions: number): string {
  return doc.slice(HEAD.length + base64Length(dimensions) + MIDDLE.length, -1)
}

function base64Length(dimensions: number): number {
  return Math.ceil((dimensions * 4) / 3) * 4
}
