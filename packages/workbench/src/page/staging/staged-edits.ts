import { type AttributeMap, valuesEqual } from '@monotable/protocol'
import { keyParam } from '../keys/key-param.ts'
import { Store } from '../store.ts'
import type { StagedEdit } from './build-transaction.ts'

/** An edit, and what stands in the way of it. */
export interface Staged extends StagedEdit {
  /** The item as somebody else has left it in the meantime: `undefined` inside says that it was deleted. */
  readonly conflict?: { readonly theirs: AttributeMap | undefined } | undefined
}

/** The edits of a table, by the item's key. */
export type StagedEdits = ReadonlyMap<string, Staged>

const none: StagedEdits = new Map()

/** What is staged, by connection and table. It lives as long as the page. */
export const stagedEdits = new Store<ReadonlyMap<string, StagedEdits>>(new Map())

export function stagedOf(connection: string, table: string): StagedEdits {
  return stagedEdits.value.get(placeOf(connection, table)) ?? none
}

/** Stages an edit; one that changes nothing is taken off the stage. */
export function stage(connection: string, table: string, edit: Staged): void {
  change(connection, table, (edits) => {
    if (isNothing(edit)) edits.delete(keyParam(edit.key))
    else edits.set(keyParam(edit.key), edit)
  })
}

export function discard(connection: string, table: string, key: AttributeMap): void {
  change(connection, table, (edits) => edits.delete(keyParam(key)))
}

/** Takes off the stage what was written. What was changed meanwhile stays there, as a change of what was. */
export function settle(connection: string, table: string, { key, mine }: Staged): void {
  const now = stagedOf(connection, table).get(keyParam(key))
  if (now !== undefined) stage(connection, table, { key, base: mine, mine: now.mine })
}

/** Marks what stands in the way of an edit that is still staged, whatever has become of it meanwhile. */
export function oppose(
  connection: string,
  table: string,
  { key, theirs }: { readonly key: AttributeMap; readonly theirs: AttributeMap | undefined },
): void {
  const now = stagedOf(connection, table).get(keyParam(key))
  if (now !== undefined) stage(connection, table, { ...now, conflict: { theirs } })
}

export function discardAll(connection: string, table: string): void {
  change(connection, table, (edits) => edits.clear())
}

/** Asks before the page is left while something is staged: it would be lost. */
export function guardStaged(): () => void {
  const onLeave = (event: BeforeUnloadEvent) => {
    if ([...stagedEdits.value.values()].some((edits) => edits.size > 0)) event.preventDefault()
  }
  addEventListener('beforeunload', onLeave)
  return () => removeEventListener('beforeunload', onLeave)
}

function change(connection: string, table: string, how: (edits: Map<string, Staged>) => void): void {
  const edits = new Map(stagedOf(connection, table))
  how(edits)
  stagedEdits.update((all) => new Map(all).set(placeOf(connection, table), edits))
}

function isNothing({ base, mine, conflict }: Staged): boolean {
  if (conflict !== undefined) return false
  if (base === undefined || mine === undefined) return base === undefined && mine === undefined
  return valuesEqual({ M: base }, { M: mine })
}

function placeOf(connection: string, table: string): string {
  return `${connection}\n${table}`
}
