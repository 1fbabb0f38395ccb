import type { CopyRule } from '../entities/entity-definition.ts'
import { keyId } from '../entities/key-id.ts'
import { isAbsent } from '../entities/presence.ts'
import type { Values } from '../keys/compile-template.ts'
import { type BuiltItem, buildItem } from '../writes/build-item.ts'
import type { PlannedAction } from '../writes/write-plan.ts'
import { uniqueViolation } from './plan-unique.ts'
import type { Transition } from './transition.ts'

/** Plans the items that copy some of an item's attributes, each under a key that is made of them. */
export function planCopies({ entity, key: owner, before, after, known }: Transition): PlannedAction[] {
  const { now } = known
  return entity.copies.flatMap((copy): PlannedAction[] => {
    if (copy.via === 'stream') return []
    const { to } = copy
    const old = copiesOf(copy, before, now)
    const next = copiesOf(copy, after, now)
    const constraint = { name: copy.name, attributes: to.key.attributes }
    const explain = (values: Values) => () => uniqueViolation(entity, constraint, values)
    const gone = [...old].filter(([id]) => !next.has(id))
    const changed = [...next].filter(
      ([id, { item }]) => JSON.stringify(old.get(id)?.item) !== JSON.stringify(item),
    )
    return [
      ...gone.map(([, { key, values }]): PlannedAction => {
        const action = { kind: 'delete', entity: to, key, condition: undefined, marker: true } as const
        return { action, explain: explain(values), owner }
      }),
      ...changed.map(([id, { key, item, values }]): PlannedAction => {
        const condition = old.has(id) ? undefined : isAbsent(to, now)
        return {
          action: { kind: 'put', entity: to, key, item, condition, marker: true },
          explain: explain(values),
          owner,
        }
      }),
    ]
  })
}

/** Returns the copies of an item, by key. */
function copiesOf(
  { to, itemsOf }: CopyRule,
  values: Values | undefined,
  now: number,
): ReadonlyMap<string, BuiltItem> {
  const built = values === undefined ? [] : itemsOf(values).map((input) => buildItem(to, input, now))
  return new Map(built.map((one) => [keyId(to.table, one.key), one]))
}
