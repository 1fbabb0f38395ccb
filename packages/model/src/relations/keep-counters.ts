import { storedName } from '../codec/stored-form.ts'
import type { WireItem } from '../port/wire.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import { type Guard, guardOf } from '../writes/make-parents.ts'
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
  const { forms } = action.entity
  for (const name of counters) {
    const stored = storedName(forms, name)
    const value = getOwn(before, stored)
    if (value !== undefined) setOwn(item, stored, value)
  }
  return { action: { ...action, item }, guards: counters.map((name) => guardOf(name, before, forms)) }
}
