/** A way to compress an answer. */
export type ContentEncoding = 'gzip' | 'deflate'

const encodings: readonly ContentEncoding[] = ['gzip', 'deflate']

/**
 * Returns the encoding that an Accept-Encoding header prefers, as AWS reads it: among equal weights, named ones come
 * before those that `*` stands for, then the order of the header decides. `identity` weighs nothing, so an answer is
 * compressed whenever it may be.
 *
 * @example
 * acceptedEncoding('br, deflate;q=0.5, gzip') // 'gzip'
 */
export function acceptedEncoding(header: string): ContentEncoding | undefined {
  const weights = readWeights(header)
  const wildcard = weights.get('*') ?? 0
  const named = [...weights.keys()].filter(isEncoding)
  const others = encodings.filter((encoding) => !weights.has(encoding))
  let best: ContentEncoding | undefined
  let bestWeight = 0
  for (const encoding of [...named, ...others]) {
    const weight = weights.get(encoding) ?? wildcard
    if (weight <= bestWeight) continue
    best = encoding
    bestWeight = weight
  }
  return best
}

function isEncoding(name: string): name is ContentEncoding {
  return name === 'gzip' || name === 'deflate'
}

/** Returns the weight of each name; if a name is repeated, its greatest one. */
function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const element of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = element.split(';')
    const key = name.trim()
    weights.set(key, Math.max(weights.get(key) ?? 0, readWeight(parameters.join(';'))))
  }
  return weights
}

/** AWS takes the first `q=`, even at the end of a longer word, and reads anything that is not a number as 1. */
function readWeight(parameters: string): number {
  const text = /q=([^;]*)/.exec(parameters)?.[1]?.trim()
  const weight = text === undefined || text === '' ? 1 : Number(text)
  return Number.isNaN(weight) ? 1 : Math.min(weight, 1)
}
