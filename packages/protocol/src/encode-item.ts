import type { AttributeMap } from './attribute-value.ts'
import { writeItem } from './write-item.ts'

/**
 * The JSON text of a canonical item, as `JSON.stringify` gives it; of one of the common kind in half the time.
 *
 * @example
 * encodeItem({ pk: { S: 'a' }, count: { N: '1' } }) // '{"pk":{"S":"a"},"count":{"N":"1"}}'
 */
export function encodeItem(item: AttributeMap): string {
  return writeItem(item)?.doc ?? JSON.stringify(item)
}
