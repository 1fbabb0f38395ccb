import { holdsAttribute } from '../entities/table-definition.ts'
import type { WireItem } from '../port/wire.ts'
import { answerOf } from './decode-entity.ts'
import { type CollectPattern, type Pattern, type QueryPattern, type ScanPattern, tableOf } from './pattern.ts'
import { recognizeItem } from './recognize-item.ts'

/** Decodes the items of a page that belong to the pattern's entity: others may share the partition. */
export function decodeItems(pattern: QueryPattern | ScanPattern, items: readonly WireItem[]): object[] {
  const { entity, select } = pattern
  const whole = readsWhole(pattern)
  return items
    .filter((item) => recognizeItem(entity, item))
    .map((item) => answerOf(entity, item, whole, select))
}

/** Whether a pattern reads whole items. */
function readsWhole(pattern: Pattern): boolean {
  return pattern.options.hydrate === true || holdsAttribute(tableOf(pattern), pattern.index, '')
}

/** Groups the items of a page by the member that they belong to. */
export function groupItems(
  pattern: CollectPattern,
  items: readonly WireItem[],
): { [member: string]: unknown } {
  const entries = Object.entries(pattern.members)
  const whole = readsWhole(pattern)
  const groups: { [member: string]: unknown } = {}
  for (const [name, { count }] of entries) groups[name] = count === 'one' ? undefined : []
  for (const item of items) {
    const found = entries.find(([, { entity }]) => recognizeItem(entity, item))
    if (found === undefined) continue
    const [name, { entity, count, select }] = found
    const decoded = answerOf(entity, item, whole, select)
    if (count === 'one') groups[name] = decoded
    else (groups[name] as object[]).push(decoded)
  }
  return groups
}
