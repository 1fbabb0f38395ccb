import { type AdversityOptions, allAdversity } from './adversity-options.ts'

type Name = keyof AdversityOptions

/** What each word on the command line stands for, and its maximum number. */
const words: { readonly [word: string]: readonly [name: Name, max: number] } = {
  seed: ['seed', 2 ** 32 - 1],
  'stale-reads': ['staleReads', 1],
  'lagging-indexes': ['laggingIndexes', 1],
  'stale-ms': ['staleMs', 3_600_000],
  unprocessed: ['unprocessed', 1],
  throttling: ['throttling', 1],
  conflicts: ['conflicts', 1],
  'repeated-records': ['repeatedRecords', 1],
  latency: ['latency', 1],
  'latency-ms': ['latencyMs', 60_000],
  'late-ttl-ms': ['lateTtlMs', 30 * 24 * 3_600_000],
}

/**
 * Parses adversity options from one line of text, as given on the command line or in the environment.
 *
 * @example
 * parseAdversity('seed=7,stale-reads=0.5')
 * // { seed: 7, staleReads: 0.5 }
 * parseAdversity('all,throttling=0')
 * // { staleReads: 0.2, …, throttling: 0 }
 */
export function parseAdversity(text: string): AdversityOptions {
  let options: AdversityOptions = {}
  for (const part of text.split(/[\s,]+/).filter((piece) => piece !== '')) {
    options = part === 'all' ? { ...options, ...allAdversity } : { ...options, ...parsePart(part) }
  }
  return options
}

function parsePart(part: string): AdversityOptions {
  const [word = '', number = '', ...rest] = part.split('=')
  const meaning = Object.hasOwn(words, word) ? words[word] : undefined
  if (meaning === undefined) {
    throw new RangeError(`"${word}" is not a kind of adversity; use all, ${Object.keys(words).join(', ')}`)
  }
  const [name, max] = meaning
  const value = Number(number)
  if (number === '' || rest.length > 0 || !(value >= 0 && value <= max)) {
    throw new RangeError(
      `${word} must be a number from 0 to ${max}, such as ${word}=${max === 1 ? 0.2 : max}`,
    )
  }
  return { [name]: value }
}
