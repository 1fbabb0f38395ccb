import type { TemplatePart } from '../../shared/api.ts'

/** A segment of a key's text: fixed text of the template, or a value. */
export interface KeySegment {
  readonly text: string
  /** The attribute whose value it is; absent for fixed text. */
  readonly slot?: string
}

/**
 * Splits a key along a template; `undefined` if it does not match. A value ends where the template's next text begins;
 * the last value takes the rest.
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

/** Counts the fixed characters of a template: the more, the closer the match. */
export function literalLength(parts: readonly TemplatePart[]): number {
  return parts.reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0)
}

function endOfValue(next: TemplatePart | undefined, text: string, at: number): number | undefined {
  if (next === undefined) return text.length
  if (!('text' in next)) return at + 1
  const found = text.indexOf(next.text, at + 1)
  return found < 0 ? undefined : found
}
