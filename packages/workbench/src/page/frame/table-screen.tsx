import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ConnectionInfo, TableModel } from '../../shared/api.ts'
import { navigate } from '../navigation.ts'
import type { Route, ScreenName } from '../route.ts'
import type { ScreenProps } from '../screen-props.ts'
import { screens } from '../screens.ts'

const loaded = new Map<ScreenName, ComponentType<ScreenProps>>()

interface TableScreenProps {
  readonly connection: ConnectionInfo
  readonly table: string
  readonly model: TableModel
  readonly route: Route
}

/** The chosen screen of a table; its code is loaded when it is first needed. */
export function TableScreen({ connection, table, model, route }: TableScreenProps) {
  const [, setLoaded] = useState<ScreenName>()
  const [failed, setFailed] = useState<ScreenName>()
  const { screen } = route
  useEffect(() => {
    setFailed(undefined)
    if (loaded.has(screen)) return
    screens[screen]
      .load()
      .then((component) => {
        loaded.set(screen, component)
        setLoaded(screen)
      })
      .catch(() => setFailed(screen))
  }, [screen])
  if (failed === screen) return <NotFetched />
  const Screen = loaded.get(screen)
  // Each table gets a new screen, so that no state of another table remains.
  if (Screen === undefined) return <div class="screen" aria-busy="true" />
  return (
    <Screen
      key={`${connection.id} ${table}`}
      connection={connection}
      table={table}
      model={model}
      route={route}
      navigate={navigate}
    />
  )
}

/**
 * Asks the user to reload the page: a browser may cache that a file was missing, and requests it again only after a
 * reload.
 */
function NotFetched() {
  return (
    <div class="empty">
      <h2>This screen could not be loaded</h2>
      <p>The workbench does not answer, or was updated since you opened this page.</p>
      <div class="actions">
        <button type="button" class="button" onClick={() => location.reload()}>
          Reload the page
        </button>
      </div>
    </div>
  )
}
