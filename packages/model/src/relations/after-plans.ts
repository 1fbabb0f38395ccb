import type { WireItem } from '../port/wire.ts'
import { applyChanges } from '../writes/apply-changes.ts'
import type { PlanRead, WritePlan } from '../writes/write-plan.ts'

/** What an item will be after the verbs that come before in the same transaction. */
export function afterPlans(
  { operation, input }: PlanRead,
  items: readonly WireItem[],
  plans: readonly WritePlan[],
): readonly WireItem[] {
  if (operation === 'Query') return items
  const id = JSON.stringify([input.TableName, input.Key])
  const actions = plans
    .flatMap(({ main, related }) => [main.action, ...related.map(({ action }) => action)])
    .filter(({ entity, key }) => JSON.stringify([entity.table.name, key]) === id)
  return actions.reduce<readonly WireItem[]>((found, action) => {
    if (action.kind === 'put') return [action.item]
    if (action.kind === 'delete') return []
    return action.kind === 'check'
      ? found
      : [applyChanges(found[0] ?? action.key, action.changes, action.entity.forms)]
  }, items)
}
