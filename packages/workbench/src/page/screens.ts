import type { ComponentType } from 'preact'
import type { ConnectionInfo, TableModel } from '../shared/api.ts'
import type { Navigate } from './navigation.ts'
import type { Route, ScreenName } from './route.ts'

/** What every screen of a table is given. */
export interface ScreenProps {
  readonly connection: ConnectionInfo
  readonly table: string
  readonly model: TableModel
  readonly route: Route
  readonly navigate: Navigate
}

interface Screen {
  readonly title: string
  readonly load: () => Promise<ComponentType<ScreenProps>>
}

/** The screens; each is loaded when it is first shown. */
export const screens: { readonly [Name in ScreenName]: Screen } = {
  collections: {
    title: 'Collections',
    load: async () => (await import('./collections/collections-screen.tsx')).CollectionsScreen,
  },
  patterns: {
    title: 'Patterns',
    load: async () => (await import('./patterns/patterns-screen.tsx')).PatternsScreen,
  },
  operations: {
    title: 'Operations',
    load: async () => (await import('./operations/operations-screen.tsx')).OperationsScreen,
  },
  heat: { title: 'Heat', load: async () => (await import('./heat/heat-screen.tsx')).HeatScreen },
  requests: {
    title: 'Requests',
    load: async () => (await import('./requests/requests-screen.tsx')).RequestsScreen,
  },
}
