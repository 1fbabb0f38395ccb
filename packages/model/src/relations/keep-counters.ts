import type { WireItem } from '../port/wire.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import type { Guard } from '../writes/make-parents.ts'
import type { WriteAction } from '../writes/write-action.ts'
import type { EntityRelations } from './entity-relations.ts'

/** An action, and what it takes from the item that was read. */
export interface GuardedAction {
  readonly action: WriteAction
  readonly guards: readonly Guard[]
}

/** Lets an item that takes another's place have its counters: they count items that are still there. */
export function keepCounters(
  { counters }: EntityRelations,
  action: WriteAction,
  before: WireItem,
): GuardedAction {
  if (action.kind !== 'put') return { action, guards: [] }
  const item = { ...action.item }
  for (const name of counters) {
    const value = getOwn(before, name)
    if (value !== undefined) setOwn(item, name, value)
  }
  const guards = counters.map((name): Guard => ({ steps: [name], expected: getOwn(before, name) }))
  return { action: { ...action, item }, guards }
}
