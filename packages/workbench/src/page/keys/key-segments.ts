import { getOwn } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import { type KeySegment, matchTemplate } from './match-template.ts'

/**
 * The pieces of a key's text: along the entity's template, or, where none fits, between `#`, where words in
 * capitals are taken for text and everything else for values.
 */
export function keySegments(
  model: TableModel,
  { entity, attribute, text }: { entity: string | undefined; attribute: string; text: string },
): readonly KeySegment[] {
  const templates = model.entities.find(({ name }) => name === entity)?.templates
  const parts = templates === undefined ? undefined : getOwn(templates, attribute)
  return (parts && matchTemplate(parts, text)) ?? guessSegments(text)
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
