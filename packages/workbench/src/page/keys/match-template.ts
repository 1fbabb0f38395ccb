import type { TemplatePart } from '../../shared/api.ts'

/** A piece of a key's text: as the template says, or a value. */
export interface KeySegment {
  readonly text: string
  /** The attribute that the text is the value of; text of the template has none. */
  readonly slot?: string
}

/**
 * Cuts a key along a template, or gives `undefined` when it does not fit. A value ends where the template's next
 * text begins; the last one takes what is left.
 *
 * @example
 * matchTemplate([{ text: 'ORDER#' }, { slot: 'orderId' }], 'ORDER#17')
 * // [{ text: 'ORDER#' }, { text: '17', slot: 'orderId' }]
 */
export function matchTemplate(parts: readonly TemplatePart[], text: string): KeySegment[] | undefined {
  const segments: KeySegment[] = []
  let at = 0
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as TemplatePart
    if ('text' in part) {
      if (!text.startsWith(part.text, at)) return undefined
      segments.push({ text: part.text })
      at += part.text.length
      continue
    }
    const end = endOfValue(parts[index + 1], text, at)
    if (end === undefined || (end === at && text.length > 0)) return undefined
    segments.push({ text: text.slice(at, end), slot: part.slot })
    at = end
  }
  return at === text.length ? segments : undefined
}

/** How many characters of a key the template itself says: the more, the closer the fit. */
export function literalLength(parts: readonly TemplatePart[]): number {
  return parts.reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0)
}

function endOfValue(next: TemplatePart | undefined, text: string, at: number): number | undefined {
  if (next === undefined) return text.length
  if (!('text' in next)) return at + 1
  const found = text.indexOf(next.text, at + 1)
  return found < 0 ? undefined : found
}
