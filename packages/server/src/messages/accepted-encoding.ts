/** How an answer can be compressed. */
export type ContentEncoding = 'gzip' | 'deflate'

const encodings: readonly ContentEncoding[] = ['gzip', 'deflate']

/**
 * The encoding that an Accept-Encoding header prefers, as AWS reads it: of equal weights a named one before
 * what `*` stands for, then in the order of the header; `identity` weighs nothing, so that whatever may be
 * compressed is.
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

/** What each name weighs; of a name that comes again the greatest. */
function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const element of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = element.split(';')
    const key = name.trim()
    weights.set(key, Math.max(weights.get(key) ?? 0, readWeight(parameters.join(';'))))
  }
  return weights
}

/** AWS takes the first `q=`, even at the end of a longer word, and counts as one what is no number. */
function readWeight(parameters: string): number {
  const text = /q=([^;]*)/.exec(parameters)?.[1]?.trim()
  const weight = text === undefined || text === '' ? 1 : Number(text)
  return Number.isNaN(weight) ? 1 : Math.min(weight, 1)
}
