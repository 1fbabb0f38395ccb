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
  // Raw values, and values in tables of others, may contain separators: the shortest match is taken.
  if (after === '') return '(.*)'
  const encoded = part !== undefined && 'slot' in part && part.encoding !== undefined
  return encoded ? '(.*?)' : `([^${quoteInClass(after.charAt(0))}]*)`
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

function quoteInClass(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
