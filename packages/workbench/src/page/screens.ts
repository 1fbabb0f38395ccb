import type { ComponentType } from 'preact'
import type { ScreenName } from './route.ts'
import type { ScreenProps } from './screen-props.ts'

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
  stream: { title: 'Stream', load: async () => (await import('./stream/stream-screen.tsx')).StreamScreen },
}
