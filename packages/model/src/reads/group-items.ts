import type { WireItem } from '../port/wire.ts'
import { decodeEntity } from './decode-entity.ts'
import type { CollectPattern, QueryPattern, ScanPattern } from './pattern.ts'
import { recognizeItem } from './recognize-item.ts'

/** The items of a page that are the pattern's entity's: others may share the partition. */
export function decodeItems({ entity }: QueryPattern | ScanPattern, items: readonly WireItem[]): object[] {
  return items.filter((item) => recognizeItem(entity, item)).map((item) => decodeEntity(entity, item))
}

/** The items of a page, each with the member that it belongs to. */
export function groupItems(
  { members }: CollectPattern,
  items: readonly WireItem[],
): { [member: string]: unknown } {
  const entries = Object.entries(members)
  const groups: { [member: string]: unknown } = {}
  for (const [name, { count }] of entries) groups[name] = count === 'one' ? undefined : []
  for (const item of items) {
    const found = entries.find(([, { entity }]) => recognizeItem(entity, item))
    if (found === undefined) continue
    const [name, { entity, count }] = found
    const decoded = decodeEntity(entity, item)
    if (count === 'one') groups[name] = decoded
    else (groups[name] as object[]).push(decoded)
  }
  return groups
}
