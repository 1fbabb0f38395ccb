import { storedName } from '../codec/stored-form.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import { type Guard, guardOf } from '../writes/make-parents.ts'
import type { WriteAction } from '../writes/write-action.ts'
import type { EntityRelations } from './entity-relations.ts'

/** An action, with guards for what it takes from the item that was read. */
export interface GuardedAction {
  readonly action: WriteAction
  readonly guards: readonly Guard[]
}

/** Carries over the counters of an item that is replaced: the items that they count still exist. */
export function keepCounters(
  { counters }: EntityRelations,
  action: WriteAction,
  before: WireItem,
): GuardedAction {
  if (action.kind !== 'put') return { action, guards: [] }
  const item: { [attribute: string]: WireValue } = { ...action.item }
  const isThere = Object.keys(before).length > 0
  const { forms } = action.entity
  for (const name of counters) {
    const stored = storedName(forms, name)
    const value = getOwn(before, stored)
    if (value !== undefined) setOwn(item, stored, value)
    else if (isThere) delete item[stored]
  }
  return { action: { ...action, item }, guards: counters.map((name) => guardOf(name, before, forms)) }
}
