import { rebuildAttribute } from '../entities/rebuild-attribute.ts'
import { attributeIs } from '../expressions/condition.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import type { AnyChange } from './entity-change.ts'
import type { LedgerEntry } from './ledger.ts'

/*
 * To build what is derived anew, while others write: everything derived is removed, and every source is touched, by
 * setting an attribute that says for which generation. The stream then tells of every item, in order with all other
 * changes of it. An item counts in a generation from its touch on, or from its insertion; what happened to it earlier
 * is left out.
 */

/** A record's time is in whole seconds, and clocks differ. */
const slackMs = 60_000

/** What is known of all that a derivation does. */
export interface DerivationState {
  readonly generation: number
  /** Whether what was derived is being removed: nothing is followed then, since the touches are yet to come. */
  readonly removing: boolean
  /** When the last source of this generation was touched; nothing while that goes on. */
  readonly completedMs: number | undefined
}

const firstState: DerivationState = { generation: 0, removing: false, completedMs: 0 }

/** What the stored state says. */
export function readState(item: WireItem | undefined): DerivationState {
  if (item === undefined) return firstState
  const number = (name: string) => {
    const value = getOwn(item, name)
    return value !== undefined && 'N' in value ? Number(value.N) : undefined
  }
  return {
    generation: number('_generation') ?? 0,
    removing: number('_removing') === 1,
    completedMs: number('_completed'),
  }
}

/** The value by which a source is seen to have been touched. */
export function touchOf(derivation: string, generation: number): WireValue {
  return { S: `${derivation}@${generation}` }
}

/** What an item was and became, all in all, and up to which change. */
export interface Step {
  readonly before: object | undefined
  readonly after: object | undefined
  readonly sequence: string
  /**
   * Where somebody began to follow the item and did not end: what it was on the way. Some of what follows from these,
   * or from a later change, may have been written, and some of what was there removed.
   */
  readonly begun?: readonly object[]
}

/**
 * What is left to do for the changes of one item: those that were followed already are left out, and those before the
 * item counts.
 */
export function stepOf(
  changes: readonly AnyChange[],
  entry: LedgerEntry,
  { name, state }: { readonly name: string; readonly state: DerivationState },
): Step | undefined {
  if (state.removing) return undefined
  const fresh = changes.filter(({ sequence }) => entry.sequence === undefined || sequence > entry.sequence)
  const counted = isCounted(fresh[0], entry, state)
  const touch = JSON.stringify(touchOf(name, state.generation))
  const isTouched = (image: WireItem | undefined) =>
    image !== undefined && JSON.stringify(getOwn(image, rebuildAttribute)) === touch
  const from = counted
    ? 0
    : fresh.findIndex(
        ({ before, images }) => before === undefined || isTouched(images.before) || isTouched(images.after),
      )
  const first = fresh[from]
  const last = fresh.at(-1)
  if (first === undefined || last === undefined) return undefined
  const wasCounted = counted || isTouched(first.images.before)
  return {
    before: wasCounted ? first.before : undefined,
    after: last.after,
    sequence: last.sequence,
    ...(entry.pending !== undefined && {
      begun: fresh.slice(from, -1).flatMap(({ after }) => after ?? []),
    }),
  }
}

/** Whether the item before a change counts already. */
function isCounted(change: AnyChange | undefined, entry: LedgerEntry, state: DerivationState): boolean {
  if (state.generation === 0 || entry.generation === state.generation) return true
  if (change?.at === undefined || state.completedMs === undefined) return false
  return change.at.getTime() > state.completedMs + slackMs
}

/** That nothing has changed the state since it was read. */
export function stateIs({ generation }: Pick<DerivationState, 'generation'>) {
  return attributeIs('_generation', generation === 0 ? undefined : { N: String(generation) })
}
