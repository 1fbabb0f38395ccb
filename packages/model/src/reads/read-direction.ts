import type { CompiledSlot } from '../keys/compile-slot.ts'
import { definitionError } from '../model-error.ts'

/**
 * The order of results: `oldest` and `newest` (or smallest and largest) go by value, however the key encodes it;
 * `ascending` and `descending` go by the stored key.
 */
export type ReadOrder = 'oldest' | 'newest' | 'ascending' | 'descending'

/** Whether a Query reads forward, given how keys sort by the value that is left open. */
export function readsForward(
  order: ReadOrder = 'ascending',
  keyOrder: () => CompiledSlot['order'] | undefined,
  subject: string,
): boolean {
  if (order === 'ascending' || order === 'descending') return order === 'ascending'
  if (order !== 'oldest' && order !== 'newest') {
    throw definitionError(`${subject}: there is no order "${order}"`, subject)
  }
  const sorted = keyOrder()
  if (sorted === 'none') {
    const message = `${subject}: the key does not sort as its values do, so there is no ${order}; end the slot with "#", without :raw`
    throw definitionError(message, subject)
  }
  return (order === 'oldest') === (sorted !== 'descending')
}
