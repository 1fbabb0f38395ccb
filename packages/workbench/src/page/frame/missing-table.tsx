import { useEffect, useState } from 'preact/hooks'
import type { ConnectionInfo } from '../../shared/api.ts'
import { appState, loadTables } from '../app-state.ts'
import { hrefTo } from '../navigation.ts'
import { useStore } from '../store.ts'

interface MissingTableProps {
  readonly connection: ConnectionInfo
  readonly table: string
}

/**
 * Says that the table does not exist, or no longer does, once that is certain. What was read before stays in view: it
 * may exist nowhere else.
 */
export function MissingTable({ connection, table }: MissingTableProps) {
  const list = useStore(appState).tables.get(connection.id)
  const [asked, setAsked] = useState('')
  // Another connection may have a table of the same name.
  const name = `${connection.id} ${table}`
  const isUnlisted =
    list !== undefined && list.failure === undefined && !list.isPart && !list.names.includes(table)
  // A program may just have created it: the server is asked once more before anything is shown.
  useEffect(() => {
    if (!isUnlisted) return setAsked('')
    let isGone = false
    void loadTables(connection.id).then(() => {
      if (!isGone) setAsked(name)
    })
    return () => {
      isGone = true
    }
  }, [name, isUnlisted])
  if (!isUnlisted || asked !== name) return null
  return (
    <p class="notice warn" role="alert">
      There is no table {table} in “{connection.name}”. It may have been deleted.{' '}
      <a href={hrefTo({ connection: connection.id, table: undefined })}>Show all tables</a>
    </p>
  )
}
