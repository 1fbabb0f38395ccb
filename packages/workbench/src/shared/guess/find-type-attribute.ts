import { groupBy } from './group-by.ts'
import { textOf, type WireItem } from './wire-item.ts'

/** Names that nobody gives to anything else. */
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
/** Names that may as well say what sort of account or of device something is. */
const possible = ['type', 'Type', 'TYPE', '_t', 'kind', 'Kind', 'item_type', 'object', 'model']

const mostTypes = 60

/** The attribute that says what an item is: most items have it, with few values that agree with how keys look. */
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
    // Where keys are made in several ways, each type has its own; a mere property comes with any of them.
    if (shapes === 1) return false
    return agreement([...byType.values()], shapeOf) >= typed.length * 0.6
  }
  return certain.find((name) => isLikely(name, true)) ?? possible.find((name) => isLikely(name, false))
}

/** How many items have the keys that most of their type have. */
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
