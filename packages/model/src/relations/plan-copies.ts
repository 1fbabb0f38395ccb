import type { CopyRule } from '../entities/entity-definition.ts'
import { keyId } from '../entities/key-id.ts'
import { isAbsent } from '../entities/presence.ts'
import type { Values } from '../keys/compile-template.ts'
import { type BuiltItem, buildItem } from '../writes/build-item.ts'
import type { PlannedAction } from '../writes/write-plan.ts'
import { uniqueViolation } from './plan-unique.ts'
import type { Transition } from './transition.ts'

/** Keeps other items that hold some of an item's attributes, each under a key that is made of them. */
export function planCopies({ entity, before, after, known }: Transition): PlannedAction[] {
  const { now } = known
  return entity.copies.flatMap((copy): PlannedAction[] => {
    if (copy.via === 'stream') return []
    const { to } = copy
    const old = copyOf(copy, before, now)
    const next = copyOf(copy, after, now)
    const isKept = old && next && keyId(to.table, old.key) === keyId(to.table, next.key)
    if (isKept && JSON.stringify(old.item) === JSON.stringify(next.item)) return []
    const attributes = to.key.attributes
    const explain = () => uniqueViolation(entity, { name: copy.name, attributes }, after ?? {})
    const actions: PlannedAction[] = []
    if (old !== undefined && !isKept) {
      actions.push({
        action: { kind: 'delete', entity: to, key: old.key, condition: undefined, marker: true },
        explain,
      })
    }
    if (next !== undefined) {
      const condition = isKept ? undefined : isAbsent(to, now)
      actions.push({ action: { kind: 'put', entity: to, ...next, condition, marker: true }, explain })
    }
    return actions
  })
}

/** The copy of an item; none while an attribute of its key is missing. */
function copyOf(
  { to, attributes }: CopyRule,
  values: Values | undefined,
  now: number,
): Pick<BuiltItem, 'key' | 'item'> | undefined {
  if (values === undefined || to.key.attributes.some((name) => (values[name] ?? undefined) === undefined))
    return undefined
  const { key, item } = buildItem(to, Object.fromEntries(attributes.map((name) => [name, values[name]])), now)
  return { key, item }
}
