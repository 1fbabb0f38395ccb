import { groupBy } from './group-by.ts'
import { textOf, type WireItem } from './wire-item.ts'

/** Names that are never used for anything else. */
const certain = [
  '_type',
  '__typename',
  '_et',
  '__edb_e__',
  '_entity',
  'entity',
  'Entity',
  'entityType',
  'EntityType',
  'entity_type',
  'itemType',
  'ItemType',
  'objectType',
  'recordType',
]
/** Names that may equally be the kind of an account or of a device. */
const possible = ['type', 'Type', 'TYPE', '_t', 'kind', 'Kind', 'item_type', 'object', 'model']

const mostTypes = 60

/** Finds the type attribute: most items have it, and it has few values, which agree with the shapes of keys. */
export function findTypeAttribute(
  items: readonly WireItem[],
  shapeOf: (at: number) => string,
): string | undefined {
  const shapes = new Set(items.map((_, at) => shapeOf(at))).size
  const isLikely = (name: string, isCertain: boolean): boolean => {
    const typed = items.flatMap((item, at) => {
      const type = textOf(item, name)
      return type === undefined || type === '' ? [] : [{ type, at }]
    })
    if (typed.length === 0 || typed.length < items.length * 0.7) return false
    const byType = groupBy(typed, ({ type }) => type)
    if (byType.size > Math.min(mostTypes, Math.max(2, typed.length / 2) + 8)) return false
    if (isCertain) return true
    // If there are several shapes of keys, each type has its own; an ordinary property occurs with any of them.
    if (shapes === 1) return false
    return agreement([...byType.values()], shapeOf) >= typed.length * 0.6
  }
  return certain.find((name) => isLikely(name, true)) ?? possible.find((name) => isLikely(name, false))
}

/** Counts the items whose keys have the most common shape of their type. */
function agreement(
  groups: readonly (readonly { readonly at: number }[])[],
  shapeOf: (at: number) => string,
): number {
  let agreeing = 0
  for (const group of groups) {
    const byShape = groupBy(group, ({ at }) => shapeOf(at))
    agreeing += Math.max(...[...byShape.values()].map(({ length }) => length))
  }
  return agreeing
}
