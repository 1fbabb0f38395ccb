import { keyId } from '../entities/key-id.ts'
import { allOf, type Condition } from '../expressions/condition.ts'
import { ModelError } from '../model-error.ts'
import { type Guard, guardCondition } from './make-parents.ts'
import type { WriteAction } from './write-action.ts'
import type { PlannedAction } from './write-plan.ts'

/** What is done to one item, and the parts from which it was merged. */
export interface MergedAction {
  readonly action: WriteAction
  readonly parts: readonly PlannedAction[]
  /** What the parts assume about the item, as part of its condition. */
  readonly guards: readonly Guard[]
}

/**
 * Returns actions on items that are all different, each with its guards. Only relations can merge actions on one item.
 */
export function keepApart(planned: readonly PlannedAction[]): readonly MergedAction[] {
  if (planned.length > 1) requireDistinct(planned)
  return planned.map((part) => {
    const { action, guards = [] } = part
    // Mostly there are none, and the action need not be copied.
    const guarded = guards[0] ? withGuards(action, [action.condition], guards) : action
    return { action: guarded, parts: [part], guards }
  })
}

/** Returns an action with its guards as part of its condition. */
export function withGuards(
  action: WriteAction,
  conditions: readonly (Condition | undefined)[],
  guards: readonly Guard[],
): WriteAction {
  return { ...action, condition: allOf([...conditions, ...guards.map(guardCondition)]) }
}

/** Returns the conditions of an action as a list. */
export function conditionsOf({ action: { condition } }: PlannedAction): Condition[] {
  if (condition === undefined) return []
  return condition.kind === 'and' ? [...condition.conditions] : [condition]
}

function requireDistinct(planned: readonly PlannedAction[]): void {
  const kinds = new Map<string, string>()
  for (const { action } of planned) {
    const id = keyId(action.entity.table, action.key)
    const other = kinds.get(id)
    if (other !== undefined) throw contradiction(action, other)
    kinds.set(id, action.kind)
  }
}

/** Returns the error for two actions that one item cannot take at once. */
export function contradiction({ entity, kind }: WriteAction, other: string): ModelError<'CONTRADICTION'> {
  const message = `${entity.name}: one transaction cannot ${other} and ${kind} the same item`
  return new ModelError('CONTRADICTION', message, { entity: entity.name, kinds: [other, kind] })
}
