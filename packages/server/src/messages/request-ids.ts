import { randomBytes } from 'node:crypto'

const firstCount = 10_000_000
const endOfCount = 100_000_000

/**
 * Creates request ids like DynamoDB's: 52 digits and capital letters. The first 44 are drawn at random now and then and
 * the rest count up, which costs a tenth of drawing them all.
 */
export function createRequestIds(random: (size: number) => Uint8Array = randomBytes): () => string {
  let prefix = drawPrefix(random)
  let count = firstCount
  return () => {
    if (count === endOfCount) {
      prefix = drawPrefix(random)
      count = firstCount
    }
    return prefix + String(count++)
  }
}

function drawPrefix(random: (size: number) => Uint8Array): string {
  return Array.from(random(44), (byte) => (byte % 32).toString(32))
    .join('')
    .toUpperCase()
}
