import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ConnectionInfo, TableModel } from '../../shared/api.ts'
import { navigate } from '../navigation.ts'
import type { Route, ScreenName } from '../route.ts'
import { type ScreenProps, screens } from '../screens.ts'

const loaded = new Map<ScreenName, ComponentType<ScreenProps>>()

interface TableScreenProps {
  readonly connection: ConnectionInfo
  readonly table: string
  readonly model: TableModel
  readonly route: Route
}

/** The chosen screen of a table; its code is fetched when it is first wanted. */
export function TableScreen({ connection, table, model, route }: TableScreenProps) {
  const [, setLoaded] = useState<ScreenName>()
  const [failure, setFailure] = useState<string>()
  const { screen } = route
  useEffect(() => {
    if (loaded.has(screen)) return
    screens[screen]
      .load()
      .then((component) => {
        loaded.set(screen, component)
        setLoaded(screen)
      })
      .catch((error) => setFailure(String(error)))
  }, [screen])
  if (failure !== undefined) return <p class="empty">{failure}</p>
  const Screen = loaded.get(screen)
  // A screen begins anew with each table: none of its state may be of another.
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
