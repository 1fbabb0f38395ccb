import { ModelError } from '../model-error.ts'

/** How a slot's value becomes text. */
export type EncodingName = 'num' | 'iso' | 'desc' | 'raw' | 'lower' | 'upper' | `pad${number}`

/** A place in a template where an attribute's value stands. */
export interface Slot {
  readonly attribute: string
  readonly encodings: readonly EncodingName[]
  /** The text between this slot and the next, or the end. */
  readonly after: string
}

/** A template as it was written: a text, then slots with the text after each. */
export interface ParsedTemplate {
  readonly source: string
  readonly before: string
  readonly slots: readonly Slot[]
}

const slotPattern = /\{([^{}:]+)((?::[^{}:]+)*)\}/y
const encodingPattern = /^(?:num|iso|desc|raw|lower|upper|pad(?:[1-9]|[12]\d|3[0-8]))$/

/**
 * Reads a key template.
 *
 *     Template : Text ( Slot Text )*
 *     Slot     : "{" NAME ( ":" Encoding )* "}"
 *     Encoding : "num" | "pad" DIGITS | "iso" | "desc" | "raw" | "lower" | "upper"
 *
 * @example
 * parseTemplate('ORDER#{orderId}#ITEM#{line:pad3}')
 * // { source: 'ORDER#{orderId}#ITEM#{line:pad3}', before: 'ORDER#', slots: [
 * //   { attribute: 'orderId', encodings: [], after: '#ITEM#' },
 * //   { attribute: 'line', encodings: ['pad3'], after: '' }] }
 */
export function parseTemplate(source: string): ParsedTemplate {
  const slots: Slot[] = []
  const first = endOfText(source, 0)
  let at = first
  while (at < source.length) {
    slotPattern.lastIndex = at
    const match = slotPattern.exec(source)
    if (match === null) throw templateError(source, `has a brace at ${at} that is no slot`)
    const encodings = (match[2] ?? '')
      .split(':')
      .slice(1)
      .map((name) => requireEncoding(source, name))
    const end = endOfText(source, slotPattern.lastIndex)
    slots.push({ attribute: match[1] ?? '', encodings, after: source.slice(slotPattern.lastIndex, end) })
    at = end
  }
  return { source, before: source.slice(0, first), slots }
}

function endOfText(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    const character = source[at]
    if (character === '{') return at
    if (character === '}') throw templateError(source, `has a brace at ${at} that closes nothing`)
  }
  return source.length
}

function requireEncoding(source: string, name: string): EncodingName {
  if (encodingPattern.test(name)) return name as EncodingName
  throw templateError(
    source,
    `has an encoding "${name}"; there are num, pad1 to pad38, iso, desc, raw, lower, upper`,
  )
}

/** A template that cannot be used. */
export function templateError(source: string, what: string): ModelError<'TEMPLATE'> {
  return new ModelError('TEMPLATE', `Key template "${source}" ${what}`, { template: source })
}
