import type { TemplatePart } from '../api.ts'

/** The contents of a slot of a key: the attribute, its text with escapes undone, and its encoding. */
export interface SlotText {
  readonly slot: string
  readonly text: string
  readonly encoding?: string | undefined
  /** Whether the key is a number rather than text. */
  readonly isNumber?: boolean
}

/** Reads the slots of a key attribute; one without a template is an attribute of the application itself. */
export function readKeyValue(
  template: readonly TemplatePart[] | undefined,
  attribute: string,
  value: { readonly [type: string]: unknown },
): readonly SlotText[] | undefined {
  const text = value['S'] ?? value['N']
  if (typeof text !== 'string') return undefined
  const slots = template === undefined ? [{ slot: attribute, text }] : readTemplate(template, text)
  return 'N' in value ? slots?.map((slot) => ({ ...slot, isNumber: true })) : slots
}

/**
 * Parses a stored key with the template that made it; `undefined` if another one did.
 *
 * @example
 * readTemplate([{ text: 'ORDER#' }, { slot: 'orderId' }], 'ORDER#17')
 * // [{ slot: 'orderId', text: '17' }]
 */
export function readTemplate(parts: readonly TemplatePart[], key: string): readonly SlotText[] | undefined {
  const ends = new TemplateMatcher(parts, key).findEnds()
  if (ends === undefined) return undefined
  const slots: SlotText[] = []
  for (const [place, part] of parts.entries()) {
    if ('text' in part) continue
    const raw = key.slice(ends[place - 1] ?? 0, ends[place])
    const text = part.encoding === undefined ? undoEscapes(raw, textAfter(parts, place)) : raw
    slots.push({ slot: part.slot, text, encoding: part.encoding })
  }
  return slots
}

/**
 * Finds where the parts of a key end. No part is tried twice at the same position: keys may be anybody's, and a regular
 * expression takes seconds for some of 2 KB.
 */
class TemplateMatcher {
  readonly #parts: readonly TemplatePart[]
  readonly #key: string
  readonly #ends: number[] = []
  /** Slots with the positions from which nothing matches. */
  readonly #failed = new Set<number>()

  constructor(parts: readonly TemplatePart[], key: string) {
    this.#parts = parts
    this.#key = key
  }

  findEnds(): readonly number[] | undefined {
    return this.#matches(0, 0) ? this.#ends : undefined
  }

  #matches(place: number, at: number): boolean {
    const part = this.#parts[place]
    if (part === undefined) return at === this.#key.length
    if ('text' in part)
      return this.#key.startsWith(part.text, at) && this.#goesOn(place, at + part.text.length)
    const id = place * (this.#key.length + 1) + at
    if (this.#failed.has(id)) return false
    const found = this.#slotMatches(place, at)
    if (!found) this.#failed.add(id)
    return found
  }

  #goesOn(place: number, end: number): boolean {
    this.#ends[place] = end
    return this.#matches(place + 1, end)
  }

  #slotMatches(place: number, at: number): boolean {
    const key = this.#key
    const after = textAfter(this.#parts, place)
    if (after === '') {
      const least = place === this.#parts.length - 1 ? key.length : at
      for (let end = key.length; end >= least; end--) if (this.#goesOn(place, end)) return true
      return false
    }
    const part = this.#parts[place]
    // Raw values, and values in tables of others, may contain separators: the shortest match is taken.
    if (part !== undefined && 'slot' in part && part.encoding !== undefined) {
      for (let end = key.indexOf(after, at); end >= 0; end = key.indexOf(after, end + 1)) {
        if (this.#goesOn(place, end)) return true
      }
      return false
    }
    const end = key.indexOf(after.charAt(0), at)
    return end >= 0 && this.#goesOn(place, end)
  }
}

function textAfter(parts: readonly TemplatePart[], place: number): string {
  const next = parts[place + 1]
  return next !== undefined && 'text' in next ? next.text : ''
}

/** Undoes the escapes with which the model's keys protect characters that would look like separators. */
function undoEscapes(text: string, after: string): string {
  const mark =
    after === '' ? '$' : after.charCodeAt(0) > 0x23 ? '%' : String.fromCharCode(after.charCodeAt(0) + 1)
  return text.replace(new RegExp(`${quotePattern(mark)}([0-9A-F]{2})`, 'g'), (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}

function quotePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
