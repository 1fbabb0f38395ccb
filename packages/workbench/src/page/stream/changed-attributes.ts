import { hasOwn } from '@monotable/protocol'
import { type Change, differenceOf } from '../staging/difference.ts'
import type { StreamChange } from './stream-change.ts'

const computed = new WeakMap<StreamChange, readonly Change[]>()

/**
 * Returns what a change did to the attributes of its item, except those of its key: what has changed if the stream holds
 * both images, else all that the image has that there is. Computed once, since items may be large.
 */
export function changedAttributes(change: StreamChange): readonly Change[] {
  const known = computed.get(change)
  if (known !== undefined) return known
  const changes = differenceOf(change.before, change.after).filter(
    ({ path: [name] }) => !hasOwn(change.key, String(name)),
  )
  computed.set(change, changes)
  return changes
}

/** Whether it is known what has changed: an item that was there before and is after has two images. */
export function isComparable({ kind, before, after }: StreamChange): boolean {
  return kind !== 'modified' || (before !== undefined && after !== undefined)
}
