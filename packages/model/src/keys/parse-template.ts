import { ModelError } from '../model-error.ts'

/** How the value of a slot becomes text. */
export type EncodingName = 'num' | 'iso' | 'desc' | 'raw' | 'lower' | 'upper' | `pad${number}`

/** A placeholder for an attribute's value in a template. */
export interface Slot {
  readonly attribute: string
  readonly encodings: readonly EncodingName[]
  /** The text between this slot and the next, or the end. */
  readonly after: string
}

/** A template as it is written: a text, then slots with the text after each. */
export interface ParsedTemplate {
  readonly source: string
  readonly before: string
  readonly slots: readonly Slot[]
}

const slotPattern = /\{([^{}:]+)((?::[^{}:]+)*)\}/
const encodingPattern = /^(?:num|iso|desc|raw|lower|upper|pad(?:[1-9]|[12]\d|3[0-8]))$/

/**
 * Parses a key template.
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
  // A text, then for each slot its name, its encodings and the text after it.
  const [before = '', ...rest] = source.split(slotPattern)
  requireText(source, before)
  for (let at = 0; at < rest.length; at += 3) {
    const [attribute = '', names = '', after = ''] = rest.slice(at, at + 3)
    const encodings = names
      .split(':')
      .slice(1)
      .map((name) => requireEncoding(source, name))
    slots.push({ attribute, encodings, after: requireText(source, after) })
  }
  return { source, before, slots }
}

function requireText(source: string, text: string): string {
  if (/[{}]/.test(text)) throw templateError(source, `has a brace in "${text}" that is not a slot`)
  return text
}

function requireEncoding(source: string, name: string): EncodingName {
  if (encodingPattern.test(name)) return name as EncodingName
  throw templateError(
    source,
    `has an encoding "${name}"; use num, pad1 to pad38, iso, desc, raw, lower, upper`,
  )
}

/** Returns the error for a template that cannot be used. */
export function templateError(source: string, what: string): ModelError<'TEMPLATE'> {
  return new ModelError('TEMPLATE', `Key template "${source}" ${what}`, { template: source })
}
