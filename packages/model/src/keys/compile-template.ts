import { getOwn } from '../util/own-property.ts'
import { anything, type CompiledSlot, compileSlot } from './compile-slot.ts'
import { quote } from './escape-payload.ts'
import { parseTemplate } from './parse-template.ts'

/** Values of attributes by name, as the application knows them. */
export type Values = { readonly [attribute: string]: unknown }

/** A key template, ready to build keys. */
export interface Template {
  readonly source: string
  /** The text before the first slot. */
  readonly before: string
  readonly slots: readonly CompiledSlot[]
  /** The attributes in the template, each once. */
  readonly attributes: readonly string[]
  /** Matches all keys of the template, and no key of a template with other texts. */
  readonly pattern: RegExp
  /** Returns the key; `undefined` when the value of a slot is missing (undefined or null). */
  encode(values: Values): string | undefined
  /** Returns as much of the key as values are known, including the text after the last of them. */
  encodeKnown(values: Values): KnownPrefix
}

/** The beginning of a key, as far as values are known. */
export interface KnownPrefix {
  readonly text: string
  /** The number of slots in it. */
  readonly count: number
}

/**
 * Prepares a key template. `sorted`: whether it is a sort key, so that numbers need an encoding that keeps their order.
 *
 * @example
 * const template = compileTemplate('{city}#{store}#{day}', { sorted: true })
 * template.encode({ city: 'SEATTLE', store: '00110', day: '2020-08-04' })
 * // 'SEATTLE#00110#2020-08-04'
 * template.encodeKnown({ city: 'SEATTLE' })
 * // { text: 'SEATTLE#', count: 1 }
 */
export function compileTemplate(source: string, options: { readonly sorted: boolean }): Template {
  const { before, slots: parsed } = parseTemplate(source)
  const slots = parsed.map((slot, at) => {
    return compileSlot(slot, source, { ...options, isLast: at === parsed.length - 1 })
  })
  return {
    source,
    before,
    slots,
    attributes: [...new Set(slots.map(({ attribute }) => attribute))],
    pattern: patternOf(quote(before) + slots.map((slot) => slot.pattern + quote(slot.after)).join('')),
    encode: (values) => {
      const { text, count } = encodeKnown(before, slots, values)
      return count === slots.length ? text : undefined
    },
    encodeKnown: (values) => encodeKnown(before, slots, values),
  }
}

/**
 * Returns the regular expression of a whole key. What follows a raw value, up to the next, is taken where it is first
 * found, and sought nowhere else: wherever it is found later, less is left for the rest. A match within a lookahead is
 * not tried again; otherwise, a key of 2 KB could hold up a program for minutes.
 */
function patternOf(source: string): RegExp {
  const parts = `^${source}$`.split(anything)
  return new RegExp(parts.map((part, at) => (at ? `(?=(${anything}?${part}))\\${at}` : part)).join(''))
}

function encodeKnown(before: string, slots: readonly CompiledSlot[], values: Values): KnownPrefix {
  let text = before
  let count = 0
  for (const slot of slots) {
    const value = getOwn(values, slot.attribute)
    if (value === undefined || value === null) break
    text += slot.encode(value) + slot.after
    count++
  }
  return { text, count }
}
