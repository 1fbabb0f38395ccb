import type { ConnectionInfo, TableModel } from '../../shared/api.ts'
import type { EditorState } from './editor-state.ts'
import type { Run } from './result-pane.tsx'

/** What was typed and run last. */
export interface KeptEditor {
  readonly state: EditorState
  readonly run: Run | undefined
  /** The request in the URL at that time, which may be older than what was typed. */
  readonly inUrl: string
}

const editors = new Map<string, KeptEditor>()

/** Returns what was typed and run last for a table, while the page is open: users look things up on other screens. */
export function findKeptEditor(connection: ConnectionInfo, model: TableModel): KeptEditor | undefined {
  return editors.get(placeOf(connection, model))
}

export function keepEditor(connection: ConnectionInfo, model: TableModel, kept: KeptEditor): void {
  editors.set(placeOf(connection, model), kept)
}

/** A table that was made anew with other keys is another one: its fields would not fit. */
function placeOf({ id }: ConnectionInfo, { table, key, indexes }: TableModel): string {
  return JSON.stringify([id, table, key, indexes])
}
