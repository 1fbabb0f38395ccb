import type { StreamImage } from './stream-event.ts'

/** Returns the lane of an item: changes of one item are always in the same lane. */
export function itemLane(keys: StreamImage | undefined, lanes: number): number {
  if (lanes === 1 || keys === undefined) return 0
  // Another endpoint may list the attributes of a key in any order.
  const entries = Object.entries(keys).sort(([left], [right]) => (left < right ? -1 : 1))
  return fnv1a(JSON.stringify(entries)) % lanes
}

/** A fast hash (FNV-1a, 32 bits): it only has to distribute evenly. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
