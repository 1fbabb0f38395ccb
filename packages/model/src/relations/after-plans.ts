import type { WireItem } from '../port/wire.ts'
import { applyChanges } from '../writes/apply-changes.ts'
import type { WriteAction } from '../writes/write-action.ts'
import type { PlanRead, WritePlan } from '../writes/write-plan.ts'

/** Returns what an item will be after the preceding verbs of the same transaction. */
export function afterPlans(
  { operation, input }: PlanRead,
  items: readonly WireItem[],
  plans: readonly WritePlan[],
): readonly WireItem[] {
  if (operation === 'Query') return items
  const id = JSON.stringify([input.TableName, input.Key])
  const parts = plans
    .flatMap(({ main, related }) => [main, ...related])
    .filter(({ action: { entity, key } }) => JSON.stringify([entity.table.name, key]) === id)
  return parts.reduce<readonly WireItem[]>((found, { action, copies, present }) => {
    if (action.kind === 'put') return [action.item]
    if (action.kind === 'delete') return []
    // Only an upsert creates an item that does not exist; an update or an increment does not.
    if (found.length === 0 && (present !== undefined || asksForItem(action))) return found
    if (action.kind === 'check') return found
    // Increments made on behalf of other items, also of the version, are left out: they apply to whatever the item will
    // be.
    const isAdded = present !== undefined || copies !== undefined
    const changes = action.changes.filter(({ kind }) => !isAdded || kind !== 'add')
    return [applyChanges(found[0] ?? action.key, changes, action.entity.forms)]
  }, items)
}

/** Whether an action requires the item to exist. */
export function asksForItem({ entity, condition }: Pick<WriteAction, 'entity' | 'condition'>): boolean {
  if (condition?.kind === 'and')
    return condition.conditions.some((one) => asksForItem({ entity, condition: one }))
  return condition?.kind === 'exists' && condition.steps[0] === entity.table.key.pk[0]?.name
}
