import type { AttributeValue } from '@monotable/protocol'
import { escapeUnseen } from '../keys/plain-sight.ts'

const TEXT_MAX = 400

/**
 * Formats a value, with its type if it could be mistaken for another. What cannot be seen is escaped: two values that
 * differ in it would look the same, and a mark that turns the direction would turn what follows in the text.
 */
export function wireText(value: AttributeValue): string {
  const text =
    'S' in value
      ? JSON.stringify(value.S)
      : 'N' in value
        ? value.N
        : 'BOOL' in value
          ? String(value.BOOL)
          : JSON.stringify(value)
  return escapeUnseen(text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text)
}
