import { rebuildAttribute } from '../entities/rebuild-attribute.ts'
import { attributeIs } from '../expressions/condition.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import type { AnyChange } from './entity-change.ts'
import type { LedgerEntry } from './ledger.ts'

/*
 * How everything derived is rebuilt while others write: all derived items are removed, and every source is touched, by
 * setting an attribute that names the generation. The stream then delivers every item, in order with all its other
 * changes. In a generation, an item counts from its touch on, or from its insertion; earlier changes are ignored.
 */

/** Tolerance for comparing times: those in records are whole seconds, and clocks differ. */
const slackMs = 60_000

/** The state of a derivation as a whole. */
export interface DerivationState {
  readonly generation: number
  /** Whether derived items are being removed: nothing is followed meanwhile, since the touches come later. */
  readonly removing: boolean
  /** When the last source of this generation was touched; `undefined` until then. */
  readonly completedMs: number | undefined
}

const firstState: DerivationState = { generation: 0, removing: false, completedMs: 0 }

/** Reads the stored state. */
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

/** Returns the value that marks a source as touched. */
export function touchOf(derivation: string, generation: number): WireValue {
  return { S: `${derivation}@${generation}` }
}

/** An item before and after a series of changes, and the last of them. */
export interface Step {
  readonly before: object | undefined
  readonly after: object | undefined
  readonly sequence: string
  /**
   * If someone began to follow the item and did not finish: the states of the item in between. Items derived from
   * these, or from a later change, may have been written, and others removed.
   */
  readonly begun?: readonly object[]
}

/**
 * Returns what remains to be done for the changes of one item, without those that were followed already, and those
 * before the item counts.
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

/** Whether the item counts before a change. */
function isCounted(change: AnyChange | undefined, entry: LedgerEntry, state: DerivationState): boolean {
  if (state.generation === 0 || entry.generation === state.generation) return true
  if (change?.at === undefined || state.completedMs === undefined) return false
  return change.at.getTime() > state.completedMs + slackMs
}

/** Returns the condition that the generation has not changed since the state was read. */
export function stateIs({ generation }: Pick<DerivationState, 'generation'>) {
  return attributeIs('_generation', generation === 0 ? undefined : { N: String(generation) })
}
