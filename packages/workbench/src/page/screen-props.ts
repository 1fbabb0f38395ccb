import type { ConnectionInfo, TableModel } from '../shared/api.ts'
import type { Navigate } from './navigation.ts'
import type { Route } from './route.ts'

/** The props of every screen of a table. */
export interface ScreenProps {
  readonly connection: ConnectionInfo
  readonly table: string
  readonly model: TableModel
  readonly route: Route
  readonly navigate: Navigate
}
