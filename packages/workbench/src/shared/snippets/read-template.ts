import type { TemplatePart } from '../api.ts'

/** What stood in a slot of a key: the attribute, its text with escapes undone, and how it was encoded. */
export interface SlotText {
  readonly slot: string
  readonly text: string
  readonly encoding?: string | undefined
  /** That the key is a number, and not a text. */
  readonly isNumber?: boolean
}

/** What stood in the slots of an attribute of a key; one without a template is the application's own, as it is. */
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
 * Takes a stored key apart by the template that it was made with; undefined when it was made with another.
 *
 * @example
 * readTemplate([{ text: 'ORDER#' }, { slot: 'orderId' }], 'ORDER#17')
 * // [{ slot: 'orderId', text: '17' }]
 */
export function readTemplate(parts: readonly TemplatePart[], key: string): readonly SlotText[] | undefined {
  const pattern = parts.map((part, place) =>
    'text' in part ? quotePattern(part.text) : slotPattern(parts, place),
  )
  const found = new RegExp(`^${pattern.join('')}$`, 's').exec(key)
  if (found === null) return undefined
  const slots: SlotText[] = []
  for (const [place, part] of parts.entries()) {
    if ('text' in part) continue
    const raw = found[slots.length + 1] ?? ''
    const text = part.encoding === undefined ? undoEscapes(raw, textAfter(parts, place)) : raw
    slots.push({ slot: part.slot, text, encoding: part.encoding })
  }
  return slots
}

function slotPattern(parts: readonly TemplatePart[], place: number): string {
  const part = parts[place]
  const after = textAfter(parts, place)
  // Raw values and those of other people's tables may hold what separates: the shortest reading is taken.
  if (after === '') return '(.*)'
  const encoded = part !== undefined && 'slot' in part && part.encoding !== undefined
  return encoded ? '(.*?)' : `([^${quoteInClass(after.charAt(0))}]*)`
}

function textAfter(parts: readonly TemplatePart[], place: number): string {
  const next = parts[place + 1]
  return next !== undefined && 'text' in next ? next.text : ''
}

/** Undoes what the model's keys do to characters that would else look like separators. */
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

function quoteInClass(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
