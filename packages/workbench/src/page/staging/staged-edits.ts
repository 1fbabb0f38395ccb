import { type AttributeMap, valuesEqual } from '@monotable/protocol'
import { keyParam } from '../keys/key-param.ts'
import { Store } from '../store.ts'
import type { StagedEdit } from './build-transaction.ts'

/** An edit, and its conflict, if there is one. */
export interface Staged extends StagedEdit {
  /** Somebody else's version of the item; `undefined` inside means that they deleted it. */
  readonly conflict?: { readonly theirs: AttributeMap | undefined } | undefined
}

/** The edits of a table, by item key. */
export type StagedEdits = ReadonlyMap<string, Staged>

const none: StagedEdits = new Map()

/** All staged edits, by connection and table. They last as long as the page. */
export const stagedEdits = new Store<ReadonlyMap<string, StagedEdits>>(new Map())

export function stagedOf(connection: string, table: string): StagedEdits {
  return stagedEdits.value.get(placeOf(connection, table)) ?? none
}

/** Stages an edit; an edit that changes nothing is unstaged. */
export function stage(connection: string, table: string, edit: Staged): void {
  change(connection, table, (edits) => {
    if (isNothing(edit)) edits.delete(keyParam(edit.key))
    else edits.set(keyParam(edit.key), edit)
  })
}

export function discard(connection: string, table: string, key: AttributeMap): void {
  change(connection, table, (edits) => edits.delete(keyParam(key)))
}

/** The edit that was written last, so that a view of the item need not read it again. */
export const settled = new Store<SettledEdit | undefined>(undefined)

interface SettledEdit extends StagedEdit {
  readonly connection: string
  readonly table: string
}

/** Unstages an edit that was written. Changes made in the meantime stay staged, relative to the written item. */
export function settle(connection: string, table: string, { key, base, mine }: Staged): void {
  settled.set({ connection, table, key, base, mine })
  const now = stagedOf(connection, table).get(keyParam(key))
  if (now !== undefined) stage(connection, table, { key, base: mine, mine: now.mine })
}

/** Marks a conflict of an edit, if it is still staged, whatever has become of it in the meantime. */
export function oppose(
  connection: string,
  table: string,
  { key, theirs }: { readonly key: AttributeMap; readonly theirs: AttributeMap | undefined },
): void {
  const now = stagedOf(connection, table).get(keyParam(key))
  if (now !== undefined) stage(connection, table, { ...now, conflict: { theirs } })
}

/** Makes the browser ask before the page is left while edits are staged, since they would be lost. */
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
