import { useEffect, useState } from 'preact/hooks'
import type { ConnectionInfo } from '../../shared/api.ts'
import { appState, loadTables } from '../app-state.ts'
import { hrefTo } from '../navigation.ts'
import { useStore } from '../store.ts'
import { openDialog } from './open-dialog.ts'

interface MissingTableProps {
  readonly connection: ConnectionInfo
  readonly table: string
}

/** Returns whether the table does not exist, or no longer does, once that is certain. */
export function useIsMissing(connection: string | undefined, table: string | undefined): boolean {
  const list = useStore(appState).tables.get(connection ?? '')
  const [asked, setAsked] = useState('')
  // Another connection may have a table of the same name.
  const name = `${connection} ${table}`
  const isUnlisted =
    list !== undefined &&
    table !== undefined &&
    list.failure === undefined &&
    !list.isPart &&
    !list.names.includes(table)
  // A program may just have created it: the server is asked once more before anything is shown.
  useEffect(() => {
    if (!isUnlisted || connection === undefined) return setAsked('')
    let isGone = false
    void loadTables(connection).then(() => {
      if (!isGone) setAsked(name)
    })
    return () => {
      isGone = true
    }
  }, [name, isUnlisted])
  return isUnlisted && asked === name
}

/** Says above a screen that its table is gone. What was read before stays in view: it may exist nowhere else. */
export function DeletedTable({ connection, table }: MissingTableProps) {
  return (
    <p class="notice warn" role="alert">
      There is no table {table} in “{connection.name}”. It may have been deleted.{' '}
      <a href={allTables(connection)}>Show all tables</a>
    </p>
  )
}

/** Shown in place of a screen: the table does not exist, and nothing of it is known. */
export function MissingTable({ connection, table }: MissingTableProps) {
  return (
    <div class="empty" role="alert">
      <h2>
        There is no table {table} in “{connection.name}”
      </h2>
      <p>It may have been deleted, or be in another connection or region. It is shown here once it exists.</p>
      <div class="actions">
        <a class="button" href={allTables(connection)}>
          Show all tables
        </a>
        {connection.readOnly ? null : (
          <button
            type="button"
            class="button"
            onClick={() => openDialog.set({ kind: 'create-table', connection: connection.id, name: table })}
          >
            Create it
          </button>
        )}
      </div>
    </div>
  )
}

function allTables({ id }: ConnectionInfo): string {
  return hrefTo({ connection: id, table: undefined })
}
