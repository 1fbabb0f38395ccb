import { getOwn } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import { type KeySegment, matchTemplate } from './match-template.ts'

/**
 * Splits the text of a key: along the entity's template or, if none fits, at `#`, with words in capitals taken for
 * fixed text and everything else for values.
 */
export function keySegments(
  model: TableModel,
  { entity, attribute, text }: { entity: string | undefined; attribute: string; text: string },
): readonly KeySegment[] {
  const templates = model.entities.find(({ name }) => name === entity)?.templates
  const parts = templates === undefined ? undefined : getOwn(templates, attribute)
  return (parts && matchTemplate(parts, text)) ?? guessSegments(text)
}

/** The minimum length of a shortened value: some letters on both sides of the gap. */
const VALUE_MIN = 7

/**
 * Shortens a key to a number of characters. The longest values lose their middle, so that the end of the key stays
 * visible. If that is not enough, fixed text is cut from the beginning of the key on.
 */
export function shortenSegments(segments: readonly KeySegment[], characters: number): readonly KeySegment[] {
  let excess = segments.reduce((sum, { text }) => sum + text.length, 0) - characters
  if (excess <= 0) return segments
  const shortened = [...segments]
  const longestFirst = segments
    .map((segment, place) => ({ segment, place }))
    .filter(({ segment }) => segment.slot !== undefined && segment.text.length > VALUE_MIN)
    .sort((a, b) => b.segment.text.length - a.segment.text.length)
  for (const { segment, place } of longestFirst) {
    if (excess <= 0) break
    const text = shortenValue(segment.text, Math.max(VALUE_MIN, segment.text.length - excess))
    excess -= segment.text.length - text.length
    shortened[place] = { ...segment, text }
  }
  for (const [place, segment] of shortened.entries()) {
    if (excess <= 0) break
    if (segment.slot !== undefined) continue
    const text = `…${segment.text.slice(excess + 1)}`
    excess -= segment.text.length - text.length
    shortened[place] = { text }
  }
  return shortened
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const TIME_LENGTH = 19

/** A time loses its year and its fractions of a second first: in between is what differs from one key to the next. */
function shortenValue(text: string, length: number): string {
  if (!time.test(text) || length >= text.length) return withoutMiddle(text, length)
  if (length > TIME_LENGTH) return `${text.slice(0, TIME_LENGTH)}…`
  return `…${text.slice(TIME_LENGTH - length + 2, TIME_LENGTH)}…`
}

/** Shortens a text to a length by leaving out the middle. */
export function withoutMiddle(text: string, length: number): string {
  if (text.length <= length) return text
  const end = Math.floor((length - 1) / 3)
  return `${text.slice(0, length - 1 - end)}…${text.slice(text.length - end)}`
}

function guessSegments(text: string): KeySegment[] {
  const segments: KeySegment[] = []
  for (const piece of text.match(/[^#]+#?|#/g) ?? []) {
    const word = piece.endsWith('#') ? piece.slice(0, -1) : piece
    if (/^[A-Z][A-Z0-9_-]*$/.test(word) || word === '') segments.push({ text: piece })
    else {
      const before = segments.at(-1)
      const slot =
        before !== undefined && before.slot === undefined ? before.text.replaceAll('#', '') : 'value'
      segments.push({ text: word, slot: slot.toLowerCase() || 'value' })
      if (word !== piece) segments.push({ text: '#' })
    }
  }
  return joinTexts(segments)
}

function joinTexts(segments: readonly KeySegment[]): KeySegment[] {
  const joined: KeySegment[] = []
  for (const segment of segments) {
    const last = joined.at(-1)
    if (last !== undefined && last.slot === undefined && segment.slot === undefined) {
      joined[joined.length - 1] = { text: last.text + segment.text }
    } else joined.push(segment)
  }
  return joined
}
