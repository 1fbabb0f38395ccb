import { type AttributeMap, setOwn } from '@monotable/protocol'
import { changedNames } from './build-transaction.ts'

/** Applies my changes of attributes to somebody else's version; mine win where both changed the same one. */
export function mergeEdit(
  base: AttributeMap | undefined,
  mine: AttributeMap | undefined,
  theirs: AttributeMap | undefined,
): AttributeMap | undefined {
  if (mine === undefined || theirs === undefined || base === undefined) return mine
  const { set, removed } = changedNames(base, mine)
  const gone = new Set(removed)
  const merged: AttributeMap = {}
  for (const [name, value] of Object.entries(theirs)) if (!gone.has(name)) setOwn(merged, name, value)
  for (const [name, value] of set) setOwn(merged, name, value)
  return merged
}
